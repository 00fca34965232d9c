import { BLOCK_ROWS, TextColumn, type CodedBlock, type TextBlock } from "../../table/columns/text-column.ts";
import { MsgpackWriter } from "../../wire/msgpack-writer.ts";
import type { UploadColumn } from "../columns/upload-column.ts";

type CellWriter = (row: number) => void;

/** Constant bytes of every row, as little-endian words: copying four at a time is faster. */
interface Words {
  readonly words: Uint32Array;
  /** Number of bytes used. */
  readonly length: number;
}

/** Encodes rows as concatenated MessagePack maps from column name to value. */
export class RowEncoder {
  readonly #out = new MsgpackWriter();
  /** Bytes before each cell: the column's name; for the first one also the map header. */
  readonly #keys: readonly Words[];
  readonly #cells: readonly CellWriter[];

  constructor(columns: readonly UploadColumn[]) {
    this.#keys = columns.map(({ name }, c) => {
      const key = new MsgpackWriter(256);
      if (c === 0) key.mapHeader(columns.length);
      key.text(name);
      return wordsOf(key.take());
    });
    this.#cells = columns.map((column) => cellWriter(column, this.#out));
  }

  /** Adds rows `from` (inclusive) to `to` (exclusive). */
  add(from: number, to: number): void {
    const out = this.#out;
    const keys = this.#keys;
    const cells = this.#cells;
    for (let row = from; row < to; row++) {
      for (let c = 0; c < cells.length; c++) {
        const { words, length } = keys[c] as Words;
        out.room(4 * words.length);
        const { view, pos } = out;
        // The last word may extend past the key; the cell overwrites that.
        for (let i = 0; i < words.length; i++) view.setUint32(pos + 4 * i, words[i] as number, true);
        out.pos = pos + length;
        (cells[c] as CellWriter)(row);
      }
    }
  }

  /** Returns all rows added since the last call; the caller owns the bytes. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#out.take();
  }
}

function wordsOf(bytes: Uint8Array): Words {
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  for (let i = 0; i < bytes.length; i++)
    words[i >> 2] = ((words[i >> 2] as number) | ((bytes[i] as number) << (8 * (i & 3)))) >>> 0;
  return { words, length: bytes.length };
}

function cellWriter({ kind, values }: UploadColumn, out: MsgpackWriter): CellWriter {
  if (values instanceof TextColumn) return textCells(values, out);
  if (kind === "double" && values instanceof Float64Array) return (row) => out.float64(values[row] as number);
  if (kind === "long" && values instanceof Int32Array) return (row) => out.int32(values[row] as number);
  // A whole double stays a double, and -0 in a column of integers is 0.
  const write: (value: never) => void =
    kind === "double"
      ? (value: number) => out.float64(value)
      : kind === "long"
        ? (value: number | bigint) => out.integer(value)
        : (value: unknown) => out.value(value);
  return (row) => {
    const value = values.at(row);
    if (value === null) out.nil();
    else write(value as never);
  };
}

/** Copies texts that are still undecoded bytes, without creating strings. */
function textCells(column: TextColumn, out: MsgpackWriter): CellWriter {
  let block: TextBlock | CodedBlock | null = null;
  let first = -BLOCK_ROWS;
  const copy = ({ bytes, offsets }: Pick<TextBlock, "bytes" | "offsets">, at: number): void =>
    out.utf8(bytes, offsets[at] as number, offsets[at + 1] as number);
  return (row) => {
    let at = row - first;
    if (at < 0 || at >= BLOCK_ROWS) {
      first = row - (row % BLOCK_ROWS);
      block = column.rawBlock(row);
      at = row - first;
    }
    if (block === null) return out.value(column.at(row));
    if ("codes" in block) {
      const code = block.codes[at] as number;
      if (code === 0) out.nil();
      else copy(block.dictionary, code - 1);
    } else if (block.nulls?.[at] === 1) out.nil();
    else copy(block, at);
  };
}
