import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { KIND_BYTES, type GridColumn, type GridFile } from "../../magics/display/grid/grid-file.ts";

/** A cell as it is sent: long integers and numbers that JSON does not have as texts, dates as unix ms. */
export type CellValue = string | number | boolean | null;

/** Rows that are read at a time. */
const PIECE = 1 << 16;

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Looks at rows piece by piece; between two of them the thread answers what else it is asked. */
export async function inPieces(rows: number, act: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < rows; from += PIECE) {
    act(from, Math.min(rows, from + PIECE));
    await breathe();
  }
}

/** The copy of one shown table. Reads what is asked for; keeps nothing but the texts of dictionaries. */
export class GridReader {
  readonly file: GridFile;
  readonly #folder: string;
  readonly #files = new Map<string, number>();
  readonly #texts = new Map<number, readonly string[]>();

  /** @throws Error where the copy is not there any more. */
  constructor(folder: string) {
    this.#folder = folder;
    this.file = JSON.parse(readFileSync(join(folder, "grid.json"), "utf8")) as GridFile;
  }

  column(at: number): GridColumn {
    const column = this.file.columns[at];
    if (column === undefined) throw new Error(`the table has no column number ${at}`);
    return column;
  }

  /** Bytes of one of a column's files. */
  bytes(column: number, ending: "val" | "nul" | "txt", from: number, to: number): Buffer {
    const name = `${column}.${ending}`;
    let file = this.#files.get(name);
    if (file === undefined) this.#files.set(name, (file = openSync(join(this.#folder, name), "r")));
    const bytes = Buffer.from(new ArrayBuffer(to - from));
    for (let at = 0; at < bytes.length;) {
      const read = readSync(file, bytes, at, bytes.length - at, from + at);
      if (read === 0) throw new Error("the copy of the table is damaged; show the table again");
      at += read;
    }
    return bytes;
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
    const { kind, nulls } = this.column(at);
    const count = to - from;
    const size = KIND_BYTES[kind];
    const missing = nulls ? this.bytes(at, "nul", from, to) : null;
    if (kind === "text" || kind === "json") {
      const start = from === 0 ? 0 : this.bytes(at, "val", (from - 1) * 4, from * 4).readUInt32LE(0);
      const ends = new Uint32Array(this.bytes(at, "val", from * 4, to * 4).buffer);
      const bytes = this.bytes(at, "txt", start, ends[count - 1] ?? start);
      return Array.from(ends, (end, row) => {
        if (missing?.[row] === 1) return null;
        return bytes.toString("utf8", (row === 0 ? start : (ends[row - 1] as number)) - start, end - start);
      });
    }
    const raw = this.bytes(at, "val", from * size, to * size).buffer as ArrayBuffer;
    const read = readers[kind](raw);
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

  /** Are the column's values numbers, also as texts of decimals, or dates? */
  isNumeric(at: number): boolean {
    const { kind, type } = this.column(at);
    return !/^(?:text|json|dict|bool)$/.test(kind) || /^(?:decimal|numeric)\b/i.test(type ?? "");
  }

  /** Values of a numeric column as numbers, long integers rounded; NaN for none. */
  numbers(at: number, from: number, to: number): Float64Array {
    const { kind, nulls } = this.column(at);
    if (kind === "text" || kind === "json" || kind === "dict" || kind === "bool")
      return Float64Array.from(this.values(at, from, to), (value) => (value === null ? NaN : Number(value)));
    const size = KIND_BYTES[kind];
    const raw = readers[kind](this.bytes(at, "val", from * size, to * size).buffer as ArrayBuffer);
    const numbers = raw instanceof Float64Array ? raw : Float64Array.from(raw as ArrayLike<number>, Number);
    const missing = nulls ? this.bytes(at, "nul", from, to) : null;
    if (missing !== null)
      for (let row = 0; row < numbers.length; row++) if (missing[row] === 1) numbers[row] = NaN;
    return numbers;
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
  }
}

type Read = (bytes: ArrayBuffer) => ArrayLike<number | bigint>;

/** The typed arrays of kinds of columns; those that have texts have numbers for them. */
export const readers: Readonly<Record<Exclude<GridColumn["kind"], "text" | "json">, Read>> = {
  i8: (bytes) => new Int8Array(bytes),
  u8: (bytes) => new Uint8Array(bytes),
  i16: (bytes) => new Int16Array(bytes),
  u16: (bytes) => new Uint16Array(bytes),
  i32: (bytes) => new Int32Array(bytes),
  u32: (bytes) => new Uint32Array(bytes),
  i64: (bytes) => new BigInt64Array(bytes),
  u64: (bytes) => new BigUint64Array(bytes),
  f32: (bytes) => new Float32Array(bytes),
  f64: (bytes) => new Float64Array(bytes),
  bool: (bytes) => new Uint8Array(bytes),
  date: (bytes) => new Float64Array(bytes),
  dict: (bytes) => new Uint32Array(bytes),
};
