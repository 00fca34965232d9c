import { aligned, CHUNK, CHUNK_HEAD_BYTES, FORM, KIND } from "../../../src/core/blocks/block-format.ts";

/** Encodes a text column of a block: dictionary entries of the given lengths (all `x`) and one code per row, valid or not. */
export function dictionaryChunk(entryLengths: readonly number[], codes: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = entryLengths.reduce((sum, length) => sum + length, 0);
  const lengths = Buffer.alloc(aligned(4 * entryLengths.length));
  entryLengths.forEach((length, i) => lengths.writeUInt32LE(length, 4 * i));
  const texts = Buffer.alloc(aligned(bytes), "x");
  const rows = Buffer.alloc(aligned(codes.length));
  rows.set(codes);
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  head[CHUNK.kind] = KIND.text;
  head[CHUNK.form] = FORM.dictionary8;
  head[CHUNK.lengthBytes] = 4;
  head.writeUInt32LE(bytes, CHUNK.bytes);
  head.writeUInt32LE(entryLengths.length, CHUNK.entries);
  head.writeUInt32LE(head.length + lengths.length + texts.length + rows.length, CHUNK.length);
  return new Uint8Array(Buffer.concat([head, lengths, texts, rows]));
}
