import type { TypeName } from "./ast.ts";
import type { TokenStream } from "./token-stream.ts";

/** A type in either dialect: `decimal(10, 2)`, `array(bigint)`, `array<bigint>`, `row(a bigint)`, `struct<a:bigint>`. */
export function parseTypeName(s: TokenStream): TypeName {
  return s.nested(() => {
    const pos = s.pos;
    let name = s.anyName().text.toLowerCase();
    if (name === "double") s.take("PRECISION");
    if (name === "interval")
      name = `interval ${s.next().text.toLowerCase()} ${s.next().text.toLowerCase()} ${s.next().text.toLowerCase()}`;
    if (name === "row" || name === "struct") return parseFields(s, name, pos);
    const args: (TypeName | number)[] = [];
    const close = s.take("(") ? ")" : s.take("<") ? ">" : null;
    if (close !== null) {
      args.push(...s.list(() => (s.current.kind === "number" ? s.integer() : parseTypeName(s))));
      s.expect(close);
    }
    if (name === "timestamp" || name === "time") {
      if (s.take("WITH", "TIME", "ZONE")) name += " with time zone";
      else if (s.take("WITH", "LOCAL", "TIME", "ZONE")) s.unsupported("timestamp with local time zone", pos);
      else s.take("WITHOUT", "TIME", "ZONE");
    }
    let type: TypeName = { name, pos, args };
    while (!s.hive && s.take("ARRAY")) type = { name: "array", pos, args: [type] };
    return type;
  });
}

function parseFields(s: TokenStream, name: string, pos: number): TypeName {
  const fields: string[] = [];
  const args: TypeName[] = [];
  const close = s.take("(") ? ")" : (s.expect("<"), ">");
  s.list(() => {
    const following = s.peek(1);
    const named = s.hive || following.kind === "word" || following.kind === "quoted";
    fields.push(named && !isTypeContinuation(s) ? s.anyName().text : "");
    if (s.hive) s.expect(":");
    args.push(parseTypeName(s));
  });
  s.expect(close);
  return { name, pos, args, fields };
}

/** `row(double precision)`, `row(timestamp with time zone)`: several words that form one type, without a field name. */
function isTypeContinuation(s: TokenStream): boolean {
  return (
    s.is("DOUBLE", "PRECISION") ||
    (s.isAny("TIMESTAMP", "TIME") && ["WITH", "WITHOUT"].includes(s.peek(1).upper)) ||
    (s.is("INTERVAL") && s.peek(2).upper === "TO")
  );
}
