import { createReadStream } from "node:fs";
import { ChunkReader, spelledOut, type ByteList, type ColumnChunk } from "../../../core/wire/column-chunk.ts";
import { readBlocks } from "../../../core/wire/read-blocks.ts";
import { KIND } from "../../../core/wire/result-blocks.ts";
import { DamagedResultError } from "../damaged-result.ts";
import type { PackedBatch } from "../encode-rows.ts";

type PackedBatchColumn = PackedBatch["columns"][number];

/** Reads a file of column blocks, one block at a time. @throws DamagedResultError when it is truncated or corrupt. */
export async function* openBlocks(path: string): AsyncGenerator<PackedBatch> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    for await (const { rows, bytes } of readBlocks(file)) {
      const chunks = new ChunkReader(bytes, rows);
      const columns: PackedBatchColumn[] = [];
      while (!chunks.isAtEnd) columns.push(columnOf(chunks.next()));
      yield { rowCount: rows, columns };
    }
    if (file.bytesRead === 0) throw new DamagedResultError(`The result file ${path} is empty.`);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "DecodeError") throw error;
    throw new DamagedResultError(`The result file ${path} can't be read: ${error.message}`, { cause: error });
  }
}

function columnOf(chunk: ColumnChunk): PackedBatchColumn {
  const valid = validity(chunk.nulls);
  switch (chunk.form) {
    case "numbers": {
      const { values } = chunk;
      if (chunk.kind === KIND.float) return { kind: "float64", values: Float64Array.from(values), valid };
      return values instanceof Float64Array
        ? { kind: "int64", values: BigInt64Array.from(values as Iterable<number>, BigInt), valid }
        : { kind: "int32", values: Int32Array.from(values), valid };
    }
    case "int64":
      return { kind: "int64", values: chunk.values, valid };
    case "booleans": {
      const { codes } = chunk;
      const known = codes.includes(2) ? codes.map((code) => (code === 2 ? 0 : 1)) : null;
      return { kind: "boolean", values: codes, valid: known };
    }
    case "bytes":
      return { kind: chunk.kind === KIND.text ? "utf8" : "packed", ...listOf(chunk), valid };
    case "dictionary": {
      const texts = spelledOut(chunk.entries, chunk.codes);
      return { kind: "utf8", ...listOf(texts), valid: validity(texts.nulls) };
    }
  }
}

const listOf = ({ bytes, offsets }: ByteList): { bytes: Uint8Array; ends: Uint32Array } => ({
  bytes,
  ends: offsets.subarray(1),
});

const validity = (nulls: Uint8Array | null): Uint8Array | null => nulls && nulls.map((isNull) => 1 - isNull);
