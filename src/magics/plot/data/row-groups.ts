// This folder: rows grouped by the fields of an encoding, and fewer of them where a picture can't show all.

import { textBars } from "../../display/text-bars.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { labelOf, short, type Datum } from "../drawing.ts";
import type { Measure } from "../encode/axes.ts";
import type { ChannelKey } from "./channel-keys.ts";

/** The field of a count of rows. */
export const ROWS = "number of rows";
/** Vega-Lite makes the means and the counts of so many rows; of more they are made here. */
const MAX_ROWS = 2000;

/** Rows that are at the same place of each key. */
export interface RowGroup {
  /** By key; 0 for a key that a chart doesn't have. */
  readonly codes: readonly number[];
  readonly rows: Uint32Array;
}

/** The groups of rows, in ascending order of their places. Rows without a place are in none. */
export const groupByKeys = (keys: readonly (ChannelKey | null)[], rows: Uint32Array): RowGroup[] =>
  keys.reduce<RowGroup[]>(
    (groups, key) =>
      groups.flatMap(({ codes, rows: own }) =>
        (key === null ? [{ code: 0, rows: own }] : rowsByCode(key, own)).map(({ code, rows: some }) => ({
          codes: [...codes, code],
          rows: some,
        })),
      ),
    [{ codes: [], rows }],
  );

/** The rows of each place of a key. Plain loops, for millions of rows. */
function rowsByCode(
  { codes, names: { length } }: ChannelKey,
  rows: Uint32Array,
): { code: number; rows: Uint32Array }[] {
  if (length > 2 * rows.length) {
    const lists = new Map<number, number[]>();
    for (const row of rows) {
      const code = codes[row]!;
      if (!(code >= 0 && code < length)) continue;
      const list = lists.get(code);
      if (list === undefined) lists.set(code, [row]);
      else list.push(row);
    }
    const sorted = [...lists].sort(([a], [b]) => a - b);
    return sorted.map(([code, list]) => ({ code, rows: Uint32Array.from(list) }));
  }
  const counts = new Uint32Array(length);
  for (const row of rows) counts[codes[row]!]! += 1;
  const groups = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (const row of rows) {
    const group = groups[codes[row]!];
    if (group !== undefined) group[counts[codes[row]!]!++] = row;
  }
  return groups.map((own, code) => ({ code, rows: own })).filter((group) => group.rows.length > 0);
}

/** A group with one value: the mean of its rows, null if none has one; their number if rows are counted. */
export interface ChartCell extends RowGroup {
  readonly value: number | null;
}

export const cellsOf = (
  keys: readonly (ChannelKey | null)[],
  rows: Uint32Array,
  value: ChartColumn | null,
): ChartCell[] =>
  groupByKeys(keys, rows).map(({ codes, rows: own }) => ({
    ...{ codes, rows: own },
    value: value === null ? own.length : meanOf(value.numbers, own),
  }));

function meanOf(numbers: ArrayLike<number>, rows: Uint32Array): number | null {
  let [sum, count] = [0, 0];
  for (const row of rows) {
    const value = numbers[row]!;
    if (value - value !== 0) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** The places of a key, the largest first: those with the largest sums, of equal ones the first. */
export function rankedPlaces<Own extends RowGroup>(
  groups: readonly Own[],
  key: number,
  sizeOf: (group: Own) => number,
): number[] {
  const sizes = new Map<number, number>();
  for (const group of groups) {
    const code = group.codes[key] ?? 0;
    sizes.set(code, (sizes.get(code) ?? 0) + sizeOf(group));
  }
  return [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([code]) => code);
}

/** How large a group is: the sum of a column's absolute values; without a column, the number of rows. A plain loop, for millions of rows. */
export const sizeBy =
  (column: ChartColumn | null) =>
  ({ rows }: RowGroup): number => {
    if (column === null) return rows.length;
    const { numbers } = column;
    let sum = 0;
    for (const row of rows) sum += Math.abs(numbers[row] ?? 0) || 0;
    return sum;
  };

/** The same of a cell. */
export const sizeOfCell = ({ value }: ChartCell): number => Math.abs(value ?? 0);

/** What the data of a group have for its keys. @param row - The row that they are of, which has values of its own */
export function keyFields(
  codes: readonly number[],
  keys: readonly (ChannelKey | null)[],
  row?: number,
): Datum {
  const datum: Datum = {};
  for (const [at, key] of keys.entries())
    if (key !== null)
      datum[key.field] = row === undefined || !key.draw ? key.values[codes[at]!] : key.draw(row);
  return datum;
}

/**
 * Cells as a chart's data: their rows, of which Vega-Lite makes the means and the counts, or of many rows one for each cell.
 *
 * @param isWhole - Whether each cell is one row in any case
 * @returns `most`: the largest number of rows of a cell
 */
export function cellData(
  cells: readonly ChartCell[],
  keys: readonly (ChannelKey | null)[],
  value: ChartColumn | null,
  isWhole = false,
): { values: readonly Datum[]; measure: Measure; most: number } {
  const most = cells.reduce((size, { rows }) => Math.max(size, rows.length), 0);
  const all = cells.reduce((sum, { rows }) => sum + rows.length, 0);
  if (isWhole || all > MAX_ROWS || (most <= 1 && value !== null)) {
    const field = value?.field ?? ROWS;
    const values = cells.map(({ codes, value: number }) => ({ ...keyFields(codes, keys), [field]: number }));
    return { values, measure: { field }, most };
  }
  const values = cells.flatMap(({ codes, rows }) =>
    Array.from(rows, (row) => ({
      ...keyFields(codes, keys, row),
      ...(value === null ? {} : { [value.field]: value.draw(value.numbers[row]) }),
    })),
  );
  return {
    ...{ values, most },
    measure: value === null ? { aggregate: "count" } : { aggregate: "mean", field: value.field },
  };
}

/** What a group is called, in the order of some of its keys. */
export const groupName = ({ codes }: RowGroup, keys: readonly (ChannelKey | null)[]): string =>
  labelOf(...keys.map((key, at) => key && (key.names[codes[at]!] ?? "")));

/** Cells as bars of text. */
export const cellBars = (cells: readonly ChartCell[], keys: readonly (ChannelKey | null)[]): string[] =>
  textBars(
    cells.map((cell) => ({ label: groupName(cell, keys), value: cell.value, valueText: short(cell.value) })),
    12,
  );
