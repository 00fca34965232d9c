import { BLOCK_ROWS, TextColumn } from "../../table/columns/text-column.ts";
import type { Column } from "../../table/table.ts";
import { MsgpackWriter } from "../../wire/msgpack-writer.ts";
import type { UploadColumn } from "../columns/upload-column.ts";

/** Maximum rows of a block: the row group size of the engine's tables, which load whole groups at half the cost. */
const MAX_ROWS = 122_880;
/** Typical bytes of a block of numbers, and maximum bytes of a block with several rows. */
const USUAL_BYTES = 8 * 2 ** 20;
const MAX_BYTES = 16 * 2 ** 20;

const BIN32 = 0xc6;

/** Writes the non-null values of rows and sets the `present` bytes. @returns the number of nulls. */
type ValueWriter = (from: number, to: number) => number;

interface ColumnWriter {
  /** The array header, name and type. */
  readonly head: Uint8Array;
  readonly write: ValueWriter;
}

/** Whether columns can be sent as blocks: only numbers and texts, with a non-null `time` in every row. */
export function areColumns(columns: readonly UploadColumn[], rowCount: number): boolean {
  const time = columns.find(({ name }) => name === "time");
  if (time?.kind !== "long" || columns.some(({ kind }) => kind === "boolean" || kind === "list"))
    return false;
  for (let row = 0; row < rowCount; row++) if (time.values.at(row) === null) return false;
  return true;
}

/**
 * Encodes rows as blocks of columns for svclib's own service: `[rows, columns]`, then per column
 * `[name, "long" | "double" | "string", values, present]`. Values are little-endian int64, doubles, or texts prefixed with their uint32
 * length, without nulls; `present` has one byte per row, 0 for null, and is nil if there are no nulls.
 */
export class ColumnEncoder {
  readonly #out = new MsgpackWriter();
  readonly #columns: readonly ColumnWriter[];
  readonly #present: Uint8Array;
  /** Maximum rows of a block. */
  readonly rows: number;

  constructor(columns: readonly UploadColumn[]) {
    this.rows = Math.max(1, Math.min(MAX_ROWS, Math.floor(USUAL_BYTES / (8 * columns.length))));
    this.#present = new Uint8Array(this.rows);
    this.#columns = columns.map(({ name, kind, values }) => ({
      head: columnHead(name, kind),
      write:
        kind === "string"
          ? this.#textWriter(values)
          : kind === "long"
            ? this.#integerWriter(values)
            : this.#doubleWriter(values),
    }));
  }

  /** Encodes a block of rows from `from` on. @returns the index after its last row, at most `rowCount`. */
  encode(from: number, rowCount: number): { readonly body: Uint8Array<ArrayBuffer>; readonly to: number } {
    let to = Math.min(from + this.rows, rowCount);
    while (!this.#block(from, to)) to = from + Math.ceil((to - from) / 2);
    return { body: this.#out.take(), to };
  }

  /** @returns false, with nothing written, when the rows are too large for a block. */
  #block(from: number, to: number): boolean {
    const out = this.#out;
    out.pos = 0;
    out.arrayHeader(2);
    out.int32(to - from);
    out.int32(this.#columns.length);
    for (const { head, write } of this.#columns) {
      out.packed(head);
      out.room(5);
      const start = out.pos;
      out.pos += 5;
      const nulls = write(from, to);
      if (out.pos > MAX_BYTES && to - from > 1) return false;
      out.bytes[start] = BIN32;
      out.view.setUint32(start + 1, out.pos - start - 5);
      if (nulls === 0) out.nil();
      else out.binary(this.#present.subarray(0, to - from));
    }
    return true;
  }

  #integerWriter(values: Column): ValueWriter {
    const out = this.#out;
    return this.#numberWriter(values, (value, at) => {
      if (typeof value === "bigint") return out.view.setBigInt64(at, value, true);
      out.view.setInt32(at, value, true);
      out.view.setInt32(at + 4, Math.floor(value / 0x1_0000_0000), true);
    });
  }

  #doubleWriter(values: Column): ValueWriter {
    const out = this.#out;
    const each = this.#numberWriter(values, (value, at) => out.view.setFloat64(at, Number(value), true));
    if (!(values instanceof Float64Array)) return each;
    return (from, to) => {
      out.packed(new Uint8Array(values.buffer, values.byteOffset + 8 * from, 8 * (to - from)));
      return 0;
    };
  }

  #numberWriter(values: Column, put: (value: number | bigint, at: number) => void): ValueWriter {
    return (from, to) => {
      const out = this.#out;
      out.room(8 * (to - from));
      let nulls = 0;
      for (let row = from; row < to; row++) {
        const value = values.at(row) as number | bigint | null;
        this.#present[row - from] = value === null ? 0 : 1;
        if (value === null) nulls++;
        else {
          put(value, out.pos);
          out.pos += 8;
        }
      }
      return nulls;
    };
  }

  /** Copies texts that are still undecoded bytes, without creating strings. */
  #textWriter(values: Column): ValueWriter {
    const out = this.#out;
    const putText = (bytes: Uint8Array, start: number, end: number): void => {
      out.room(4);
      out.view.setUint32(out.pos, end - start, true);
      out.pos += 4;
      out.packed(bytes, start, end);
    };
    const putString = (value: string): void => {
      // A UTF-16 unit takes at most three bytes in UTF-8.
      out.room(4 + 3 * value.length);
      const length = out.writeUtf8(value, out.pos + 4);
      out.view.setUint32(out.pos, length, true);
      out.pos += 4 + length;
    };
    return (from, to) => {
      let nulls = 0;
      let block: ReturnType<TextColumn["rawBlock"]> = null;
      for (let row = from; row < to && out.pos <= MAX_BYTES; row++) {
        const at = row % BLOCK_ROWS;
        if (values instanceof TextColumn && (at === 0 || row === from)) block = values.rawBlock(row);
        let isNull = false;
        if (block === null) {
          const value = values.at(row) as string | null;
          if (value === null) isNull = true;
          else putString(value);
        } else if ("codes" in block) {
          const code = block.codes[at] as number;
          const { bytes, offsets } = block.dictionary;
          if (code === 0) isNull = true;
          else putText(bytes, offsets[code - 1] as number, offsets[code] as number);
        } else if (block.nulls?.[at] === 1) isNull = true;
        else putText(block.bytes, block.offsets[at] as number, block.offsets[at + 1] as number);
        this.#present[row - from] = isNull ? 0 : 1;
        if (isNull) nulls++;
      }
      return nulls;
    };
  }
}

function columnHead(name: string, kind: string): Uint8Array {
  const out = new MsgpackWriter(256);
  out.arrayHeader(4);
  out.text(name);
  out.text(kind);
  return out.take();
}
