import type { DuckDBBlobVector, DuckDBDataChunk, DuckDBResult, DuckDBVector } from "@duckdb/node-api";
import type { PlanColumn } from "../../../dialect/plan.ts";
import type { Type } from "../../../dialect/types/type.ts";
import type { Batch, ColumnData } from "../../engine/engine.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import { batchSize } from "../../results/values/batch-size.ts";
import { SqlError } from "../../../dialect/sql-error.ts";
import { columnText } from "./engine-value-text.ts";
import { isTextVector, readTexts } from "./read-engine-texts.ts";
import { wireValue } from "./wire-value.ts";

/** Chunks of 2,048 rows per batch. */
const CHUNKS_PER_BATCH = 4;

/** Private member of the binding's vectors; the package's version is pinned for that. */
interface NumberVector<T> {
  readonly items: T;
}

/** Reads a streaming result in batches. `check` runs between chunks and throws to end the statement. */
export async function* readBatches(
  result: DuckDBResult,
  columns: readonly PlanColumn[],
  dialect: Dialect,
  limitBytes: number,
  check: () => void,
): AsyncGenerator<Batch, void, undefined> {
  const { DuckDBBlobVector: Blob } = await import("@duckdb/node-api");
  let bytes = 0;
  for (;;) {
    const chunks: DuckDBDataChunk[] = [];
    // Kept, because every access to `rowCount` is a native call.
    const counts: number[] = [];
    let rowCount = 0;
    let ended = false;
    while (chunks.length < CHUNKS_PER_BATCH) {
      check();
      const chunk = await result.fetchChunk();
      const count = chunk?.rowCount ?? 0;
      if (chunk === null || count === 0) {
        ended = true;
        break;
      }
      chunks.push(chunk);
      counts.push(count);
      rowCount += count;
    }
    check();
    if (rowCount > 0) {
      const data = columns.map((column, i) =>
        readColumn(
          chunks.map((chunk) => chunk.getColumnVector(i)),
          counts,
          { type: column.type, rowCount, dialect, Blob },
        ),
      );
      bytes += batchSize({ rowCount, columns: data });
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

interface Reading {
  readonly type: Type;
  readonly rowCount: number;
  readonly dialect: Dialect;
  readonly Blob: typeof DuckDBBlobVector;
}

function readColumn(
  vectors: readonly DuckDBVector[],
  counts: readonly number[],
  { type, rowCount, dialect, Blob }: Reading,
): ColumnData {
  const valid = (): Uint8Array | null => validity(vectors, counts, rowCount);
  switch (type.kind) {
    case "bigint":
      return { kind: "int64", values: copy(vectors, counts, new BigInt64Array(rowCount)), valid: valid() };
    case "tinyint":
    case "smallint":
    case "integer":
      return { kind: "int32", values: copy(vectors, counts, new Int32Array(rowCount)), valid: valid() };
    case "real":
    case "double":
      return { kind: "float64", values: copy(vectors, counts, new Float64Array(rowCount)), valid: valid() };
    case "boolean":
      return { kind: "boolean", values: booleans(vectors, counts, rowCount), valid: valid() };
    case "date":
    case "timestamp":
    case "decimal":
      return { kind: "text", values: items(vectors, counts, columnText(type, dialect)) };
    case "array":
    case "map":
    case "row":
    case "varbinary":
    case "unknown":
      return { kind: "other", values: items(vectors, counts, wireValue(type, dialect)) };
    default:
      return vectors.every(isTextVector)
        ? readTexts(vectors, counts, valid(), Blob)
        : { kind: "text", values: items(vectors, counts, (value) => value as string) };
  }
}

/** Copies numbers; values of null rows are undefined. */
function copy<T extends BigInt64Array | Int32Array | Float64Array>(
  vectors: readonly DuckDBVector[],
  counts: readonly number[],
  target: T,
): T {
  let at = 0;
  vectors.forEach((vector, i) => {
    const count = counts[i] as number;
    const source = (vector as unknown as NumberVector<T>).items;
    target.set((source.length === count ? source : source.subarray(0, count)) as never, at);
    at += count;
  });
  return target;
}

/** DuckDB's validity mask has one bit per row in 64-bit words; it is missing if there are no nulls. */
function validity(
  vectors: readonly DuckDBVector[],
  counts: readonly number[],
  rowCount: number,
): Uint8Array | null {
  let valid: Uint8Array | null = null;
  let at = 0;
  vectors.forEach((vector, i) => {
    const { data } = (vector as unknown as { validity: { data: BigUint64Array<ArrayBuffer> | null } })
      .validity;
    const count = counts[i] as number;
    if (data !== null) {
      const bits = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      for (let row = 0; row < count; row++) {
        if (((bits[row >> 3] as number) >> (row & 7)) & 1) continue;
        valid ??= new Uint8Array(rowCount).fill(1);
        valid[at + row] = 0;
      }
    }
    at += count;
  });
  return valid;
}

function booleans(vectors: readonly DuckDBVector[], counts: readonly number[], rowCount: number): Uint8Array {
  const values = new Uint8Array(rowCount);
  let at = 0;
  vectors.forEach((vector, i) => {
    const count = counts[i] as number;
    for (let row = 0; row < count; row++) values[at++] = vector.getItem(row) === true ? 1 : 0;
  });
  return values;
}

function items<T>(
  vectors: readonly DuckDBVector[],
  counts: readonly number[],
  read: (value: never) => T,
): (T | null)[] {
  const values: (T | null)[] = [];
  vectors.forEach((vector, i) => {
    const count = counts[i] as number;
    for (let row = 0; row < count; row++) {
      const item = vector.getItem(row);
      values.push(item === null ? null : read(item as never));
    }
  });
  return values;
}
