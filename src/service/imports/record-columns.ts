import type { CellSink, RecordSink } from "../msgpack/msgpack-reader.ts";
import { RecordColumn } from "./record-column.ts";

/** Most records of a block, and fewer where there are many columns: a block is in memory whole. */
const MOST_ROWS = 32_768;
const MOST_CELLS = 2 ** 20;

/** Some thousand records, taken in cell by cell as columns. Column names are equal when they differ in case only: the first spelling stays. */
export class RecordColumns implements RecordSink {
  readonly #time = new RecordColumn("time");
  readonly #columns = [this.#time];
  /** By each spelling that came, and by the name in lower case. */
  readonly #byName = new Map([["time", this.#time]]);
  /** The column of the key that stood at a position last time. */
  readonly #byPosition: { key: string; column: RecordColumn }[] = [];
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
    return this.#columns.filter((column) => !column.isEmpty(this.#row));
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
    for (const column of this.#columns) column.clear(this.#row);
  }

  #column(key: string): RecordColumn {
    const lower = key.toLowerCase();
    let column = this.#byName.get(key) ?? this.#byName.get(lower);
    if (!column) {
      column = new RecordColumn(key);
      this.#columns.push(column);
      this.#byName.set(lower, column);
      this.#most = Math.min(MOST_ROWS, Math.ceil(MOST_CELLS / this.#columns.length));
    }
    this.#byName.set(key, column);
    return column;
  }
}
