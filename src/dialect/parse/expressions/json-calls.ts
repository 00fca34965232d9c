import type { Call, Expr } from "../ast.ts";
import { plainCall } from "./plain-call.ts";
import type { Parser } from "../parser.ts";
import { parseTypeName } from "../parse-type-name.ts";

/**
 * The SQL/JSON functions. Their clauses become arguments, so that they are ordinary calls: input, path, wrapper and quotes as strings, values
 * on empty and on error, a cast to the returned type, and name and value of each variable.
 */
export function parseJsonCall(s: Parser): Call {
  const pos = s.pos;
  const name = s.next().text.toLowerCase();
  s.expect("(");
  const text = (value: string): Expr => ({ kind: "string", pos, value });
  if (name === "json_object" || name === "json_array") return parseConstructor(s, pos, name);
  const args: Expr[] = [s.expression()];
  takeFormat(s);
  s.expect(",");
  args.push(s.expression());
  const variables: Expr[] = [];
  if (s.take("PASSING"))
    do {
      const value = formatted(s, s.expression());
      s.expect("AS");
      const named = s.anyName();
      // Path variables keep their case; unquoted SQL names are uppercase.
      variables.push(text(named.quoted ? named.text : named.text.toUpperCase()), value);
    } while (s.take(","));
  const returning = parseReturning(s);
  let wrapper = "without";
  if (s.take("WITHOUT")) s.take("ARRAY");
  else if (s.take("WITH")) {
    wrapper = s.takeAny("CONDITIONAL", "UNCONDITIONAL") === "CONDITIONAL" ? "conditional" : "unconditional";
    s.take("ARRAY");
  }
  s.take("WRAPPER");
  let quotes = "keep";
  if (s.isAny("KEEP", "OMIT")) {
    const at = s.current;
    quotes = s.next().upper.toLowerCase();
    if (wrapper !== "without") s.fail(`${quotes.toUpperCase()} QUOTES can't be combined with a wrapper`, at);
    s.expect("QUOTES");
    s.take("ON", "SCALAR", "STRING");
  }
  const action = (value: string): Expr => ({
    kind: "typedLiteral",
    pos,
    type: { name: "json-action", pos, args: [] },
    value,
  });
  const on: Record<string, Expr> = {
    empty: action("null"),
    error: action(name === "json_exists" ? "false" : "null"),
  };
  while (!s.is(")")) {
    let input: Expr;
    if (s.take("DEFAULT")) input = s.expression();
    else {
      const word =
        s.takeAny("NULL", "ERROR", "EMPTY", "TRUE", "FALSE", "UNKNOWN") ??
        s.fail("expected an ON EMPTY or ON ERROR clause");
      const kind =
        word === "EMPTY" ? (s.takeAny("OBJECT", "ARRAY") ?? s.fail("expected OBJECT or ARRAY")) : "";
      input = action((word + (kind && ` ${kind}`)).toLowerCase());
    }
    s.expect("ON");
    on[(s.takeAny("EMPTY", "ERROR") ?? s.fail("expected EMPTY or ERROR")).toLowerCase()] = input;
  }
  s.expect(")");
  return plainCall(pos, name, [
    ...args,
    text(wrapper),
    text(quotes),
    on["empty"]!,
    on["error"]!,
    returning,
    ...variables,
  ]);
}

/** FORMAT JSON, for text that is already JSON. */
function takeFormat(s: Parser): boolean {
  if (!s.take("FORMAT", "JSON")) return false;
  if (s.take("ENCODING") && !s.take("UTF8")) s.unsupported(`the encoding ${s.current.upper} of JSON`);
  return true;
}

/** A value, wrapped in a call of `format json` if FORMAT JSON follows. */
function formatted(s: Parser, value: Expr): Expr {
  return takeFormat(s) ? plainCall(value.pos, "format json", [value]) : value;
}

/** RETURNING, as a cast of null to the type. */
function parseReturning(s: Parser): Expr {
  const { pos } = s;
  const type = s.take("RETURNING") ? parseTypeName(s) : { name: "varchar", pos, args: [] };
  takeFormat(s);
  return { kind: "cast", pos, arg: { kind: "null", pos }, type, safe: false };
}

function parseConstructor(s: Parser, pos: number, name: string): Call {
  const args: Expr[] = [];
  const isObject = name === "json_object";
  let absent = !isObject;
  while (!s.isAny(")", "RETURNING")) {
    if (isObject && s.is("KEY") && ![":", "VALUE"].includes(s.peek(1).upper)) s.next();
    args.push(s.expression());
    if (isObject) {
      if (!s.take(":") && !s.take("VALUE")) s.fail("expected VALUE");
      args.push(s.expression());
    }
    args.push(formatted(s, args.pop()!));
    if (!s.take(",")) break;
  }
  if (s.take("NULL", "ON", "NULL")) absent = false;
  else if (s.take("ABSENT", "ON", "NULL")) absent = true;
  if (s.is("WITH")) s.unsupported(`WITH UNIQUE KEYS in ${name}`);
  if (s.take("WITHOUT", "UNIQUE")) s.take("KEYS");
  const returning = parseReturning(s);
  s.expect(")");
  return { ...plainCall(pos, name, [...args, returning]), nulls: absent ? "absent" : "kept" };
}
