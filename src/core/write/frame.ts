import { ConfigError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { isPlainObject } from "../text/json-text.ts";

/** The parts in use of an Arquero table, from any copy of Arquero. */
export interface TableLike {
  /** Names of the columns, in order. */
  columnNames(): string[];
  /** Number of rows after filters. */
  numRows(): number;
  /** The values of a column of a reified table. */
  column(name: string): unknown;
  /** Applies the table's filter and order. */
  reify(): TableLike;
  /** On our own {@link Table} only. */
  readonly index?: readonly string[];
  readonly types?: Readonly<Record<string, string>>;
}

/** Accepted frames: an Arquero table, or row objects. */
export type FrameInput = TableLike | Iterable<Readonly<Record<string, unknown>>>;

export interface FrameColumn {
  readonly name: string;
  readonly values: Column;
  /** The service's type of the column, if known. */
  readonly type: string | null;
}

/** Data to write, by column; never modified. */
export interface Frame {
  readonly columns: readonly FrameColumn[];
  readonly rowCount: number;
  /** Names of the index columns, which are in `columns`; empty for the default integer index. */
  readonly index: readonly string[];
}

/** Whether a value is a table of any copy of Arquero. */
export function isTable(input: unknown): input is TableLike {
  const table = input as Partial<TableLike> | null | undefined;
  return typeof table?.columnNames === "function" && typeof table.reify === "function";
}

/** @throws ConfigError for anything but a table or row objects. */
export function frameOf(input: FrameInput): Frame {
  if (isTable(input)) {
    const table = input.reify();
    const { index = [], types = {} } = table;
    const columns = table.columnNames().map((name) => {
      // hasOwn: a column may be named "constructor", which every object has.
      const type = Object.hasOwn(types, name) ? (types[name] ?? null) : null;
      return { name, values: table.column(name) as Column, type };
    });
    const rowCount = table.numRows();
    checkLengths(columns, rowCount);
    return { columns, rowCount, index };
  }
  if (typeof input !== "object" || input === null || !(Symbol.iterator in input))
    throw new ConfigError("the frame must be an Arquero table or a list of row objects");
  return frameOfRows(input);
}

/** Arquero accepts columns of different lengths, and loses some names. @throws ConfigError */
function checkLengths(columns: readonly FrameColumn[], rowCount: unknown): void {
  for (const { name, values } of columns) {
    const length: unknown = (values as Column | undefined)?.length;
    if (typeof rowCount !== "number" || typeof length !== "number")
      throw new ConfigError(`Arquero can't hold a column called ${JSON.stringify(name)} here; rename it`);
    if (length !== rowCount)
      throw new ConfigError(
        `column ${JSON.stringify(name)} of the frame has ${length} values, but the frame has ${rowCount} rows`,
      );
  }
}

/** Maps, dates, promises and the like have no fields of their own; texts and bytes have numbered ones. */
function isRow(row: unknown): row is object {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
  if (row instanceof String || ArrayBuffer.isView(row)) return false;
  return isPlainObject(row) || Object.keys(row).length > 0;
}

/** Columns in order of first occurrence; missing values are null. */
function frameOfRows(rows: Iterable<unknown>): Frame {
  const columns = new Map<string, unknown[]>();
  let rowCount = 0;
  for (const row of rows) {
    if (!isRow(row))
      throw new ConfigError(`row ${rowCount} of the frame is not an object of column names and values`);
    for (const [name, value] of Object.entries(row)) {
      let values = columns.get(name);
      if (values === undefined) columns.set(name, (values = new Array<unknown>(rowCount).fill(null)));
      values.push(value);
    }
    rowCount += 1;
    for (const values of columns.values()) if (values.length < rowCount) values.push(null);
  }
  return {
    columns: Array.from(columns, ([name, values]) => ({ name, values, type: null })),
    rowCount,
    index: [],
  };
}
