import { constants, crc32 } from "node:zlib";
import type { Batch } from "../../core/blocks/batch.ts";
import { deflateBlock } from "../../core/blocks/pack-block.ts";
import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";
import { encodeRows } from "./encode-rows.ts";
import type { FormEncoder } from "./result-file.ts";

/** Deflate, no name, no time, fastest, unknown system (RFC 1952). */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255);

/** An empty final deflate block. */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00);

/** Uncompressed bytes per block. */
const BLOCK_BYTES = 1 << 20;

/**
 * The public form, gzip over MessagePack arrays. Its blocks, concatenated, are one gzip member. Several members would be
 * simpler, but some clients stop after the first.
 */
export class RowsEncoder implements FormEncoder<Batch> {
  readonly beginning = GZIP_HEADER;
  readonly #buffer = new MsgpackWriter(BLOCK_BYTES + (BLOCK_BYTES >> 2));
  #crc = 0;
  #size = 0;

  *add(batch: Batch): Generator<Promise<Buffer>> {
    encodeRows(batch, this.#buffer);
    if (this.#buffer.pos >= BLOCK_BYTES) yield* this.rest();
  }

  *rest(): Generator<Promise<Buffer>> {
    if (this.#buffer.pos === 0) return;
    const block = this.#buffer.take();
    this.#crc = crc32(block, this.#crc);
    this.#size += block.length;
    // A full flush ends on a byte boundary and resets the window, so blocks are independent.
    yield deflateBlock(block, constants.Z_FULL_FLUSH);
  }

  end(): Buffer {
    const trailer = Buffer.alloc(LAST_BLOCK.length + 8);
    trailer.set(LAST_BLOCK);
    trailer.writeUInt32LE(this.#crc, LAST_BLOCK.length);
    trailer.writeUInt32LE(this.#size % 2 ** 32, LAST_BLOCK.length + 4);
    return trailer;
  }
}
