import { aligned, CHUNK, CHUNK_HEAD_BYTES, FORM, KIND } from "../../../core/wire/result-blocks.ts";
import type { Batch } from "../../engine/engine.ts";
import { encodeColumn } from "./encode-column.ts";

/**
 * Encodes the columns of several batches, one after the other, as one block (see `core/wire/result-blocks.ts`).
 *
 * @param batches - All with columns of the same kinds.
 */
export function encodeBlock(batches: readonly Batch[]): Buffer {
  const width = batches[0]?.columns.length ?? 0;
  const columns = Array.from({ length: width }, (_, c) => {
    const { nulls, parts, ...head } = encodeColumn(batches.map((batch) => batch.columns[c]!));
    return { ...head, hasNulls: nulls !== null, parts: nulls === null ? parts : [nulls, ...parts] };
  });
  const lengths = columns.map(({ parts }) =>
    parts.reduce((sum, { length }) => sum + aligned(length), CHUNK_HEAD_BYTES),
  );
  // Zeroed, because clients also get the padding between parts.
  const block = Buffer.alloc(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  columns.forEach(({ kind, form, hasNulls, bytes = 0, lengthBytes = 0, entries = 0, parts }, c) => {
    block[at + CHUNK.kind] = KIND[kind];
    block[at + CHUNK.form] = FORM[form];
    block[at + CHUNK.nulls] = hasNulls ? 1 : 0;
    block[at + CHUNK.lengthBytes] = lengthBytes;
    block.writeUInt32LE(bytes, at + CHUNK.bytes);
    block.writeUInt32LE(entries, at + CHUNK.entries);
    block.writeUInt32LE(lengths[c] as number, at + CHUNK.length);
    at += CHUNK_HEAD_BYTES;
    for (const part of parts) {
      part.write(block.buffer, block.byteOffset + at);
      at += aligned(part.length);
    }
  });
  return block;
}
