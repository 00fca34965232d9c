import { Encoder } from "@msgpack/msgpack";
import { ByteSink } from "./byte-sink.ts";
import { cellWriter, FIXED_BYTES, type CellWriter } from "./cell-writer.ts";
import type { UploadColumn } from "../columns/upload-column.ts";

/** Bytes that stand in every row, as little-endian words: four at a time are copied faster than one. */
interface Words {
  readonly words: Uint32Array;
  /** Bytes that count. */
  readonly length: number;
}

/** Writes rows as MessagePack maps from column name to value, one after the other. */
export class RowEncoder {
  readonly #sink = new ByteSink();
  /** What comes before each cell: the column's name, before the first one the head of the row as well. */
  readonly #keys: readonly Words[];
  readonly #cells: readonly CellWriter[];
  /** Bytes that a row takes when texts and lists are not counted, at most. */
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

  /** Adds rows `from` (included) to `to` (excluded). */
  add(from: number, to: number): void {
    const sink = this.#sink;
    const keys = this.#keys;
    const cells = this.#cells;
    for (let row = from; row < to; row++) {
      sink.room(this.#rowBytes);
      for (let c = 0; c < cells.length; c++) {
        const { words, length } = keys[c] as Words;
        const { view, pos } = sink;
        // The last word may reach past the key, into room that the cell then takes.
        for (let i = 0; i < words.length; i++) view.setUint32(pos + 4 * i, words[i] as number, true);
        sink.pos = pos + length;
        (cells[c] as CellWriter)(row);
      }
    }
  }

  /** All rows that were added since the last time. The bytes are the caller's. */
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
  for (let i = 0; i < bytes.length; i++) {
    words[i >> 2] = ((words[i >> 2] as number) | ((bytes[i] as number) << (8 * (i & 3)))) >>> 0;
  }
  return { words, length: bytes.length };
}
