import type { Column, Table } from "../../../core/table/table.ts";

/** Roles of a result's columns in a pivot or plot. */
export interface ColumnRoles {
  /** The first index column, else the first column. */
  readonly index: string;
  /** Text, boolean and similar columns, and columns with names ending in `_id`. */
  readonly dimensions: readonly string[];
  /** The others: number columns. */
  readonly measures: readonly string[];
}

/** Service types of numbers that are stored as text to be exact. */
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

/** Whether a column has numbers; a column without values counts as numbers. */
export function isMeasure(table: Table, name: string): boolean {
  if (DECIMAL.test(table.types[name] ?? "")) return true;
  for (const value of table.data()[name] as Column) {
    if (value !== null && value !== undefined) return typeof value === "number" || typeof value === "bigint";
  }
  return true;
}
