import { UsageError } from "../../../core/errors.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import type { Series } from "../columns/series.ts";
import { laterTime, regularStep, unitIndex, type TimeUnit } from "../columns/time-unit.ts";
import { finiteOrNull } from "../drawing.ts";
import type { Axis } from "../encode/axis.ts";
import { thinPoints, type Point } from "./thin-points.ts";

/** The points of a series, in ascending order on the axis. */
export interface SeriesLine {
  readonly points: readonly Point[];
  /** Number of rows with a value on the axis. */
  readonly rows: number;
  /** Number of rows with the same axis value as the previous row. */
  readonly shared: number;
  readonly thinned: boolean;
}

/** Reduces a series to at most `most` points. Rows with the same axis value become one point, their mean. */
export function linePoints({ numbers }: Axis, { rows, y }: Series, most: number): SeriesLine {
  const placed = withNumbers(rows, numbers);
  if (!ascends(placed, numbers)) placed.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const at = (row: number): Point => ({ x: numbers[row] ?? NaN, y: finiteOrNull(y?.numbers[row]) });
  let shared = 0;
  for (let i = 1; i < placed.length; i += 1) {
    if (numbers[placed[i] ?? 0] === numbers[placed[i - 1] ?? 0]) shared += 1;
  }
  const means = shared === 0 ? null : meansOf(Array.from(placed, at));
  const points =
    means === null ? thinPoints(placed, at, most) : thinPoints(means.keys(), (i) => means[i] as Point, most);
  return { points, rows: placed.length, shared, thinned: points.length < (means ?? placed).length };
}

/** The rows with a finite number. Plain loops, for millions of rows. */
export function withNumbers(rows: Uint32Array, numbers: ArrayLike<number>): Uint32Array {
  const placed = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) if (Number.isFinite(numbers[row])) placed[count++] = row;
  return placed.subarray(0, count);
}

function ascends(rows: Uint32Array, numbers: ArrayLike<number>): boolean {
  let before = -Infinity;
  for (const row of rows) {
    const number = numbers[row] ?? NaN;
    if (number < before) return false;
    before = number;
  }
  return true;
}

/** Merges points with the same position; the mean ignores missing values. */
function meansOf(points: readonly Point[]): Point[] {
  const means: Point[] = [];
  for (let at = 0; at < points.length;) {
    const { x } = points[at] as Point;
    let [sum, values] = [0, 0];
    for (; at < points.length && points[at]?.x === x; at += 1) {
      const y = points[at]?.y ?? null;
      if (y !== null) [sum, values] = [sum + y, values + 1];
    }
    means.push({ x, y: values === 0 ? null : sum / values });
  }
  return means;
}

const SAMPLE = 5000;

/** The usual step between times, after which a line breaks; null if they are irregular, or no times. */
export function stepOf(x: ChartColumn | null, unit: TimeUnit | null, rows: Uint32Array): number | null {
  if (x === null || unit === null) return null;
  const sample = withNumbers(rows.subarray(0, SAMPLE), x.numbers);
  const times = [...new Set(Array.from(sample, (row) => x.numbers[row] ?? 0))].sort((a, b) => a - b);
  return regularStep(
    unit,
    times.map((time) => clocked(x, unit, time)),
  );
}

/** Adds a point without a value, which breaks the line, where times are missing. */
export function withGaps(x: ChartColumn, unit: TimeUnit, points: readonly Point[], step: number): Point[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    if (before === undefined) return [point];
    const [from, to] = [clocked(x, unit, before.x), clocked(x, unit, point.x)];
    if (unitIndex(unit, to) - unitIndex(unit, from) <= step) return [point];
    // Between the two, wherever the clock's offset is.
    const gap = before.x + (laterTime(unit, from, step) - from);
    return [{ x: Math.min(gap, point.x), y: null }, point];
  });
}

/** Days and longer units are counted on the clock, shorter ones in time, as hours that a change of clocks leaves out are not missing. */
const clocked = (x: ChartColumn, unit: TimeUnit, time: number): number =>
  unit.ms >= 86_400_000 ? x.clock(time) : time;

/**
 * Lines of stacked areas: all have points at the same axis values, 0 where a series has no row. If there are more than `most` values, those
 * with the lowest and highest total are kept.
 *
 * @throws UsageError when one of several series has values of both signs: its area would jump between two stacks.
 */
export function stackLines(
  axis: Axis,
  series: readonly Series[],
  most: number,
): (SeriesLine & { filled: number })[] {
  const lines = series.map((one) => linePoints(axis, one, Infinity));
  if (lines.length > 1) for (const [nth, line] of lines.entries()) checkSigns(line, series[nth]);
  const byX = lines.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])));
  const positions = [...new Set(byX.flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
  const total = (at: number) => {
    const x = positions[at] as number;
    return { x, y: byX.reduce((sum, points) => sum + (points.get(x) ?? 0), 0) };
  };
  const thin = thinPoints(positions.keys(), total, most);
  return lines.map((line, nth) => {
    const own = byX[nth];
    const points = thin.map(({ x }) => ({ x, y: own?.has(x) === true ? (own.get(x) ?? null) : 0 }));
    const filled = positions.length - (own?.size ?? 0);
    return { ...line, points, filled, thinned: thin.length < positions.length };
  });
}

function checkSigns({ points }: SeriesLine, series: Series | undefined): void {
  if (!points.some(({ y }) => y !== null && y < 0) || !points.some(({ y }) => y !== null && y > 0)) return;
  throw new UsageError(
    `areas are stacked, and '${series?.label ?? ""}' has values below and above 0: draw lines (mark 'line')`,
  );
}
