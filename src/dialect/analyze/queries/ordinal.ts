import type { Expr } from "../../parse/ast.ts";
import type { Translation } from "../translation.ts";

/** `ORDER BY 2`, `GROUP BY 2`: position of an output column; null for other expressions. */
export function ordinal(
  t: Translation,
  expr: Expr,
  count: number,
  clause: "GROUP BY" | "ORDER BY",
): number | null {
  // Trino reads a negative number as a position too, one that no column has.
  if (!t.hive && expr.kind === "unary" && expr.op === "-" && ordinal(t, expr.arg, Infinity, clause) !== null)
    t.fail(
      "INVALID_COLUMN_REFERENCE",
      `${clause} position -${(expr.arg as { text: string }).text} is not in select list`,
      expr.pos,
    );
  if (expr.kind !== "number" || !/^\d+$/.test(expr.text)) return null;
  const place = Number(expr.text);
  if (place < 1 || place > count)
    t.fail("INVALID_COLUMN_REFERENCE", `${clause} position ${place} is not in select list`, expr.pos);
  return place;
}
