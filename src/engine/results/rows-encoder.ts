import { constants, crc32 } from "node:zlib";
import type { Batch } from "../../core/blocks/batch.ts";
import { deflateBlock } from "../../core/blocks/pack-block.ts";
import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";
import type { FormEncoder } from "./result-file.ts";
import type { ByteList, ColumnData } from "../../core/blocks/column-data.ts";
import { halvesOf } from "../../core/blocks/halves.ts";

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

type WriteCell = (row: number) => void;

/**
 * Appends a batch as MessagePack arrays, one per row.
 *
 * Integers take their shortest form and are exact to 64 bits; doubles stay doubles, even if whole.
 */
function encodeRows(batch: Batch, out: MsgpackWriter): void {
  const writers = batch.columns.map((column) => cellWriter(column, out));
  const width = writers.length;
  for (let row = 0; row < batch.rowCount; row++) {
    out.arrayHeader(width);
    for (let i = 0; i < width; i++) (writers[i] as WriteCell)(row);
  }
}

function cellWriter(data: ColumnData, out: MsgpackWriter): WriteCell {
  switch (data.kind) {
    case "int64": {
      // As 32-bit halves, because reading a BigInt64Array allocates an object per value.
      const halves = halvesOf(data.values);
      return orNull(data.nulls, out, (row) =>
        out.int64(halves[2 * row] as number, halves[2 * row + 1] as number),
      );
    }
    case "integer": {
      const { values } = data;
      return orNull(data.nulls, out, (row) => out.integer(values[row] as number));
    }
    case "float": {
      const { values } = data;
      return orNull(data.nulls, out, (row) => out.float64(values[row] as number));
    }
    case "boolean": {
      const { codes } = data;
      return (row) => (codes[row] === 2 ? out.nil() : out.boolean(codes[row] === 1));
    }
    case "utf8":
      return orNull(data.nulls, out, textWriter(data, out));
    case "coded": {
      const { codes } = data;
      const write = textWriter(data.entries, out);
      return (row) => (codes[row] === 0 ? out.nil() : write((codes[row] as number) - 1));
    }
    case "packed": {
      const { bytes, offsets } = data;
      return orNull(data.nulls, out, (row) => out.packed(bytes, offsets[row], offsets[row + 1]));
    }
    case "text":
    case "other": {
      const { values } = data;
      return (row) => out.value(values[row]);
    }
  }
}

function textWriter({ bytes, offsets }: ByteList, out: MsgpackWriter): WriteCell {
  return (row) => out.utf8(bytes, offsets[row] as number, offsets[row + 1] as number);
}

function orNull(nulls: Uint8Array | null, out: MsgpackWriter, write: WriteCell): WriteCell {
  if (nulls === null) return write;
  return (row) => {
    if (nulls[row] === 1) out.nil();
    else write(row);
  };
}
