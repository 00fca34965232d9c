import { ConfigError } from "./errors.ts";
import type { Table } from "./table/table.ts";

/** How the columns of a result are presented. */
export interface TableShape {
  /** Column, or columns, that become the index. Default: the integer index. */
  readonly index_col?: string | readonly string[] | null;
  /**
   * Columns to turn into `Date`. A list: ISO text, `YYYY-MM-DD HH:MM:SS`, or unix seconds. An object from column name
   * to format: a strftime pattern for text, or `D`, `s`, `ms`, `us`, `ns` for integers. What names no zone is UTC.
   */
  readonly parse_dates?: readonly string[] | Readonly<Record<string, string>> | null;
}

/** {@link TableShape}, checked before anything is sent. */
export interface CheckedShape {
  readonly index: readonly string[];
}

export function checkShape({ index_col }: TableShape): CheckedShape {
  const index = index_col == null ? [] : typeof index_col === "string" ? [index_col] : [...index_col];
  if (index.some((name) => typeof name !== "string"))
    throw new ConfigError("index_col must be a column name");
  return { index };
}

/** Apply a shape to a result. */
export function shapeTable(table: Table, { index }: CheckedShape): Promise<Table> {
  return Promise.resolve(index.length === 0 ? table : table.set_index(...index));
}
