import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflateRawAsync = promisify(deflateRaw);

/** Deflate, no name, no time, fastest, unknown system (RFC 1952). */
export const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255);

/** An empty final deflate block. */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00);

/** Size of zlib's output buffers: most blocks shrink to half, and each buffer costs a turn of the thread pool. */
export const deflateChunk = (length: number): number => Math.max(1 << 12, length >> 1);

/**
 * Compresses blocks in parallel on the thread pool; concatenated, they are one gzip member. Several members would be
 * simpler, but some clients stop after the first.
 */
export class GzipBlocks {
  #crc = 0;
  #size = 0;

  /** Compresses the next block. Call it in the order of the blocks; the promises may be awaited later. */
  pack(block: Uint8Array): Promise<Buffer> {
    this.#crc = crc32(block, this.#crc);
    this.#size += block.length;
    // A full flush ends on a byte boundary and resets the window, so blocks are independent.
    const chunkSize = deflateChunk(block.length);
    return deflateRawAsync(block, { level: 1, chunkSize, finishFlush: constants.Z_FULL_FLUSH });
  }

  /** The bytes after the last block. */
  end(): Buffer {
    const trailer = Buffer.alloc(LAST_BLOCK.length + 8);
    trailer.set(LAST_BLOCK);
    trailer.writeUInt32LE(this.#crc, LAST_BLOCK.length);
    trailer.writeUInt32LE(this.#size % 2 ** 32, LAST_BLOCK.length + 4);
    return trailer;
  }
}
