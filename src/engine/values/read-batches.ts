// This folder: DuckDB's vectors to batches of columns, and values to the texts that the service's types have.

import type { DuckDBBlobVector, DuckDBVector } from "@duckdb/node-api";
import type { PlanColumn } from "../../dialect/plan.ts";
import type { Type } from "../../dialect/types/type.ts";
import { batchSize, type Batch } from "../../core/blocks/batch.ts";
import type { ColumnData } from "../../core/blocks/column-data.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { columnText, wireValue } from "./wire-value.ts";
import { isTextVector, readTexts } from "./read-engine-texts.ts";
import type { ResultChunk } from "./stream-chunks.ts";

/** Chunks of 2,048 rows per batch. */
const CHUNKS_PER_BATCH = 4;

/** Private member of the binding's vectors; the package's version is pinned for that. */
interface NumberVector<T> {
  readonly items: T;
}

/** A vector's share of a batch's column. */
export interface VectorPart {
  readonly vector: DuckDBVector;
  readonly count: number;
  /** Row of the batch of its first value. */
  readonly first: number;
}

/** Reads a streaming result in batches. @param nextChunk - See {@link streamChunks}. */
export async function* readBatches(
  nextChunk: () => Promise<ResultChunk | null>,
  columns: readonly PlanColumn[],
  dialect: Dialect,
  limitBytes: number,
): AsyncGenerator<Batch, void, undefined> {
  const { DuckDBBlobVector: Blob } = await import("@duckdb/node-api");
  let bytes = 0;
  for (;;) {
    const chunks: (ResultChunk & { first: number })[] = [];
    let rowCount = 0;
    let isOver = false;
    while (chunks.length < CHUNKS_PER_BATCH && !isOver) {
      const next = await nextChunk();
      isOver = next === null;
      if (next !== null) chunks.push({ ...next, first: rowCount });
      rowCount += next?.count ?? 0;
    }
    if (rowCount > 0) {
      const data = columns.map(({ type }, i) => {
        const parts = chunks.map(({ chunk, ...part }) => ({ vector: chunk.getColumnVector(i), ...part }));
        return readColumn(parts, { type, rowCount, dialect, Blob });
      });
      bytes += batchSize({ rowCount, columns: data });
      if (bytes > limitBytes)
        throw new SqlError(
          "EXCEEDED_LIMIT",
          `the result is larger than ${Math.round(limitBytes / 1024 ** 2)} MB; add a LIMIT or write it to a table`,
        );
      yield { rowCount, columns: data };
    }
    if (isOver) return;
  }
}

interface ReadContext {
  readonly type: Type;
  readonly rowCount: number;
  readonly dialect: Dialect;
  readonly Blob: typeof DuckDBBlobVector;
}

function readColumn(
  parts: readonly VectorPart[],
  { type, rowCount, dialect, Blob }: ReadContext,
): ColumnData {
  const nulls = (): Uint8Array | null => nullsOf(parts, rowCount);
  // By the arrays in which the engine's vectors have the values after `wireQuery`, not by the types that tables have.
  switch (type.kind) {
    case "bigint":
      return { kind: "int64", values: copy(parts, new BigInt64Array(rowCount)), nulls: nulls() };
    case "tinyint":
    case "smallint":
    case "integer":
      return { kind: "integer", values: copy(parts, new Int32Array(rowCount)), nulls: nulls() };
    case "real":
    case "double":
      return { kind: "float", values: copy(parts, new Float64Array(rowCount)), nulls: nulls() };
    case "boolean":
      return { kind: "boolean", codes: booleans(parts, rowCount) };
    case "date":
    case "timestamp":
    case "decimal":
      return { kind: "text", values: items(parts, columnText(type, dialect)) };
    case "array":
    case "map":
    case "row":
    case "varbinary":
    case "unknown":
      return { kind: "other", values: items(parts, wireValue(type, dialect)) };
    default:
      return parts.every(({ vector }) => isTextVector(vector))
        ? readTexts(parts, rowCount, nulls(), Blob)
        : { kind: "text", values: items(parts, (value) => value as string) };
  }
}

/** Copies numbers; values of null rows are undefined. */
function copy<T extends BigInt64Array | Int32Array | Float64Array>(
  parts: readonly VectorPart[],
  target: T,
): T {
  for (const { vector, count, first } of parts) {
    const source = (vector as unknown as NumberVector<T>).items;
    target.set((source.length === count ? source : source.subarray(0, count)) as never, first);
  }
  return target;
}

/** DuckDB's validity mask has one bit per row in 64-bit words; it is missing if there are no nulls. */
function nullsOf(parts: readonly VectorPart[], rowCount: number): Uint8Array | null {
  let nulls: Uint8Array | null = null;
  for (const { vector, count, first } of parts) {
    const { data } = (vector as unknown as { validity: { data: BigUint64Array<ArrayBuffer> | null } })
      .validity;
    if (data === null) continue;
    const bits = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    for (let row = 0; row < count; row++) {
      if (((bits[row >> 3] as number) >> (row & 7)) & 1) continue;
      nulls ??= new Uint8Array(rowCount);
      nulls[first + row] = 1;
    }
  }
  return nulls;
}

function booleans(parts: readonly VectorPart[], rowCount: number): Uint8Array {
  const codes = new Uint8Array(rowCount);
  for (const { vector, count, first } of parts)
    for (let row = 0; row < count; row++) {
      const value: unknown = vector.getItem(row);
      codes[first + row] = value === null ? 2 : Number(value);
    }
  return codes;
}

function items<T>(parts: readonly VectorPart[], read: (value: never) => T): (T | null)[] {
  const values: (T | null)[] = [];
  for (const { vector, count } of parts)
    for (let row = 0; row < count; row++) {
      const item = vector.getItem(row);
      values.push(item === null ? null : read(item as never));
    }
  return values;
}
