import { createReadStream } from "node:fs";
import type { Batch } from "../../core/blocks/batch.ts";
import { ColumnReader } from "../../core/blocks/decode-columns.ts";
import { readBlocks } from "../../core/blocks/read-blocks.ts";
import { DamagedResultError } from "./damaged-result.ts";

/** Reads a file of column blocks, one block at a time. @throws DamagedResultError when it is truncated or corrupt. */
export async function* openBlocks(path: string): AsyncGenerator<Batch> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    for await (const { rows, bytes } of readBlocks(file)) {
      yield { rowCount: rows, columns: new ColumnReader(bytes, rows).rest() };
    }
    if (file.bytesRead === 0) throw new DamagedResultError(`The result file ${path} is empty.`);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "DecodeError") throw error;
    throw new DamagedResultError(`The result file ${path} can't be read: ${error.message}`, { cause: error });
  }
}
