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

/** Last words of names of numbers that are not amounts: keys, codes, years, times. */
const KEYS = new Set(
  "id ids key pk fk code no nr num number year month week day hour date time ts timestamp at epoch zip postcode phone port pid version hash".split(
    " ",
  ),
);

const JAPANESE_KEYS = /(?:番号|コード|年|月|日|時)$/;

/** Dates as digits: 20240131, 202401. */
const DATE_DIGITS = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?$/;

/**
 * Whether a column's numbers are amounts, to be written with thousands separators (`12,345`). Not if its name ends with a word
 * for keys or times (`order_id`, `zipCode`, `year`), or if all numbers have at most four digits, or are dates.
 */
export function isGrouped(name: string, values: readonly unknown[]): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  if (KEYS.has(words.filter((word) => word !== "").at(-1) ?? "") || JAPANESE_KEYS.test(name)) return false;
  const present = values.filter((value) => /^(?:number|bigint|string)$/.test(typeof value));
  return (
    present.some((value) => Math.abs(Number(value)) >= 10_000) &&
    !present.every((value) => DATE_DIGITS.test(String(value)))
  );
}
