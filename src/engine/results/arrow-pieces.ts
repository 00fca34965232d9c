import { valueReader, type ReadBytes } from "../../core/blocks/value-reader.ts";
import type { ResultColumn, ResultTarget } from "../contract/engine.ts";
import { MsgpackReader } from "../msgpack/msgpack-reader.ts";
import { readPacked } from "../msgpack/read-packed.ts";
import { openBlocks } from "./open-blocks.ts";

/** Groups of rows per Arrow batch; a group has some hundred kilobytes. */
const GROUPS_PER_BATCH = 16;

/** Encodes a result file as an Arrow IPC stream. @throws ArrowValueError for a value that does not fit its column's type. */
export async function* arrowPieces(
  { path, form }: ResultTarget,
  columns: readonly ResultColumn[],
): AsyncGenerator<Uint8Array> {
  const { ArrowStream } = await import("../../core/wire/arrow-stream.ts");
  const stream = new ArrowStream(columns);
  yield stream.schema;
  if (form === "blocks") {
    for await (const batch of openBlocks(path)) {
      const readers = batch.columns.map((column) => valueReader(column, READ));
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

const READ: ReadBytes = {
  text: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
  packed: ({ bytes, offsets }) => {
    const reader = new MsgpackReader();
    return (row) => {
      reader.push(bytes.subarray(offsets[row], offsets[row + 1]));
      return reader.next();
    };
  },
};
