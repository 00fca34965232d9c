import type { Expr } from "../../parse/ast.ts";
import type { Translation } from "../translation.ts";

/** `ORDER BY 2`: position of an output column; null for other expressions. */
export function ordinal(t: Translation, expr: Expr, count: number): number | null {
  if (expr.kind !== "number" || !/^\d+$/.test(expr.text)) return null;
  const place = Number(expr.text);
  if (place < 1 || place > count)
    t.fail("SYNTAX_ERROR", `ORDER BY position ${place} is not in select list`, expr.pos);
  return place;
}
