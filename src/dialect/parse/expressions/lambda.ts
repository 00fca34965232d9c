import type { Expr, Name } from "../ast.ts";
import type { Parser } from "../parser.ts";

/** `x -> ...` or `(x, y) -> ...`; null if none follows. */
export function parseLambda(s: Parser): Expr | null {
  const pos = s.pos;
  let params: Name[] | null = null;
  if (s.peek(1).upper === "->") params = [s.name()];
  else if (s.is("(")) {
    const mark = s.mark();
    s.next();
    const names: Name[] = [];
    do {
      if (!s.atName()) break;
      names.push(s.name());
    } while (s.take(","));
    if (s.is(")", "->")) {
      s.next();
      params = names;
    } else s.reset(mark);
  }
  if (params === null) return null;
  s.expect("->");
  return { kind: "lambda", pos, params, body: s.expression() };
}
