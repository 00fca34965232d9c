import type { Column, Table } from "../../../core/table/table.ts";

/** What each column of a result stands for when it is pivoted or plotted. */
export interface ColumnRoles {
  /** The first index column, else the first column. */
  readonly index: string;
  /** Columns that hold text, booleans or the like, and columns whose name ends in `_id`. */
  readonly dimensions: readonly string[];
  /** The others: numbers. */
  readonly measures: readonly string[];
}

/** Service types whose values are numbers, even where they are kept as text to stay exact. */
const DECIMAL = /^(?:decimal|numeric)\b/i;

/** @returns null for a table without columns. */
export function columnRoles(table: Table): ColumnRoles | null {
  const names = table.columnNames();
  const index = table.index[0] ?? names[0];
  if (index === undefined) return null;
  const rest = names.filter((name) => name !== index && !table.index.includes(name));
  const measures = rest.filter((name) => !name.endsWith("_id") && isMeasure(table, name));
  return { index, dimensions: rest.filter((name) => !measures.includes(name)), measures };
}

/** Does the column hold numbers? A column without any value counts as numbers. */
export function isMeasure(table: Table, name: string): boolean {
  if (DECIMAL.test(table.types[name] ?? "")) return true;
  for (const value of table.data()[name] as Column) {
    if (value !== null && value !== undefined) return typeof value === "number" || typeof value === "bigint";
  }
  return true;
}
