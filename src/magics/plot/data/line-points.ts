import { UsageError } from "../../../core/errors.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { laterTime, regularStep, unitIndex, type TimeUnit } from "../columns/time-unit.ts";
import { finiteOrNull } from "../drawing.ts";
import type { Axis } from "../encode/axis.ts";
import type { Series } from "./series.ts";
import { thinPoints, type Point } from "./thin-points.ts";

/** The points of a series, in ascending order on the axis. */
export interface SeriesLine {
  readonly points: readonly Point[];
  /** Number of rows with a value on the axis. */
  readonly rows: number;
  /** Number of rows with the same axis value as the previous row. */
  readonly shared: number;
  readonly thinned: boolean;
  /** Number of axis values of other series where it has none, and counts as 0. */
  readonly filled: number;
}

/** Reduces a series to at most `most` points. Rows with the same axis value become one point, their mean. */
export function linePoints({ numbers }: Axis, { rows, y }: Series, most: number): SeriesLine {
  const placed = withNumbers(rows, numbers);
  const follows = (row: number, at: number): boolean =>
    at === 0 || (numbers[row] ?? NaN) >= (numbers[placed[at - 1] ?? 0] ?? NaN);
  if (!placed.every(follows)) placed.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const at = (row: number): Point => ({ x: numbers[row] ?? NaN, y: finiteOrNull(y?.numbers[row]) });
  let shared = 0;
  for (let i = 1; i < placed.length; i += 1)
    if (numbers[placed[i] ?? 0] === numbers[placed[i - 1] ?? 0]) shared += 1;
  const means = shared === 0 ? null : meansOf(Array.from(placed, at));
  const points =
    means === null ? thinPoints(placed, at, most) : thinPoints(means.keys(), (i) => means[i] as Point, most);
  return {
    points,
    rows: placed.length,
    shared,
    thinned: points.length < (means ?? placed).length,
    filled: 0,
  };
}

/** The rows with a finite number. A plain loop, for millions of rows. */
export function withNumbers(rows: Uint32Array, numbers: ArrayLike<number>): Uint32Array {
  const placed = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) if (Number.isFinite(numbers[row])) placed[count++] = row;
  return placed.subarray(0, count);
}

/** Merges points with the same position; the mean ignores missing values. */
function meansOf(points: readonly Point[]): Point[] {
  const groups = new Map<number, { sum: number; values: number }>();
  for (const { x, y } of points) {
    const group = groups.get(x) ?? { sum: 0, values: 0 };
    groups.set(x, y === null ? group : { sum: group.sum + y, values: group.values + 1 });
  }
  return Array.from(groups, ([x, { sum, values }]) => ({ x, y: values === 0 ? null : sum / values }));
}

const SAMPLE = 5000;
const TOLERANCE = 1.5;

/** The usual step between times, after which a line breaks; null if they are irregular, or no times. */
export function stepOf(x: ChartColumn | null, unit: TimeUnit | null, rows: Uint32Array): number | null {
  if (x === null || unit === null) return null;
  const sample = withNumbers(rows.subarray(0, SAMPLE), x.numbers);
  const times = [...new Set(Array.from(sample, (row) => x.numbers[row] ?? 0))].sort((a, b) => a - b);
  return regularStep(
    unit,
    times.map((time) => counted(x, unit, time)),
  );
}

/** Adds a point without a value, which breaks the line, where times are missing: months and days of the change of clocks are longer than others. */
export function withGaps(x: ChartColumn, unit: TimeUnit, points: readonly Point[], step: number): Point[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    if (before === undefined) return [point];
    const [from, to] = [counted(x, unit, before.x), counted(x, unit, point.x)];
    if (unitIndex(unit, to) - unitIndex(unit, from) <= TOLERANCE * step) return [point];
    // Between the two, wherever the clock's offset is.
    const gap = before.x + (laterTime(unit, from, step) - from);
    return [{ x: Math.min(gap, point.x), y: null }, point];
  });
}

/** Days and longer units are counted on the clock, shorter ones in time, as hours that a change of clocks leaves out are not missing. */
const counted = (x: ChartColumn, unit: TimeUnit, time: number): number =>
  unit.ms >= 86_400_000 ? x.clock(time) : time;

/**
 * Lines of stacked areas: all have points at the same axis values, 0 where a series has no row. If there are more than `most` values, those
 * with the lowest and highest total are kept.
 *
 * @throws UsageError when one of several series has values of both signs: its area would jump between two stacks.
 */
export function stackLines(axis: Axis, series: readonly Series[], most: number): SeriesLine[] {
  // The total is the series itself.
  if (series.length === 1 && series[0] !== undefined) return [linePoints(axis, series[0], most)];
  const lines = series.map((one) => linePoints(axis, one, Infinity));
  for (const [nth, { points }] of lines.entries()) checkSigns(points, series[nth]?.label ?? "");
  const values = lines.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])));
  const positions = [...new Set(values.flatMap((own) => [...own.keys()]))].sort((a, b) => a - b);
  const total = (at: number): Point => {
    const x = positions[at] ?? NaN;
    return { x, y: values.reduce((sum, own) => sum + (own.get(x) ?? 0), 0) };
  };
  const thin = thinPoints(positions.keys(), total, most);
  return lines.map((line, nth) => {
    const own = values[nth] ?? new Map<number, number | null>();
    const points = thin.map(({ x }) => ({ x, y: own.has(x) ? (own.get(x) ?? null) : 0 }));
    return {
      ...line,
      points,
      filled: positions.length - own.size,
      thinned: thin.length < positions.length,
    };
  });
}

function checkSigns(points: readonly Point[], label: string): void {
  if (!points.some(({ y }) => y !== null && y < 0) || !points.some(({ y }) => y !== null && y > 0)) return;
  throw new UsageError(
    `areas are stacked, and '${label}' has values below and above 0: draw lines (mark 'line')`,
  );
}
