import type { ColumnData } from "../../engine/engine.ts";

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

/** The text of a row; null if it is null. */
export function textAt(
  { bytes, ends, valid }: Extract<ColumnData, { kind: "utf8" }>,
  row: number,
): string | null {
  if (valid !== null && valid[row] === 0) return null;
  const start = row === 0 ? 0 : (ends[row - 1] as number);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8", start, ends[row]);
}
