import { Encoder } from "@msgpack/msgpack";
import { ByteSink } from "./byte-sink.ts";
import { cellWriter, FIXED_BYTES, type CellWriter } from "./cell-writer.ts";
import type { UploadColumn } from "../columns/upload-column.ts";

/** Constant bytes of every row, as little-endian words: copying four at a time is faster. */
interface Words {
  readonly words: Uint32Array;
  /** Number of bytes used. */
  readonly length: number;
}

/** Encodes rows as concatenated MessagePack maps from column name to value. */
export class RowEncoder {
  readonly #sink = new ByteSink();
  /** Bytes before each cell: the column's name; for the first one also the map header. */
  readonly #keys: readonly Words[];
  readonly #cells: readonly CellWriter[];
  /** Maximum bytes of a row, without texts and lists. */
  readonly #rowBytes: number;

  constructor(columns: readonly UploadColumn[]) {
    const names = new Encoder();
    const keys = columns.map(({ name }, c) =>
      c === 0 ? Buffer.concat([mapHead(columns.length), names.encode(name)]) : names.encode(name),
    );
    this.#keys = keys.map(wordsOf);
    this.#rowBytes = keys.reduce((sum, { length }) => sum + length + FIXED_BYTES, 4);
    this.#cells = columns.map((column) => cellWriter(column, this.#sink, this.#rowBytes));
  }

  /** Adds rows `from` (inclusive) to `to` (exclusive). */
  add(from: number, to: number): void {
    const sink = this.#sink;
    const keys = this.#keys;
    const cells = this.#cells;
    for (let row = from; row < to; row++) {
      sink.room(this.#rowBytes);
      for (let c = 0; c < cells.length; c++) {
        const { words, length } = keys[c] as Words;
        const { view, pos } = sink;
        // The last word may extend past the key; the cell overwrites that.
        for (let i = 0; i < words.length; i++) view.setUint32(pos + 4 * i, words[i] as number, true);
        sink.pos = pos + length;
        (cells[c] as CellWriter)(row);
      }
    }
  }

  /** Returns all rows added since the last call; the caller owns the bytes. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#sink.take();
  }
}

function mapHead(count: number): Uint8Array {
  if (count < 16) return Uint8Array.of(0x80 | count);
  const head = new Uint8Array(5);
  head[0] = 0xdf;
  new DataView(head.buffer).setUint32(1, count);
  return head;
}

function wordsOf(bytes: Uint8Array): Words {
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  for (let i = 0; i < bytes.length; i++)
    words[i >> 2] = ((words[i >> 2] as number) | ((bytes[i] as number) << (8 * (i & 3)))) >>> 0;
  return { words, length: bytes.length };
}
