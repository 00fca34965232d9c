import type { ChartColumn } from "../columns/chart-column.ts";
import type { RowGroup } from "./row-groups.ts";
import { thinRows } from "./thin-rows.ts";

export interface Point {
  readonly x: number;
  /** Null: a gap. */
  readonly y: number | null;
}

/** The rows of a series along an axis, in ascending order. */
export interface SeriesLine extends RowGroup {
  readonly xs: Float64Array;
  /** NaN: a gap. */
  readonly ys: Float64Array;
}

/** Rows with the same axis value become one point: the mean of those that have a value. A plain loop, for millions of rows. */
export function lineOf(
  { codes, rows: all }: RowGroup,
  numbers: ArrayLike<number>,
  { numbers: values }: ChartColumn,
): SeriesLine {
  const rows = withNumbers(all, numbers);
  const isAscending = rows.every((row, at) => at === 0 || !(numbers[row]! < numbers[rows[at - 1]!]!));
  if (!isAscending) rows.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const [xs, ys] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  let [count, sum, valued, before] = [0, 0, 0, NaN];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    const place = numbers[row]!;
    if (place !== before) {
      xs[count++] = before = place;
      sum = valued = 0;
    }
    const value = values[row]!;
    if (value - value === 0) {
      sum += value;
      valued += 1;
    }
    ys[count - 1] = valued === 0 ? NaN : sum / valued;
  }
  return { codes, rows, xs: xs.subarray(0, count), ys: ys.subarray(0, count) };
}

/** The rows with a finite number. A plain loop, for millions of rows. */
export function withNumbers(rows: Uint32Array, numbers: ArrayLike<number>): Uint32Array {
  const placed = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) if (Number.isFinite(numbers[row])) placed[count++] = row;
  return placed.subarray(0, count);
}

/** The distinct places of some lines, in ascending order. */
export const placesOf = (lines: readonly SeriesLine[]): Float64Array =>
  lines.map(({ xs }) => xs).reduce(union, new Float64Array());

function union(one: Float64Array, other: Float64Array): Float64Array {
  const all = new Float64Array(one.length + other.length);
  let [count, a, b] = [0, 0, 0];
  while (a < one.length && b < other.length) {
    const [place, x] = [one[a] as number, other[b] as number];
    all[count++] = Math.min(place, x);
    if (place <= x) a += 1;
    if (x <= place) b += 1;
  }
  all.set(one.subarray(a), count);
  all.set(other.subarray(b), count);
  return all.subarray(0, count + one.length - a + other.length - b);
}

/** The points of lines that are drawn, at most so many of each. @param places - Of stacked lines, which have the lowest and the highest total */
export function pointsOf(lines: readonly SeriesLine[], most: number, places: Float64Array | null): Point[][] {
  if (places === null) return lines.map((line) => thinRows(line.ys, most).map((at) => pointAt(line, at)));
  const totals = new Float64Array(places.length);
  for (const { xs, ys } of lines)
    for (let at = 0, place = 0; at < xs.length; at += 1, place += 1) {
      while (places[place] !== xs[at]) place += 1;
      totals[place]! += ys[at] || 0;
    }
  const kept = thinRows(totals, most).map((at) => places[at] ?? NaN);
  return lines.map((line) => {
    let at = 0;
    return kept.flatMap((place) => {
      while ((line.xs[at] ?? Infinity) < place) at += 1;
      return line.xs[at] === place ? [pointAt(line, at)] : [];
    });
  });
}

const pointAt = ({ xs, ys }: SeriesLine, at: number): Point => {
  const y = ys[at] ?? NaN;
  return { x: xs[at] ?? NaN, y: Number.isNaN(y) ? null : y };
};

/** How far apart the places of an axis are. */
interface Steps {
  /** The distance that most of them have; null if there is none. */
  readonly usual: number | null;
  readonly isEven: boolean;
}

/** The steps of lines; the days on which a stock exchange is open have no usual one. @param all - The places of each line */
export function stepsOf({ kind, unit, clock }: ChartColumn, all: readonly Float64Array[]): Steps {
  const size = kind === "time" ? unit.ms : 1;
  const counts = new Map<number, number>();
  for (const places of all)
    for (let at = 1; at < places.length; at += 1) {
      const apart = ((places[at] ?? 0) - (places[at - 1] ?? 0)) / size;
      // Months differ by days, and days by the hour of a change of clocks.
      const step = kind === "time" ? Math.round(apart) : Number(apart.toPrecision(9));
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  const [[step, count] = [0, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  const sum = [...counts.values()].reduce((total, one) => total + one, 0);
  const isWorkday = (time: number): boolean => new Date(clock(time)).getUTCDay() % 6 !== 0;
  const areWorkdays =
    kind === "time" && unit.unit === "day" && sum > 6 && all.every((places) => places.every(isWorkday));
  return { usual: count > sum / 2 && !areWorkdays ? step * size : null, isEven: counts.size <= 1 };
}

/** Adds a point without a value, which breaks the line, between points that are further apart. */
export const withGaps = (points: readonly Point[], apart: number): Point[] =>
  points.flatMap((point, at) => {
    const before = points[at - 1]?.x ?? point.x;
    return point.x - before > apart ? [{ x: (before + point.x) / 2, y: null }, point] : [point];
  });
