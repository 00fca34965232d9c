import type { Axis } from "../layout/axis.ts";
import { finiteOrNull } from "../layout/drawing.ts";
import type { Series } from "../layout/series.ts";
import { thinPoints, type Point } from "./thin-points.ts";

/** The points of a series, in ascending order on the axis. */
export interface Line {
  readonly points: readonly Point[];
  /** Number of rows with a value on the axis. */
  readonly rows: number;
  /** Number of rows with the same axis value as the previous row. */
  readonly shared: number;
  /** Number of rows without a value on the axis. */
  readonly missing: number;
  readonly thinned: boolean;
  /** Number of points added without a row. */
  readonly filled: number;
}

/** Reduces a series to at most `most` points. Rows with the same axis value become one point, their mean. */
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
