import type { DuckDBDataChunk, DuckDBResult, DuckDBVector } from "@duckdb/node-api";
import type { PlanColumn } from "../dialect/plan.ts";
import type { Type } from "../dialect/types/type.ts";
import type { Batch, ColumnData, Dialect } from "../engine.ts";
import { SqlError } from "../sql-error.ts";
import { columnText } from "./column-text.ts";
import { wireValue } from "./wire-value.ts";

/** Chunks hold 2048 rows; some of them make a batch that is worth handing on. */
const CHUNKS_PER_BATCH = 4;

/** The part of the binding's vectors that has no public name; the package's version is pinned. */
interface NumberVector<T> {
  readonly items: T;
}

/** Reads a streaming result chunk by chunk. `check` runs between chunks and throws when the statement is to end. */
export async function* readBatches(
  result: DuckDBResult,
  columns: readonly PlanColumn[],
  dialect: Dialect,
  limitBytes: number,
  check: () => void,
): AsyncGenerator<Batch, void, undefined> {
  let bytes = 0;
  for (;;) {
    const chunks: DuckDBDataChunk[] = [];
    let rowCount = 0;
    let ended = false;
    while (chunks.length < CHUNKS_PER_BATCH) {
      check();
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) {
        ended = true;
        break;
      }
      chunks.push(chunk);
      rowCount += chunk.rowCount;
    }
    check();
    if (rowCount > 0) {
      const data = columns.map((column, i) => readColumn(chunks, i, column.type, rowCount, dialect));
      bytes += data.reduce((sum, one) => sum + sizeOf(one), 0);
      if (bytes > limitBytes)
        throw new SqlError(
          "EXCEEDED_LIMIT",
          `the result is larger than ${Math.round(limitBytes / 1024 ** 2)} MB; add a LIMIT or write it to a table`,
        );
      yield { rowCount, columns: data };
    }
    if (ended) return;
  }
}

function readColumn(
  chunks: readonly DuckDBDataChunk[],
  index: number,
  type: Type,
  rowCount: number,
  dialect: Dialect,
): ColumnData {
  const vectors = chunks.map((chunk) => chunk.getColumnVector(index));
  switch (type.kind) {
    case "bigint":
      return {
        kind: "int64",
        values: copy(vectors, chunks, new BigInt64Array(rowCount)),
        valid: validity(vectors, chunks, rowCount),
      };
    case "tinyint":
    case "smallint":
    case "integer":
      return {
        kind: "int32",
        values: copy(vectors, chunks, new Int32Array(rowCount)),
        valid: validity(vectors, chunks, rowCount),
      };
    case "real":
    case "double":
      return {
        kind: "float64",
        values: copy(vectors, chunks, new Float64Array(rowCount)),
        valid: validity(vectors, chunks, rowCount),
      };
    case "boolean":
      return {
        kind: "boolean",
        values: booleans(vectors, chunks, rowCount),
        valid: validity(vectors, chunks, rowCount),
      };
    case "date":
    case "timestamp":
    case "decimal":
      return { kind: "text", values: items(vectors, chunks, columnText(type, dialect)) };
    case "array":
    case "map":
    case "row":
    case "varbinary":
    case "unknown":
      return { kind: "other", values: items(vectors, chunks, wireValue(type, dialect)) };
    default:
      return { kind: "text", values: items(vectors, chunks, (value) => value as string) };
  }
}

/** Numbers as they lie in memory; what stands in the place of a null is whatever was there. */
function copy<T extends BigInt64Array | Int32Array | Float64Array>(
  vectors: readonly DuckDBVector[],
  chunks: readonly DuckDBDataChunk[],
  target: T,
): T {
  let at = 0;
  vectors.forEach((vector, i) => {
    const count = chunks[i]!.rowCount;
    const source = (vector as unknown as NumberVector<T>).items;
    target.set((source.length === count ? source : source.subarray(0, count)) as never, at);
    at += count;
  });
  return target;
}

function validity(
  vectors: readonly DuckDBVector[],
  chunks: readonly DuckDBDataChunk[],
  rowCount: number,
): Uint8Array | null {
  let valid: Uint8Array | null = null;
  let at = 0;
  vectors.forEach((vector, i) => {
    const { validity } = vector as unknown as { validity: { itemValid(row: number): boolean } };
    for (let row = 0; row < chunks[i]!.rowCount; row++, at++) {
      if (validity.itemValid(row)) continue;
      valid ??= new Uint8Array(rowCount).fill(1);
      valid[at] = 0;
    }
  });
  return valid;
}

function booleans(
  vectors: readonly DuckDBVector[],
  chunks: readonly DuckDBDataChunk[],
  rowCount: number,
): Uint8Array {
  const values = new Uint8Array(rowCount);
  let at = 0;
  vectors.forEach((vector, i) => {
    for (let row = 0; row < chunks[i]!.rowCount; row++) values[at++] = vector.getItem(row) === true ? 1 : 0;
  });
  return values;
}

function items<T>(
  vectors: readonly DuckDBVector[],
  chunks: readonly DuckDBDataChunk[],
  read: (value: never) => T,
): (T | null)[] {
  const values: (T | null)[] = [];
  vectors.forEach((vector, i) => {
    for (let row = 0; row < chunks[i]!.rowCount; row++) {
      const item = vector.getItem(row);
      values.push(item === null ? null : read(item as never));
    }
  });
  return values;
}

/** About how much a column holds. */
function sizeOf(data: ColumnData): number {
  switch (data.kind) {
    case "text":
      return data.values.reduce((sum, value) => sum + 2 + (value?.length ?? 0), 0);
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
