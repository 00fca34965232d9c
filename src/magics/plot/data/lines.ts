import type { ChartColumn } from "../columns/chart-column.ts";
import { DAY, unitIndex } from "../columns/time-unit.ts";
import type { Series } from "./series.ts";
import { thinRows } from "./thin-rows.ts";

export interface Point {
  readonly x: number;
  /** Null: a gap. */
  readonly y: number | null;
}

/** A series along an axis, in ascending order. */
export interface SeriesLine {
  readonly one: Series;
  readonly xs: Float64Array;
  /** NaN: a gap. */
  readonly ys: Float64Array;
  /** Number of rows with a value on the axis, and of those with the same axis value as the one before. */
  readonly rows: number;
  readonly shared: number;
}

/** Rows with the same axis value become one point, the mean of those that have a value. */
export function lineOf(numbers: ArrayLike<number>, one: Series): SeriesLine {
  const rows = withNumbers(one.rows, numbers);
  const isAscending = rows.every((row, at) => at === 0 || !(numbers[row]! < numbers[rows[at - 1]!]!));
  if (!isAscending) rows.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const [xs, ys] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  const values = one.y?.numbers ?? [];
  let [count, sum, valued] = [0, 0, 0];
  for (const row of rows) {
    const [place, value] = [numbers[row] ?? NaN, values[row] ?? NaN];
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
  const shared = rows.length - count;
  return { one, xs: xs.subarray(0, count), ys: ys.subarray(0, count), rows: rows.length, shared };
}

/** The rows with a finite number. A plain loop, for millions of rows. */
export function withNumbers(rows: Uint32Array, numbers: ArrayLike<number>): Uint32Array {
  const placed = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) if (Number.isFinite(numbers[row])) placed[count++] = row;
  return placed.subarray(0, count);
}

/** The distinct places of some lines, in ascending order. */
export function placesOf(lines: readonly SeriesLine[]): Float64Array {
  const all = new Float64Array(lines.reduce((count, { xs }) => count + xs.length, 0));
  let end = 0;
  for (const { xs } of lines) {
    all.set(xs, end);
    end += xs.length;
  }
  let count = 0;
  for (const x of all.sort()) if (count === 0 || all[count - 1] !== x) all[count++] = x;
  return all.subarray(0, count);
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
export interface Steps {
  /** The distance that most of them have, in units of time or in numbers; null if there is none. */
  readonly usual: number | null;
  readonly isEven: boolean;
}

/** The steps of an axis; the days on which a stock exchange is open have no usual one. */
export function stepsOf(x: ChartColumn, rows: Uint32Array): Steps {
  const sample = withNumbers(rows.subarray(0, 5000), x.numbers);
  const places = [...new Set(Array.from(sample, (row) => x.numbers[row] ?? 0))].sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (let at = 1; at < places.length; at += 1) {
    const step = Number((indexOf(x, places[at] ?? 0) - indexOf(x, places[at - 1] ?? 0)).toPrecision(9));
    if (step !== 0) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [usual = [0, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  const isWeekend = (time: number): boolean => new Date(x.clock(time)).getUTCDay() % 6 === 0;
  const areWorkdays =
    x.kind === "time" && x.unit.unit === "day" && places.length > 7 && !places.some(isWeekend);
  const isUsual = usual[1] > (places.length - 1) / 2 && !areWorkdays;
  return { usual: isUsual ? usual[0] : null, isEven: counts.size <= 1 };
}

/** Days and longer units are counted on the clock, shorter ones in time, as hours that a change of clocks leaves out are not missing. */
function indexOf({ kind, unit, clock }: ChartColumn, value: number): number {
  return kind === "time" ? unitIndex(unit, unit.ms >= DAY ? clock(value) : value) : value;
}

/** Adds a point without a value, which breaks the line, where more than a step is missing. @param scale - Rows between two points */
export const withGaps = (x: ChartColumn, points: readonly Point[], step: number, scale: number): Point[] =>
  points.flatMap((point, at) => {
    const before = points[at - 1];
    if (before === undefined || indexOf(x, point.x) - indexOf(x, before.x) <= 1.5 * scale * step)
      return [point];
    return [{ x: (before.x + point.x) / 2, y: null }, point];
  });
