import type { ColumnData } from "../../engine/engine.ts";

/** The text of a row; null if it is null. */
export function textAt(
  { bytes, ends, valid }: Extract<ColumnData, { kind: "utf8" }>,
  row: number,
): string | null {
  if (valid !== null && valid[row] === 0) return null;
  const start = row === 0 ? 0 : (ends[row - 1] as number);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8", start, ends[row]);
}
