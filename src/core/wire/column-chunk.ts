import { DecodeError } from "../errors.ts";
import { CHUNK, CHUNK_HEAD_BYTES, FORM, aligned } from "./result-blocks.ts";

/** Texts or MessagePack values, concatenated: number i spans `offsets[i]` to `offsets[i + 1]`. */
export interface ByteList {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** One column's rows in a block: views of the block's bytes. */
export type ColumnChunk = { readonly kind: number; readonly nulls: Uint8Array | null } & (
  | { readonly form: "numbers"; readonly values: Int8Array | Int16Array | Int32Array | Float64Array }
  | { readonly form: "int64"; readonly values: BigInt64Array }
  | { readonly form: "booleans"; readonly codes: Uint8Array }
  | ({ readonly form: "bytes" } & ByteList)
  | { readonly form: "dictionary"; readonly entries: ByteList; readonly codes: Uint8Array | Uint16Array }
);

interface PartType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, offset: number, count: number): T;
}

/** The arrays of numbers, by the form of their column. */
const NUMBERS = new Map<number, PartType<Int8Array | Int16Array | Int32Array | Float64Array>>([
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

/** Reads a block's columns in order; checks every length against the bytes. */
export class ChunkReader {
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
  next(): ColumnChunk {
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
    const chunk = { kind, nulls, ...this.#values(view.getUint8(head + CHUNK.form), head) };
    if (this.#at !== this.#end) throw wrong(`a column has the wrong length of ${length} bytes`);
    return chunk as ColumnChunk;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Ends the block. @throws DecodeError when there are more columns. */
  end(): void {
    if (!this.isAtEnd) throw wrong("more columns than the schema");
  }

  #values(form: number, head: number): object {
    const rows = this.#rows;
    const byteCount = this.#view.getUint32(head + CHUNK.bytes, true);
    const entryCount = this.#view.getUint32(head + CHUNK.entries, true);
    const Numbers = NUMBERS.get(form);
    if (Numbers !== undefined) return { form: "numbers", values: this.#part(Numbers, rows) };
    switch (form) {
      case FORM.int64:
        return { form: "int64", values: this.#part(BigInt64Array, rows) };
      case FORM.codes:
        return { form: "booleans", codes: this.#part(Uint8Array, rows) };
      case FORM.bytes:
        return { form: "bytes", ...this.#list(rows, byteCount, head) };
      case FORM.dictionary8:
      case FORM.dictionary16: {
        const entries = this.#list(entryCount, byteCount, head);
        const codes =
          form === FORM.dictionary8 ? this.#part(Uint8Array, rows) : this.#part(Uint16Array, rows);
        checkCodes(codes, entryCount);
        return { form: "dictionary", entries, codes };
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

/** Maximum bytes of texts expanded from a dictionary: a small damaged file could otherwise expand to terabytes. */
const MAX_TEXT_BYTES = 2 ** 29;

/** Expands codes of a dictionary to texts; null rows have no bytes. @throws DecodeError when they are too long. */
export function spelledOut(
  { offsets, bytes }: ByteList,
  codes: Uint8Array | Uint16Array,
): ByteList & { readonly nulls: Uint8Array | null } {
  const outOffsets = new Uint32Array(codes.length + 1);
  let nulls: Uint8Array | null = null;
  let length = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code === 0) (nulls ??= new Uint8Array(codes.length))[i] = 1;
    else length += (offsets[code] as number) - (offsets[code - 1] as number);
    outOffsets[i + 1] = length;
  }
  if (length > MAX_TEXT_BYTES)
    throw new DecodeError(
      `the texts of a block of the result have ${length} bytes: that is more than a block can hold`,
    );
  const out = new Uint8Array(length);
  let at = 0;
  for (const code of codes) {
    if (code === 0) continue;
    for (let from = offsets[code - 1] as number; from < (offsets[code] as number);)
      out[at++] = bytes[from++] as number;
  }
  return { offsets: outOffsets, bytes: out, nulls };
}
