import type { Call, Expr } from "./ast.ts";
import { plainCall } from "./calls.ts";
import { parseExpr } from "./expressions.ts";
import type { TokenStream } from "./token-stream.ts";
import { parseTypeName } from "./type-names.ts";

/**
 * The SQL/JSON functions. Their clauses become arguments: the path, then option words as strings, so that the function tables can treat
 * them like any other call: `json_value(x, path, returning, onEmpty, onError, default...)`.
 */
export function parseJsonCall(s: TokenStream): Call {
  const pos = s.pos;
  const name = s.next().text.toLowerCase();
  s.expect("(");
  const text = (value: string): Expr => ({ kind: "string", pos, value });
  if (name === "json_object" || name === "json_array") return parseConstructor(s, pos, name);
  const args: Expr[] = [parseExpr(s)];
  if (s.take("FORMAT", "JSON")) s.take("ENCODING", "UTF8");
  s.expect(",");
  args.push(parseExpr(s));
  if (s.is("PASSING")) s.unsupported(`PASSING in ${name}`);
  let returning: Expr | null = null;
  if (s.take("RETURNING")) {
    const type = parseTypeName(s);
    if (s.is("FORMAT")) s.unsupported(`FORMAT in ${name}`);
    returning = { kind: "cast", pos, arg: { kind: "null", pos }, type, safe: false };
  }
  let wrapper = "without";
  if (s.take("WITHOUT")) s.take("ARRAY");
  else if (s.take("WITH")) {
    wrapper = s.takeAny("CONDITIONAL", "UNCONDITIONAL") === "CONDITIONAL" ? "conditional" : "unconditional";
    s.take("ARRAY");
  }
  s.take("WRAPPER");
  let quotes = "keep";
  if (s.isAny("KEEP", "OMIT")) {
    quotes = s.next().upper.toLowerCase();
    s.expect("QUOTES");
    s.take("ON", "SCALAR", "STRING");
  }
  const action = (value: string): Expr => ({
    kind: "typed",
    pos,
    type: { name: "json-action", pos, args: [] },
    value,
  });
  const on: Record<string, Expr> = {
    empty: action("null"),
    error: action(name === "json_exists" ? "false" : "null"),
  };
  while (!s.is(")")) {
    let given: Expr;
    if (s.take("DEFAULT")) given = parseExpr(s);
    else {
      const word =
        s.takeAny("NULL", "ERROR", "EMPTY", "TRUE", "FALSE", "UNKNOWN") ??
        s.fail("expected an ON EMPTY or ON ERROR clause");
      const kind = word === "EMPTY" ? (s.takeAny("OBJECT", "ARRAY") ?? "ARRAY") : "";
      given = action((word + (kind && ` ${kind}`)).toLowerCase());
    }
    s.expect("ON");
    on[(s.takeAny("EMPTY", "ERROR") ?? s.fail("expected EMPTY or ERROR")).toLowerCase()] = given;
  }
  s.expect(")");
  return plainCall(pos, name, [
    ...args,
    text(wrapper),
    text(quotes),
    on["empty"]!,
    on["error"]!,
    ...(returning ? [returning] : []),
  ]);
}

function parseConstructor(s: TokenStream, pos: number, name: string): Call {
  const args: Expr[] = [];
  let absent = name === "json_array";
  while (!s.is(")") && !s.is("NULL", "ON") && !s.isAny("ABSENT", "RETURNING", "WITH", "WITHOUT")) {
    s.take("KEY");
    args.push(parseExpr(s));
    if (name === "json_object") {
      if (!s.take(":") && !s.take("VALUE")) s.fail("expected VALUE");
      args.push(parseExpr(s));
    }
    if (s.is("FORMAT")) s.unsupported(`FORMAT JSON in ${name}`);
    if (!s.take(",")) break;
  }
  if (s.take("NULL", "ON", "NULL")) absent = false;
  else if (s.take("ABSENT", "ON", "NULL")) absent = true;
  if (!s.is(")")) s.unsupported(`${s.peek().upper} in ${name}`);
  s.expect(")");
  return { ...plainCall(pos, name, args), nulls: absent ? "absent" : "kept" };
}
