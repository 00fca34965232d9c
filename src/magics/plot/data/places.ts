import { categoriesOf } from "../columns/categories.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { unitIndex, unitStart, type TimeUnit } from "../columns/time-unit.ts";
import { finiteOrNull, type Datum } from "../drawing.ts";
import { binOf, middleOf, type Bins } from "./bins.ts";
import { ROWS } from "./series.ts";

/** Where rows are on an axis: each has the code of a category, of a unit of time or of a range; NaN for none. */
export interface AxisPlaces {
  readonly field: string;
  readonly code: (row: number) => number;
  /** What the chart's data has for a row that is drawn itself, and for all rows of a code. */
  readonly own: (row: number) => Datum[string];
  readonly drawn: (code: number) => Datum[string];
}

export function categoryPlaces(column: ChartColumn): AxisPlaces {
  const { codes, labels } = categoriesOf(column);
  const drawn = (code: number): string => labels[code] ?? "";
  return {
    field: column.field,
    code: (row) => codes[row] ?? NaN,
    own: (row) => drawn(codes[row] ?? NaN),
    drawn,
  };
}

/** The distinct times of a column, on its clock. */
export function timePlaces(column: ChartColumn): AxisPlaces {
  const { codes, labels } = categoriesOf(column);
  const times = new Float64Array(labels.length);
  const own = (row: number): number | null =>
    Number.isFinite(column.numbers[row]) ? column.clock(column.numbers[row] ?? NaN) : null;
  for (const [row, code] of codes.entries()) times[code] = own(row) ?? NaN;
  return {
    field: column.field,
    code: (row) => codes[row] ?? NaN,
    own,
    drawn: (code) => finiteOrNull(times[code]),
  };
}

export function unitPlaces({ field, numbers, clock }: ChartColumn, unit: TimeUnit): AxisPlaces {
  const own = (row: number): number => clock(numbers[row] ?? NaN);
  return { field, code: (row) => unitIndex(unit, own(row)), own, drawn: (code) => unitStart(unit, code) };
}

export function binPlaces(
  { field, numbers }: Pick<ChartColumn, "field" | "numbers">,
  bins: Bins,
): AxisPlaces {
  const own = (row: number): number => numbers[row] ?? NaN;
  return { field, code: (row) => binOf(bins, own(row)), own, drawn: (code) => middleOf(bins, code) };
}

/** The rows of one place, or of one pair of places. */
export interface PlacedCell {
  readonly codes: readonly number[];
  readonly rows: number;
  /** The mean of the rows' values, null if there is none; their number if rows are counted. */
  readonly value: number | null;
}

/** More than the places of a second axis, and few enough for exact codes. */
const STRIDE = 2 ** 22;

/** The cells of some rows at one or two places, in ascending order. @param numbers - Null: rows are counted. */
export function cellsOf(
  rows: Iterable<number>,
  [first, second]: readonly [AxisPlaces, AxisPlaces?],
  numbers: ArrayLike<number> | null,
): PlacedCell[] {
  const sums = new Map<number, { sum: number; valued: number; rows: number }>();
  for (const row of rows) {
    const code = second === undefined ? first.code(row) : first.code(row) * STRIDE + second.code(row);
    if (!Number.isFinite(code)) continue;
    let cell = sums.get(code);
    if (cell === undefined) sums.set(code, (cell = { sum: 0, valued: 0, rows: 0 }));
    cell.rows += 1;
    const value = numbers === null ? NaN : (numbers[row] ?? NaN);
    if (!Number.isFinite(value)) continue;
    cell.sum += value;
    cell.valued += 1;
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([code, { sum, valued, rows: count }]) => {
      const at = Math.floor(code / STRIDE);
      const codes = second === undefined ? [code] : [at, code - at * STRIDE];
      return { codes, rows: count, value: numbers === null ? count : valued === 0 ? null : sum / valued };
    });
}

/** Up to so many rows are the chart's data as they are, for Vega-Lite to count or average; of more, their cells. */
const MAX_ROWS = 5000;

export const areFew = (rows: { readonly length: number }): boolean => rows.length <= MAX_ROWS;

/** How Vega-Lite counts: rows that are few, or the numbers of many. */
export const countOf = (isFew: boolean) =>
  isFew ? { aggregate: "count" as const } : { aggregate: "sum" as const, field: ROWS };
