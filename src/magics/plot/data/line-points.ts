import type { ChartColumn } from "../columns/chart-column.ts";
import { finiteOrNull } from "../drawing.ts";
import type { Series } from "./series.ts";
import { thinRows } from "./thin-rows.ts";

export interface Point {
  readonly x: number;
  /** Null: a gap. */
  readonly y: number | null;
}

/** A series along an axis, in ascending order. */
interface RowLine {
  readonly xs: Float64Array;
  /** NaN: a gap. */
  readonly ys: Float64Array;
  /** Number of rows with a value on the axis, and of those with the same axis value as the one before. */
  readonly rows: number;
  readonly shared: number;
}

/** The points of a series that are drawn. */
export interface SeriesLine extends RowLine {
  readonly one: Series;
  readonly points: readonly Point[];
  readonly isThinned: boolean;
  /** Number of axis values of other series where it has none, and counts as 0. */
  readonly lacking: number;
}

/** The lines of some series, of at most so many points each. */
export const linesOf = (x: ChartColumn, series: readonly Series[], most: number): SeriesLine[] =>
  series.map((one) => {
    const line = lineOf(x.numbers, one);
    return drawn(one, line, thinRows(line.ys, most), 0);
  });

/** The lines of stacked areas, with points at the same axis values: those with the lowest and the highest total. */
export function stackedLines(x: ChartColumn, series: readonly Series[], most: number): SeriesLine[] {
  const lines = series.map((one) => lineOf(x.numbers, one));
  const places = placesOf(lines.map(({ xs }) => xs));
  const totals = new Float64Array(places.length);
  for (const { xs, ys } of lines) {
    let index = 0;
    for (let at = 0; at < xs.length; at += 1) {
      while (places[index] !== xs[at]) index += 1;
      totals[index]! += ys[at] || 0;
    }
  }
  const thin = thinRows(totals, most).map((at) => places[at] ?? NaN);
  return series.map((one, nth) => {
    const line = lines[nth] as RowLine;
    const own = thin.map((place) => firstFrom(line.xs, place));
    const points = own.filter((at, index) => line.xs[at] === thin[index]);
    return drawn(one, line, points, places.length - line.xs.length);
  });
}

/** The position of the first of ascending numbers that is no lower than a place. */
function firstFrom(numbers: Float64Array, place: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? NaN) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The distinct numbers of some ascending lists, which often are the same. */
const placesOf = (lists: readonly Float64Array[]): Float64Array =>
  lists.reduce((all, list) => (areSame(all, list) ? all : merged(all, list)), new Float64Array(0));

function merged(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  let [count, left, right] = [0, 0, 0];
  while (left < a.length || right < b.length) {
    const [one, other] = [a[left] ?? Infinity, b[right] ?? Infinity];
    all[count++] = Math.min(one, other);
    if (one <= other) left += 1;
    if (other <= one) right += 1;
  }
  return all.subarray(0, count);
}

function areSame(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

const drawn = (one: Series, line: RowLine, places: readonly number[], lacking: number): SeriesLine => ({
  ...line,
  one,
  lacking,
  points: places.map((at) => ({ x: line.xs[at] ?? NaN, y: finiteOrNull(line.ys[at]) })),
  isThinned: places.length < line.xs.length,
});

/** Rows with the same axis value become one point, the mean of those that have a value. */
function lineOf(numbers: ArrayLike<number>, { rows, y }: Series): RowLine {
  const placed = withNumbers(rows, numbers);
  if (!areAscending(placed, numbers)) placed.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const [xs, ys] = [new Float64Array(placed.length), new Float64Array(placed.length)];
  let [count, sum, valued] = [0, 0, 0];
  for (const row of placed) {
    const [place, value] = [numbers[row] ?? NaN, y?.numbers[row] ?? NaN];
    if (count === 0 || xs[count - 1] !== place) {
      xs[count] = place;
      [count, sum, valued] = [count + 1, 0, 0];
    }
    if (value - value === 0) {
      sum += value;
      valued += 1;
    }
    ys[count - 1] = valued === 0 ? NaN : sum / valued;
  }
  const shared = placed.length - count;
  return { xs: xs.subarray(0, count), ys: ys.subarray(0, count), rows: placed.length, shared };
}

function areAscending(rows: Uint32Array, numbers: ArrayLike<number>): boolean {
  let before = -Infinity;
  for (const row of rows) {
    const number = numbers[row] ?? NaN;
    if (number < before) return false;
    before = number;
  }
  return true;
}

/** The rows with a finite number. A plain loop, for millions of rows. */
export function withNumbers(rows: Uint32Array, numbers: ArrayLike<number>): Uint32Array {
  const placed = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) if (Number.isFinite(numbers[row])) placed[count++] = row;
  return placed.subarray(0, count);
}
