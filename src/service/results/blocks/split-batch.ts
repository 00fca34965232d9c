import type { Batch, ColumnData } from "../../engine/engine.ts";
import { batchSize } from "../values/batch-size.ts";

/** Splits a batch into parts of at most about `mostBytes`. */
export function splitBatch(batch: Batch, mostBytes: number): readonly Batch[] {
  if (batch.rowCount < 2 || batchSize(batch) <= mostBytes) return [batch];
  return cutBatch(batch, batch.rowCount >> 1).flatMap((part) => splitBatch(part, mostBytes));
}

export function cutBatch({ rowCount, columns }: Batch, row: number): readonly [Batch, Batch] {
  return [
    { rowCount: row, columns: columns.map((column) => cut(column, 0, row)) },
    { rowCount: rowCount - row, columns: columns.map((column) => cut(column, row, rowCount)) },
  ];
}

function cut(column: ColumnData, from: number, to: number): ColumnData {
  switch (column.kind) {
    case "text":
    case "other":
      return { ...column, values: column.values.slice(from, to) } as ColumnData;
    case "utf8": {
      const start = from === 0 ? 0 : (column.ends[from - 1] as number);
      return {
        kind: "utf8",
        bytes: column.bytes.subarray(start, column.ends[to - 1]),
        ends: column.ends.slice(from, to).map((end) => end - start),
        valid: column.valid?.subarray(from, to) ?? null,
      };
    }
    default:
      return {
        ...column,
        values: column.values.subarray(from, to),
        valid: column.valid?.subarray(from, to) ?? null,
      } as ColumnData;
  }
}
