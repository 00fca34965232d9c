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
interface Line {
  readonly xs: Float64Array;
  /** NaN: a gap. */
  readonly ys: Float64Array;
  /** Number of rows with a value on the axis, and of those with the same axis value as the one before. */
  readonly rows: number;
  readonly shared: number;
}

/** The points of a series that are drawn. */
export interface SeriesLine extends Line {
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
  const all = Float64Array.from(lines.flatMap(({ xs }) => [...xs])).sort();
  const places = all.filter((place, at) => at === 0 || place !== all[at - 1]);
  const totals = new Float64Array(places.length);
  for (const { xs, ys } of lines) {
    let place = 0;
    for (let at = 0; at < xs.length; at += 1) {
      while ((places[place] ?? Infinity) < (xs[at] ?? 0)) place += 1;
      totals[place]! += ys[at] || 0;
    }
  }
  const thin = new Set(thinRows(totals, most).map((at) => places[at]));
  return series.map((one, nth) => {
    const line = lines[nth] as Line;
    const own = Array.from(line.xs.keys()).filter((at) => thin.has(line.xs[at]));
    return drawn(one, line, own, places.length - line.xs.length);
  });
}

const drawn = (one: Series, line: Line, places: readonly number[], lacking: number): SeriesLine => ({
  ...line,
  one,
  lacking,
  points: places.map((at) => ({ x: line.xs[at] ?? NaN, y: finiteOrNull(line.ys[at]) })),
  isThinned: places.length < line.xs.length,
});

/** Rows with the same axis value become one point, the mean of those that have a value. */
function lineOf(numbers: ArrayLike<number>, { rows, y }: Series): Line {
  const placed = withNumbers(rows, numbers);
  const follows = (row: number, at: number): boolean =>
    at === 0 || (numbers[row] ?? NaN) >= (numbers[placed[at - 1] ?? 0] ?? NaN);
  if (!placed.every(follows)) placed.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
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

/** The rows with a finite number. A plain loop, for millions of rows. */
export function withNumbers(rows: Uint32Array, numbers: ArrayLike<number>): Uint32Array {
  const placed = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) if (Number.isFinite(numbers[row])) placed[count++] = row;
  return placed.subarray(0, count);
}
