import { DecodeError } from "../errors.ts";
import { CHUNK, CHUNK_HEAD_BYTES, FORM, KIND, aligned } from "./block-format.ts";
import type { PartType } from "./block-writer.ts";
import type { ByteList, ColumnData, Numbers } from "./column-data.ts";

/** The arrays of numbers, by the form of their column. */
const NUMBERS = new Map<number, PartType<Numbers>>([
  [FORM.int8, Int8Array],
  [FORM.int16, Int16Array],
  [FORM.int32, Int32Array],
  [FORM.float64, Float64Array],
]);

function wrong(what: string): DecodeError {
  return new DecodeError(`a block of the result is damaged: ${what}`);
}

/** Checks that every code is 0 (null) or an entry, and that every entry is used. */
function checkCodes(codes: Uint8Array | Uint16Array, entryCount: number): void {
  const used = new Uint8Array(entryCount + 1);
  // By index: until the loop is compiled, an iterator allocates an object per row.
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code > entryCount) throw wrong(`code ${code} in a dictionary of ${entryCount} entries`);
    used[code] = 1;
  }
  const unused = used.indexOf(0, 1);
  if (unused > 0) throw wrong(`entry ${unused} of a dictionary of ${entryCount} is unused`);
}

/** Reads a block's columns in order, as views of its bytes; checks every length against them. */
export class ColumnReader {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #rows: number;
  #at = 0;
  #end = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>, rows: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#rows = rows;
  }

  /** @throws DecodeError */
  next(): ColumnData {
    const view = this.#view;
    const head = this.#at;
    if (head + CHUNK_HEAD_BYTES > this.#bytes.length) throw wrong("a column is missing");
    const kind = view.getUint8(head + CHUNK.kind);
    const length = view.getUint32(head + CHUNK.length, true);
    this.#end = head + length;
    if (length < CHUNK_HEAD_BYTES || length % 8 !== 0 || this.#end > this.#bytes.length)
      throw wrong(`a column has the wrong length of ${length} bytes`);
    this.#at = head + CHUNK_HEAD_BYTES;
    const nulls = view.getUint8(head + CHUNK.nulls) === 1 ? this.#part(Uint8Array, this.#rows) : null;
    const data = this.#data(kind, view.getUint8(head + CHUNK.form), nulls, head);
    if (this.#at !== this.#end) throw wrong(`a column has the wrong length of ${length} bytes`);
    return data;
  }

  /** Reads the columns that are left. @throws DecodeError */
  rest(): ColumnData[] {
    const columns: ColumnData[] = [];
    while (this.#at < this.#bytes.length) columns.push(this.next());
    return columns;
  }

  /** Ends the block. @throws DecodeError when there are more columns. */
  end(): void {
    if (this.#at < this.#bytes.length) throw wrong("more columns than the schema");
  }

  #data(kind: number, form: number, nulls: Uint8Array | null, head: number): ColumnData {
    const rows = this.#rows;
    const byteCount = this.#view.getUint32(head + CHUNK.bytes, true);
    const entryCount = this.#view.getUint32(head + CHUNK.entries, true);
    const Numbers = NUMBERS.get(form);
    if (Numbers !== undefined) {
      const values = this.#part(Numbers, rows);
      return { kind: kind === KIND.float ? "float" : "integer", values, nulls };
    }
    switch (form) {
      case FORM.int64:
        return { kind: "int64", values: this.#part(BigInt64Array, rows), nulls };
      case FORM.codes:
        return { kind: "boolean", codes: this.#part(Uint8Array, rows) };
      case FORM.bytes:
        return { kind: kind === KIND.value ? "packed" : "utf8", ...this.#list(rows, byteCount, head), nulls };
      case FORM.dictionary8:
      case FORM.dictionary16: {
        const entries = this.#list(entryCount, byteCount, head);
        const codes =
          form === FORM.dictionary8 ? this.#part(Uint8Array, rows) : this.#part(Uint16Array, rows);
        checkCodes(codes, entryCount);
        return { kind: "coded", entries, codes };
      }
      default:
        throw wrong(`the form ${form}`);
    }
  }

  #list(count: number, byteCount: number, head: number): ByteList {
    const lengths = this.#lengths(count, this.#view.getUint8(head + CHUNK.lengthBytes));
    const bytes = this.#part(Uint8Array, byteCount);
    const offsets = new Uint32Array(count + 1);
    let last = 0;
    for (let i = 0; i < count; i++) {
      last += lengths[i] as number;
      offsets[i + 1] = last;
    }
    if (last !== byteCount) throw wrong(`texts of ${last} bytes are stored in ${byteCount}`);
    return { offsets, bytes };
  }

  #lengths(count: number, width: number): Uint8Array | Uint16Array | Uint32Array {
    if (width === 1) return this.#part(Uint8Array, count);
    if (width === 2) return this.#part(Uint16Array, count);
    if (width === 4) return this.#part(Uint32Array, count);
    throw wrong(`text lengths are ${width} bytes wide`);
  }

  #part<T>(Type: PartType<T>, count: number): T {
    const bytes = count * Type.BYTES_PER_ELEMENT;
    if (this.#at + bytes > this.#end)
      throw wrong(`${count} values of ${Type.BYTES_PER_ELEMENT} bytes overrun their column`);
    const part = new Type(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, count);
    this.#at += aligned(bytes);
    return part;
  }
}
