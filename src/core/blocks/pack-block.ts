import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { HEAD, HEAD_BYTES, MAGIC, PACKING } from "./block-format.ts";

const deflateRawAsync = promisify(deflateRaw);

/** Blocks that compress to more than this share are stored uncompressed. */
const WORTH_PACKING = 0.9;

/** The first bytes of a file of blocks. */
export const BEGINNING: Uint8Array = Buffer.from(MAGIC, "latin1");

/** Compresses on the thread pool. */
export function deflateBlock(block: Uint8Array, finishFlush = constants.Z_FINISH): Promise<Buffer> {
  // Most blocks shrink to half, and each output buffer of zlib costs a turn of the thread pool.
  const chunkSize = Math.max(1 << 12, block.length >> 1);
  return deflateRawAsync(block, { level: 1, chunkSize, finishFlush });
}

/** A block with its header; compressed if that pays. */
export async function packBlock(
  block: Uint8Array,
  number: number,
  rows: number,
  compress = true,
): Promise<Buffer> {
  const deflated = compress ? await deflateBlock(block) : block;
  const worth = deflated.length <= WORTH_PACKING * block.length;
  const packing = worth ? PACKING.deflate : PACKING.none;
  const bytes = worth ? deflated : block;
  return Buffer.concat([head({ number, packing, rows, unpackedBytes: block.length }, bytes), bytes]);
}

/** The last bytes of a file. @param number - How many blocks it has. @param rows - Of all blocks. */
export function endOfBlocks(number: number, rows: number): Buffer {
  return head({ number, packing: PACKING.end, rows, unpackedBytes: 0 }, new Uint8Array(0));
}

function head(
  fields: { number: number; packing: number; rows: number; unpackedBytes: number },
  packed: Uint8Array,
): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES);
  bytes.writeUInt32LE(fields.number, HEAD.number);
  bytes.writeUInt32LE(fields.packing, HEAD.packing);
  bytes.writeDoubleLE(fields.rows, HEAD.rows);
  bytes.writeUInt32LE(fields.unpackedBytes, HEAD.unpackedBytes);
  bytes.writeUInt32LE(packed.length, HEAD.packedBytes);
  bytes.writeUInt32LE(crc32(packed), HEAD.checksum);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, HEAD.headChecksum)), HEAD.headChecksum);
  return bytes;
}
