import type { AnyTable } from "./any-table.ts";

/** Rows of a table that are shown: all, or the first and the last ones. Each is a row number of the table's columns. */
export interface ShownRows {
  readonly head: readonly number[];
  /** Empty when nothing is left out. */
  readonly tail: readonly number[];
}

/**
 * Picks the rows to show, without touching the others unless the table is ordered (then its order must be found).
 *
 * @param most - A table of up to so many rows is shown whole.
 * @param ends - Otherwise so many from each end.
 */
export function shownRows(table: AnyTable, most: number, ends: number): ShownRows {
  const count = table.numRows();
  const whole = count <= most;
  if (table.isOrdered()) {
    const rows = table.indices();
    const at = (from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, i) => rows[from + i] ?? 0);
    return whole ? { head: at(0, count), tail: [] } : { head: at(0, ends), tail: at(count - ends, count) };
  }
  const head = firstRows(table, whole ? count : ends);
  return { head, tail: whole ? [] : lastRows(table, ends) };
}

function firstRows(table: AnyTable, count: number): number[] {
  const mask = table.mask();
  if (!mask) return Array.from({ length: count }, (_, row) => row);
  const rows: number[] = [];
  for (let row = mask.next(0); row >= 0 && rows.length < count; row = mask.next(row + 1)) rows.push(row);
  return rows;
}

function lastRows(table: AnyTable, count: number): number[] {
  const mask = table.mask();
  const rows: number[] = [];
  for (let row = table.totalRows() - 1; row >= 0 && rows.length < count; row -= 1) {
    if (!mask || mask.get(row) !== 0) rows.unshift(row);
  }
  return rows;
}
