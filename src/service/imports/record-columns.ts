import type { CellSink, RecordSink } from "../msgpack/msgpack-reader.ts";
import { RecordColumn } from "./record-column.ts";

/** Most records of a block, and fewer where there are many columns: a block is in memory whole. */
const MOST_ROWS = 32_768;
const MOST_CELLS = 2 ** 20;

/** Some thousand records, taken in cell by cell as columns. Column names are equal when they differ in case only: the first spelling stays. */
export class RecordColumns implements RecordSink {
  readonly #columns: RecordColumn[] = [];
  readonly #byName = new Map<string, RecordColumn>();
  /** The column of the key that stood at a position last time. */
  readonly #byPosition: { key: string; column: RecordColumn }[] = [];
  readonly #time = new RecordColumn("time");
  #row = 0;
  #most = MOST_ROWS;

  get rowCount(): number {
    return this.#row;
  }

  get isFull(): boolean {
    return this.#row >= this.#most;
  }

  /** The columns with a value, `time` first. */
  get columns(): RecordColumn[] {
    return [this.#time, ...this.#columns].filter((column) => !column.isEmpty(this.#row));
  }

  cell(key: string, position: number): CellSink | null {
    const known = this.#byPosition[position];
    if (known?.key === key) {
      known.column.row = this.#row;
      return known.column;
    }
    // Uploads made from a CSV file carry their row number under an empty name.
    if (key === "") return null;
    const column = this.#column(key);
    this.#byPosition[position] = { key, column };
    column.row = this.#row;
    return column;
  }

  /** The record is whole. */
  add(time: number): void {
    this.#time.row = this.#row;
    this.#time.integer(time);
    this.#row++;
  }

  /** The record is not taken in, or comes again from its beginning. */
  drop(): void {
    for (const column of [this.#time, ...this.#columns]) column.clear(this.#row);
  }

  #column(key: string): RecordColumn {
    let column = this.#byName.get(key);
    if (column) return column;
    const lower = key.toLowerCase();
    column = lower === "time" ? this.#time : this.#columns.find(({ name }) => name.toLowerCase() === lower);
    if (!column) {
      column = new RecordColumn(key);
      this.#columns.push(column);
      this.#most = Math.min(MOST_ROWS, Math.ceil(MOST_CELLS / (this.#columns.length + 1)));
    }
    this.#byName.set(key, column);
    return column;
  }
}
