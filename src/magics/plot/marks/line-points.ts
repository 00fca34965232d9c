import type { Axis } from "../layout/axis.ts";
import { finiteOrNull } from "../layout/drawing.ts";
import type { Series } from "../layout/series.ts";
import { thinPoints, type Point } from "./thin-points.ts";

/** The points of one series, in ascending order of the axis. */
export interface Line {
  readonly points: readonly Point[];
  /** Rows with a value on the axis. */
  readonly rows: number;
  /** Rows whose value on the axis is that of the row before. */
  readonly shared: number;
  /** Rows without a value on the axis. */
  readonly missing: number;
  readonly thinned: boolean;
  /** Points that no row has. */
  readonly filled: number;
}

/** At most `most` points. Rows that share a value of the axis are one point, their mean. */
export function linePoints({ numbers }: Axis, { rows, y }: Series, most: number): Line {
  const placed = rows.filter((row) => Number.isFinite(numbers[row] ?? NaN));
  const ascending = placed.every(
    (row, at) => at === 0 || (numbers[placed[at - 1] ?? 0] ?? 0) <= (numbers[row] ?? 0),
  );
  if (!ascending) placed.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  const at = (row: number): Point => ({ x: numbers[row] ?? NaN, y: finiteOrNull(y?.numbers[row]) });
  let shared = 0;
  for (let i = 1; i < placed.length; i += 1) {
    if (numbers[placed[i] ?? 0] === numbers[placed[i - 1] ?? 0]) shared += 1;
  }
  const means = shared === 0 ? null : meansOf(Array.from(placed, at));
  const points =
    means === null ? thinPoints(placed, at, most) : thinPoints(means.keys(), (i) => means[i] as Point, most);
  return {
    points,
    rows: placed.length,
    shared,
    missing: rows.length - placed.length,
    thinned: points.length < (means ?? placed).length,
    filled: 0,
  };
}

/** One point for those that share a place; values that are missing are left out of its mean. */
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
