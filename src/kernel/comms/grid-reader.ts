import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { ColumnData } from "../../core/blocks/column-data.ts";
import { ColumnReader } from "../../core/blocks/decode-columns.ts";
import { rowReader } from "../../core/blocks/row-reader.ts";
import type { BlockIndex, GridColumn, GridFile, GridIndex } from "../../magics/display/grid/grid-file.ts";
import type { CellValue } from "./grid-request.ts";
import { decimalScale, isNumberColumn } from "./cell-text.ts";

/** Rows that a scan reads before the thread serves other requests. */
const ROWS_AT_ONCE = 1 << 16;
/** Read buffers up to this size are reused. */
const MAX_KEPT_BYTES = 1 << 22;

/** Lets the thread serve other requests. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A buffer for one block, which the next one overwrites. */
interface Space {
  buffer: ArrayBuffer;
}

/** Some rows of a column. The data is valid until the reader reads another block. */
export interface GridBlock {
  readonly data: ColumnData;
  /** The first row, and the row after the last. */
  readonly from: number;
  readonly to: number;
}

/** Reads the copy of one displayed table, block by block. */
export class GridReader {
  readonly file: GridFile;
  readonly #blocks: Readonly<Record<string, BlockIndex>>;
  readonly #folder: string;
  readonly #files = new Map<string, number>();
  readonly #space: Space = { buffer: new ArrayBuffer(1 << 16) };

  /** @throws Error if the copy no longer exists. */
  constructor(folder: string) {
    this.#folder = folder;
    const index = JSON.parse(readFileSync(join(folder, "grid.json"), "utf8")) as GridIndex;
    this.file = index.file;
    this.#blocks = index.blocks;
  }

  column(at: number): GridColumn {
    const column = this.file.columns[at];
    if (column === undefined) throw new Error(`the table has no column number ${at}`);
    return column;
  }

  /** Reads a column's blocks in order. Between some of them the thread serves other requests, which may read blocks too. */
  async scan(column: number, act: (block: GridBlock) => void): Promise<void> {
    const { rows } = this.#index(String(column));
    let paused = 0;
    for (const [at, row] of rows.entries()) {
      act(this.#block(String(column), at));
      if (row - paused < ROWS_AT_ONCE) continue;
      paused = row;
      await nextTurn();
    }
  }

  /**
   * Values of the rows from `from` to before `to`.
   *
   * @param asJson - Gives nested values as JSON, not as the table shows them.
   */
  values(column: number, from: number, to: number, asJson = false): CellValue[] {
    return Array.from({ length: to - from }, (_, at) => from + at).map(this.valueReader(column, asJson));
  }

  /** Returns a function that gives the value of a row; fast for rows in order. */
  valueReader(column: number, asJson = false): (row: number) => CellValue {
    const { kind } = this.column(column);
    const file = asJson && kind === "nested" ? `${column}.json` : String(column);
    const { rows } = this.#index(file);
    let [from, to] = [0, 0];
    let read: (row: number) => unknown = () => null;
    const space: Space = { buffer: new ArrayBuffer(0) };
    return (row) => {
      if (row < from || row >= to) {
        const block = this.#block(file, blockOf(rows, row), space);
        ({ from, to } = block);
        read = rowReader(block.data);
      }
      const value = read(row - from);
      if (kind === "date" && value !== null) return Number.isNaN(value) ? "NaT" : (value as number);
      if (typeof value === "bigint")
        return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
      return typeof value === "number" && !Number.isFinite(value) ? String(value) : (value as CellValue);
    };
  }

  /** Whether the values are dates or numbers, including decimals as text. */
  isNumeric(at: number): boolean {
    const column = this.column(at);
    return column.kind === "date" || isNumberColumn(column);
  }

  isDecimal(at: number): boolean {
    return decimalScale(this.column(at)) !== null;
  }

  #index(file: string): BlockIndex {
    const index = this.#blocks[file];
    if (index === undefined) throw new Error(`the table has no column number ${file}`);
    return index;
  }

  #block(file: string, at: number, space = this.#space): GridBlock {
    const { rows, bytes } = this.#index(file);
    const [from, to] = [rows[at - 1] ?? 0, rows[at] ?? 0];
    const [start, end] = [bytes[at - 1] ?? 0, bytes[at] ?? 0];
    const data = new ColumnReader(this.#read(file, start, end, space), to - from).next();
    return { data, from, to };
  }

  #read(name: string, from: number, to: number, space: Space): Uint8Array<ArrayBuffer> {
    let file = this.#files.get(name);
    if (file === undefined) this.#files.set(name, (file = openSync(join(this.#folder, name), "r")));
    const size = to - from;
    let { buffer } = space;
    if (size > buffer.byteLength) {
      buffer = new ArrayBuffer(size);
      if (size <= MAX_KEPT_BYTES) space.buffer = buffer;
    }
    const bytes = new Uint8Array(buffer, 0, size);
    for (let at = 0; at < size;) {
      const read = readSync(file, bytes, at, size - at, from + at);
      if (read === 0) throw new Error("the copy of the table is damaged; show the table again");
      at += read;
    }
    return bytes;
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
  }
}

/** Index of the block that has a row. */
function blockOf(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) > row) high = middle;
    else low = middle + 1;
  }
  if (row >= (rows[low] ?? 0)) throw new Error(`the table has no row ${row}`);
  return low;
}

/** Values of a numeric column as doubles, large integers and decimals rounded; NaN for null. */
export function doublesOf({ data, from, to }: GridBlock): Float64Array {
  const numbers = new Float64Array(to - from);
  if (data.kind === "integer" || data.kind === "float") numbers.set(data.values);
  else {
    const read = rowReader(data);
    for (let at = 0; at < numbers.length; at++) numbers[at] = doubleOf(read(at));
  }
  const nulls = "nulls" in data ? data.nulls : null;
  if (nulls !== null) for (let at = 0; at < numbers.length; at++) if (nulls[at] === 1) numbers[at] = NaN;
  return numbers;
}

/** A number, or a decimal as text, as a double; NaN for null. */
const doubleOf = (value: unknown): number => (value === null ? NaN : Number(value));
