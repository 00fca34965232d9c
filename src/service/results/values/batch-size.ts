import type { Batch, ColumnData } from "../../engine/engine.ts";

/** Approximate bytes of a batch. */
export function batchSize({ columns }: Batch): number {
  return columns.reduce((sum, column) => sum + sizeOf(column), 0);
}

function sizeOf(data: ColumnData): number {
  switch (data.kind) {
    case "text":
      return data.values.reduce((sum, value) => sum + 2 + (value?.length ?? 0), 0);
    case "utf8":
      return (data.ends.at(-1) ?? 0) + data.ends.byteLength;
    case "other":
      return data.values.reduce<number>((sum, value) => sum + deepSize(value), 0);
    default:
      return data.values.byteLength;
  }
}

function deepSize(value: unknown): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + deepSize(item), 8);
}
