import type { ResultColumn } from "../engine/engine.ts";
import { MsgpackReader } from "../msgpack/msgpack-reader.ts";
import { readPacked } from "../msgpack/read-packed.ts";
import { batchValue } from "./values/batch-value.ts";
import { openBlocks } from "./blocks/open-blocks.ts";
import type { PackedBatch } from "./encode-rows.ts";
import type { FoundResult } from "./result-files.ts";

/** Groups of rows per Arrow batch; a group has some hundred kilobytes. */
const GROUPS_PER_BATCH = 16;

/** Encodes a result file as an Arrow IPC stream. @throws ArrowValueError for a value that does not fit its column's type. */
export async function* arrowPieces(
  { path, form }: Pick<FoundResult, "path" | "form">,
  columns: readonly ResultColumn[],
): AsyncGenerator<Uint8Array> {
  const { ArrowStream } = await import("../../core/wire/arrow-stream.ts");
  const stream = new ArrowStream(columns);
  yield stream.schema;
  if (form === "blocks") {
    for await (const batch of openBlocks(path)) {
      const readers = batch.columns.map(valueReader);
      yield stream.batch(batch.rowCount, (row, c) => readers[c]?.(row));
    }
  } else {
    for await (const rows of batchesOf(path)) yield stream.batch(rows.length, (row, c) => rows[row]?.[c]);
  }
  yield stream.end;
}

async function* batchesOf(path: string): AsyncGenerator<unknown[][]> {
  let groups: unknown[][][] = [];
  for await (const rows of readPacked(path)) {
    groups.push(rows as unknown[][]);
    if (groups.length < GROUPS_PER_BATCH) continue;
    yield groups.flat();
    groups = [];
  }
  if (groups.length > 0) yield groups.flat();
}

function valueReader(column: PackedBatch["columns"][number]): (row: number) => unknown {
  if (column.kind !== "packed") return (row) => batchValue(column, row);
  const { bytes, ends, valid } = column;
  const reader = new MsgpackReader();
  return (row) => {
    if (valid?.[row] === 0) return null;
    reader.push(bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row]));
    return reader.next();
  };
}
