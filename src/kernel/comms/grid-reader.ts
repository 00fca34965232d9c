import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { CellValue } from "./grid-request.ts";
import { GRID_ARRAYS, type GridColumn, type GridFile } from "../../magics/display/grid/grid-file.ts";

/** Rows per piece. */
export const PIECE = 1 << 16;
/** Read buffers up to this size are reused. */
const MAX_KEPT_BYTES = 1 << 22;

/** Lets the thread serve other requests. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Processes rows in pieces; between them the thread serves other requests. */
export async function inPieces(rows: number, act: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < rows; from += PIECE) {
    act(from, Math.min(rows, from + PIECE));
    await nextTurn();
  }
}

interface ArrayType {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, start: number, length: number): ArrayLike<number | bigint>;
}

type Ending = "val" | "nul" | "txt";

/** Reads the copy of one displayed table on demand. Only dictionaries are cached. */
export class GridReader {
  readonly file: GridFile;
  readonly #folder: string;
  readonly #files = new Map<string, number>();
  readonly #texts = new Map<number, readonly string[]>();
  readonly #space = new Map<Ending, ArrayBuffer>();
  #converted = new Float64Array(0);

  /** @throws Error if the copy no longer exists. */
  constructor(folder: string) {
    this.#folder = folder;
    this.file = JSON.parse(readFileSync(join(folder, "grid.json"), "utf8")) as GridFile;
  }

  column(at: number): GridColumn {
    const column = this.file.columns[at];
    if (column === undefined) throw new Error(`the table has no column number ${at}`);
    return column;
  }

  /** Bytes of one of a column's files, in a buffer that the next read of a file with the same ending reuses. */
  bytes(column: number, ending: Ending, from: number, to: number): Uint8Array<ArrayBuffer> {
    const name = `${column}.${ending}`;
    let file = this.#files.get(name);
    if (file === undefined) this.#files.set(name, (file = openSync(join(this.#folder, name), "r")));
    const bytes = new Uint8Array(this.#spaceFor(ending, to - from), 0, to - from);
    for (let at = 0; at < bytes.length;) {
      const read = readSync(file, bytes, at, bytes.length - at, from + at);
      if (read === 0) throw new Error("the copy of the table is damaged; show the table again");
      at += read;
    }
    return bytes;
  }

  #spaceFor(ending: Ending, size: number): ArrayBuffer {
    const kept = this.#space.get(ending);
    if (kept !== undefined && kept.byteLength >= size) return kept;
    const made = new ArrayBuffer(Math.max(size, 1 << 10));
    if (size <= MAX_KEPT_BYTES) this.#space.set(ending, made);
    return made;
  }

  /** Stored values of the rows from `from` to before `to`: numbers, codes of texts, or codes of booleans. */
  raw(column: number, from: number, to: number): ArrayLike<number | bigint> {
    const { kind } = this.column(column);
    if (kind === "text" || kind === "json") throw new Error(`column ${column} holds texts`);
    const Values = GRID_ARRAYS[kind] as ArrayType;
    const { buffer } = this.bytes(
      column,
      "val",
      from * Values.BYTES_PER_ELEMENT,
      to * Values.BYTES_PER_ELEMENT,
    );
    return new Values(buffer, 0, to - from);
  }

  /** Concatenated UTF-8 texts with the end offset of each, and a null mask. */
  rawTexts(
    column: number,
    from: number,
    to: number,
  ): { readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly missing: Uint8Array | null } {
    const first = Math.max(0, from - 1);
    const ends = new Uint32Array(this.bytes(column, "val", first * 4, to * 4).slice().buffer);
    const start = from === 0 ? 0 : (ends[0] as number);
    const own = from === 0 ? ends : ends.subarray(1);
    for (let at = 0; at < own.length; at++) own[at] = (own[at] as number) - start;
    const bytes = this.bytes(column, "txt", start, start + (own.at(-1) ?? 0));
    return { bytes, ends: own, missing: this.missing(column, from, to) };
  }

  /** Null mask, 1 for null; null if the column has no nulls. */
  missing(column: number, from: number, to: number): Uint8Array | null {
    return this.column(column).nulls ? this.bytes(column, "nul", from, to) : null;
  }

  /** The distinct texts of a column of kind `dict`; code 1 is the first. */
  texts(column: number): readonly string[] {
    let texts = this.#texts.get(column);
    if (texts === undefined) {
      texts = JSON.parse(readFileSync(join(this.#folder, `${column}.dic`), "utf8")) as string[];
      this.#texts.set(column, texts);
    }
    return texts;
  }

  /** Values of the rows from `from` to before `to`. */
  values(at: number, from: number, to: number): CellValue[] {
    const { kind } = this.column(at);
    const count = to - from;
    if (kind === "text" || kind === "json") {
      const { bytes, ends, missing } = this.rawTexts(at, from, to);
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return Array.from(ends, (end, row) =>
        missing?.[row] === 1 ? null : text.toString("utf8", row === 0 ? 0 : ends[row - 1], end),
      );
    }
    const missing = this.missing(at, from, to);
    const read = this.raw(at, from, to);
    const texts = kind === "dict" ? this.texts(at) : [];
    return Array.from({ length: count }, (_, row) => {
      if (missing?.[row] === 1) return null;
      const value = read[row] as number | bigint;
      if (typeof value === "bigint")
        return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
      if (kind === "dict") return value === 0 ? null : (texts[value - 1] as string);
      if (kind === "bool") return value === 2 ? null : value === 1;
      if (kind === "date") return Number.isNaN(value) ? null : value;
      return Number.isFinite(value) ? value : String(value);
    });
  }

  /** Whether the values are dates or numbers, including decimals as text. */
  isNumeric(at: number): boolean {
    return !/^(?:text|json|dict|bool)$/.test(this.column(at).kind) || this.isDecimal(at);
  }

  isDecimal(at: number): boolean {
    return /^(?:decimal|numeric)\b/i.test(this.column(at).type ?? "");
  }

  /** Whether {@link numbers} may round values. */
  isRounded(at: number): boolean {
    return /^[iu]64$/.test(this.column(at).kind) || this.isDecimal(at);
  }

  /** Values of a numeric column as doubles, large integers rounded; NaN for null. The buffer is reused. */
  numbers(at: number, from: number, to: number): Float64Array {
    const { kind } = this.column(at);
    if (kind === "text" || kind === "json" || kind === "dict" || kind === "bool")
      return Float64Array.from(this.values(at, from, to), (value) => (value === null ? NaN : Number(value)));
    const read = this.raw(at, from, to);
    const numbers = read instanceof Float64Array ? read : this.#doubles(to - from);
    if (read instanceof BigInt64Array || read instanceof BigUint64Array) setRounded(read, numbers);
    else if (read !== numbers) numbers.set(read as ArrayLike<number>);
    const missing = this.missing(at, from, to);
    if (missing !== null)
      for (let row = 0; row < numbers.length; row++) if (missing[row] === 1) numbers[row] = NaN;
    return numbers;
  }

  #doubles(length: number): Float64Array {
    if (this.#converted.length < length) this.#converted = new Float64Array(length);
    return this.#converted.subarray(0, length);
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
  }
}

/** Converts 64-bit integers by their 32-bit halves, without allocating a bigint for each. */
function setRounded(values: BigInt64Array | BigUint64Array, numbers: Float64Array): void {
  const { buffer, byteOffset, length } = values;
  const low = new Uint32Array(buffer, byteOffset, 2 * length);
  const high = values instanceof BigInt64Array ? new Int32Array(buffer, byteOffset, 2 * length) : low;
  for (let at = 0; at < length; at++)
    numbers[at] = (high[2 * at + 1] as number) * 2 ** 32 + (low[2 * at] as number);
}
