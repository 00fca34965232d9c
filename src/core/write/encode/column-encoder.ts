import { MsgpackWriter } from "../../wire/msgpack-writer.ts";
import type { UploadColumn } from "../columns/upload-column.ts";
import { plainWriter, type PlainWriter } from "./plain-writer.ts";

/** Maximum rows of a block: the row group size of the engine's tables, which load whole groups at half the cost. */
const MAX_ROWS = 122_880;
/** Typical bytes of a block of numbers, and maximum bytes of a block with several rows. */
const USUAL_BYTES = 8 * 2 ** 20;
const MAX_BYTES = 16 * 2 ** 20;

const BIN32 = 0xc6;

interface ColumnWriter {
  /** The array header, name and type. */
  readonly head: Uint8Array;
  readonly write: PlainWriter;
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
      write: plainWriter(
        kind === "string" || kind === "long" ? kind : "double",
        values,
        this.#out,
        this.#present,
        MAX_BYTES,
      ),
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
}

function columnHead(name: string, kind: string): Uint8Array {
  const out = new MsgpackWriter(256);
  out.arrayHeader(4);
  out.text(name);
  out.text(kind);
  return out.take();
}
