import type { AnyTable } from "./any-table.ts";

/** Displayed rows of a table: all, or the first and last ones, as row indexes. */
export interface ShownRows {
  readonly head: readonly number[];
  /** Empty if no rows are omitted. */
  readonly tail: readonly number[];
}

/**
 * Picks the rows to display, without touching others unless the table is ordered (then all are sorted).
 *
 * @param most - Maximum rows of a table displayed completely.
 * @param ends - Rows displayed from each end of a longer one.
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
