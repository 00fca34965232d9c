import type { ColumnData } from "../../engine/engine.ts";
import { textAt } from "./text-at.ts";

/** One value of a column. Slow; not for hot paths. */
export function batchValue(column: ColumnData, row: number): unknown {
  switch (column.kind) {
    case "text":
    case "other":
      return column.values[row] ?? null;
    case "utf8":
      return textAt(column, row);
    case "boolean":
      return column.valid?.[row] === 0 ? null : column.values[row] !== 0;
    default:
      return column.valid?.[row] === 0 ? null : column.values[row];
  }
}
