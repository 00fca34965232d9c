import type { CellSink, RecordSink } from "../msgpack/msgpack-reader.ts";
import type { BlockColumn, ImportBlock } from "./import-type.ts";
import { RecordColumn } from "./record-column.ts";

/** Maximum records of a block, fewer with many columns: a block is held in memory. */
const MAX_ROWS = 32_768;
const MAX_CELLS = 2 ** 20;

/** A block of records as columns. Column names are case-insensitive; the first spelling is kept. */
export class RecordColumns implements RecordSink, ImportBlock {
  readonly #time = new RecordColumn("time");
  readonly #columns = [this.#time];
  /** By every spelling seen, and by the name in lower case. */
  readonly #byName = new Map([["time", this.#time]]);
  /** Cache of the key and column last seen at each position of a record. */
  readonly #byPosition: { key: string; column: RecordColumn }[] = [];
  #row = 0;
  #most = MAX_ROWS;

  get rowCount(): number {
    return this.#row;
  }

  get isFull(): boolean {
    return this.#row >= this.#most;
  }

  /** Columns with at least one value; `time` comes first. */
  get columns(): BlockColumn[] {
    const rows = this.#row;
    return this.#columns.flatMap((column) => {
      const type = column.type(rows);
      if (type === null) return [];
      return [{ name: column.name, type, values: column.plain(type, rows), present: column.present(rows) }];
    });
  }

  cell(key: string, position: number): CellSink | null {
    const earlier = this.#byPosition[position];
    if (earlier?.key === key) {
      earlier.column.row = this.#row;
      return earlier.column;
    }
    // Uploads made from CSV files have row numbers under an empty name.
    if (key === "") return null;
    const column = this.#column(key);
    this.#byPosition[position] = { key, column };
    column.row = this.#row;
    return column;
  }

  /** Ends the record and keeps it. */
  add(time: number): void {
    this.#time.row = this.#row;
    this.#time.integer(time);
    this.#row++;
  }

  /** Discards the record: it is refused, or will be read again from its start. */
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
      this.#most = Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / this.#columns.length));
    }
    this.#byName.set(key, column);
    return column;
  }
}
