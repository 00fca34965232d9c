import { LIBRARY } from "../storage-names.ts";
import { isFloat } from "../types/type.ts";
import { bindOnce } from "./bind-once.ts";
import { fieldAt } from "./collections.ts";
import type { Translation } from "./translation.ts";
import type { Typed } from "./typed.ts";
import { typed } from "./typed.ts";

/**
 * SQL of `a op b` for two values of one type. Where the engine's own comparison means something else it is written out: NaN, which the engine
 * takes for the largest number and equal to itself, and nulls inside rows and arrays, which make an equality unknown.
 */
export function compareSql(t: Translation, op: string, a: Typed, b: Typed): string {
  if (t.hive) return `(${a.sql} ${op} ${b.sql})`;
  if (isFloat(a.type)) return compareFloats(op, a, b);
  if (op === "=" || op === "<>") {
    if (a.type.kind === "row") return op === "=" ? equalRows(t, a, b) : `(NOT ${equalRows(t, a, b)})`;
    if (a.type.kind === "array" && a.type.element.kind !== "unknown")
      return bindOnce([a, b], (x, y) => `(${op === "=" ? "" : "NOT "}${LIBRARY}.lists_equal(${x}, ${y}))`);
  }
  return `(${a.sql} ${op} ${b.sql})`;
}

/** Source: language/types, "Floating-point": NaN is equal to, less than and greater than nothing. */
function compareFloats(op: string, a: Typed, b: Typed): string {
  const plain = `${a.sql} ${op} ${b.sql}`;
  if (a.volatile || b.volatile) return `(${plain})`;
  const not = (value: Typed): string => (isNeverNan(value) ? "" : ` AND NOT isnan(${value.sql})`);
  switch (op) {
    case "=":
      return isNeverNan(a) || isNeverNan(b) ? `(${plain})` : `(${plain}${not(a)})`;
    case "<>":
      return isNeverNan(a) || isNeverNan(b) ? `(${plain})` : `(${plain} OR isnan(${a.sql}))`;
    case "<":
    case "<=":
      return `(${plain}${not(b)})`;
    default:
      return `(${plain}${not(a)})`;
  }
}

/** Literals, and what was an integer or a decimal before it was converted for the comparison. */
export function isNeverNan(value: Typed): boolean {
  return typeof value.constant === "number" || value.exact === true;
}

function equalRows(t: Translation, a: Typed, b: Typed): string {
  if (a.type.kind !== "row") return `(${a.sql} = ${b.sql})`;
  const { fields } = a.type;
  return bindOnce([a, b], (x, y) => {
    const parts = fields.map((_, i) =>
      compareSql(t, "=", fieldAt(typed(x, a.type), i), fieldAt(typed(y, b.type), i)),
    );
    return `(CASE WHEN ${x} IS NULL OR ${y} IS NULL THEN NULL ELSE ${parts.join(" AND ")} END)`;
  });
}
