import { Encoder } from "@msgpack/msgpack";
import { BLOCK_ROWS, TextColumn } from "../../table/columns/text-column.ts";
import type { Column } from "../../table/table.ts";
import type { UploadColumn } from "../columns/upload-column.ts";
import { ByteSink } from "./byte-sink.ts";
import { putBytes, writeUtf8 } from "./cell-writer.ts";

/** Maximum rows of a block: the row group size of the engine's tables, which load whole groups at half the cost. */
const MAX_ROWS = 122_880;
/** Typical bytes of a block of numbers, and maximum bytes of a block with several rows. */
const USUAL_BYTES = 8 * 2 ** 20;
const MAX_BYTES = 16 * 2 ** 20;

const NIL = 0xc0;
const FIXARRAY = 0x90;
const BIN32 = 0xc6;
const UINT32 = 0xce;

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
  readonly #sink = new ByteSink();
  readonly #columns: readonly ColumnWriter[];
  readonly #present: Uint8Array;
  /** Maximum rows of a block. */
  readonly rows: number;

  constructor(columns: readonly UploadColumn[]) {
    this.rows = Math.max(1, Math.min(MAX_ROWS, Math.floor(USUAL_BYTES / (8 * columns.length))));
    this.#present = new Uint8Array(this.rows);
    const texts = new Encoder();
    this.#columns = columns.map(({ name, kind, values }) => ({
      head: Buffer.concat([Uint8Array.of(FIXARRAY | 4), texts.encode(name), texts.encode(kind)]),
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
    return { body: this.#sink.take(), to };
  }

  /** @returns false, with nothing written, when the rows are too large for a block. */
  #block(from: number, to: number): boolean {
    const sink = this.#sink;
    sink.pos = 0;
    sink.room(11);
    sink.bytes[sink.pos++] = FIXARRAY | 2;
    for (const count of [to - from, this.#columns.length]) this.#putHead(UINT32, sink.pos, count);
    for (const { head, write } of this.#columns) {
      sink.room(head.length + 5);
      putBytes(sink, head, 0, head.length);
      const start = sink.pos;
      sink.pos += 5;
      const nulls = write(from, to);
      if (sink.pos > MAX_BYTES && to - from > 1) return false;
      this.#putHead(BIN32, start, sink.pos - start - 5);
      sink.room(5 + to - from);
      if (nulls === 0) sink.bytes[sink.pos++] = NIL;
      else {
        this.#putHead(BIN32, sink.pos, to - from);
        putBytes(sink, this.#present, 0, to - from);
      }
    }
    return true;
  }

  /** Writes a type code and a uint32, at an offset that may be before the end. */
  #putHead(code: number, at: number, value: number): void {
    const sink = this.#sink;
    sink.bytes[at] = code;
    sink.view.setUint32(at + 1, value);
    sink.pos = Math.max(sink.pos, at + 5);
  }

  #integerWriter(values: Column): ValueWriter {
    const sink = this.#sink;
    return this.#numberWriter(values, (value, at) => {
      if (typeof value === "bigint") return sink.view.setBigInt64(at, value, true);
      sink.view.setInt32(at, value, true);
      sink.view.setInt32(at + 4, Math.floor(value / 0x1_0000_0000), true);
    });
  }

  #doubleWriter(values: Column): ValueWriter {
    const sink = this.#sink;
    const each = this.#numberWriter(values, (value, at) => sink.view.setFloat64(at, Number(value), true));
    if (!(values instanceof Float64Array)) return each;
    return (from, to) => {
      const bytes = new Uint8Array(values.buffer, values.byteOffset + 8 * from, 8 * (to - from));
      sink.room(bytes.length);
      putBytes(sink, bytes, 0, bytes.length);
      return 0;
    };
  }

  #numberWriter(values: Column, put: (value: number | bigint, at: number) => void): ValueWriter {
    return (from, to) => {
      const sink = this.#sink;
      sink.room(8 * (to - from));
      let nulls = 0;
      for (let row = from; row < to; row++) {
        const value = values.at(row) as number | bigint | null;
        this.#present[row - from] = value === null ? 0 : 1;
        if (value === null) nulls++;
        else {
          put(value, sink.pos);
          sink.pos += 8;
        }
      }
      return nulls;
    };
  }

  /** Copies texts that are still undecoded bytes, without creating strings. */
  #textWriter(values: Column): ValueWriter {
    const sink = this.#sink;
    const putText = (bytes: Uint8Array, start: number, end: number): void => {
      sink.room(4 + end - start);
      sink.view.setUint32(sink.pos, end - start, true);
      sink.pos += 4;
      putBytes(sink, bytes, start, end);
    };
    return (from, to) => {
      let nulls = 0;
      let block: ReturnType<TextColumn["rawBlock"]> = null;
      for (let row = from; row < to && sink.pos <= MAX_BYTES; row++) {
        const at = row % BLOCK_ROWS;
        if (values instanceof TextColumn && (at === 0 || row === from)) block = values.rawBlock(row);
        let isNull = false;
        if (block === null) {
          const value = values.at(row) as string | null;
          if (value === null) isNull = true;
          else putString(sink, value);
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

function putString(sink: ByteSink, value: string): void {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  sink.room(4 + 3 * value.length);
  const length = writeUtf8(sink, value, sink.pos + 4);
  sink.view.setUint32(sink.pos, length, true);
  sink.pos += 4 + length;
}
