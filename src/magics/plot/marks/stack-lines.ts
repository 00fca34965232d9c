import { UsageError } from "../../../core/errors.ts";
import type { Axis } from "../layout/axis.ts";
import { linePoints, type Line } from "./line-points.ts";
import type { Series } from "../layout/series.ts";
import { thinPoints } from "./thin-points.ts";

/**
 * Lines of stacked areas: all have points at the same axis values, 0 where a series has no row. If there are more than `most` values, those
 * with the lowest and highest total are kept.
 *
 * @throws UsageError when one of several series has values of both signs: its area would jump between two stacks.
 */
export function stackLines(axis: Axis, series: readonly Series[], most: number): Line[] {
  const lines = series.map((one) => linePoints(axis, one, Infinity));
  if (lines.length > 1) for (const [nth, line] of lines.entries()) checkSigns(line, series[nth]);
  const byX = lines.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])));
  const positions = [...new Set(byX.flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
  const total = (at: number) => {
    const x = positions[at] as number;
    return { x, y: byX.reduce((sum, points) => sum + (points.get(x) ?? 0), 0) };
  };
  const kept = thinPoints(positions.keys(), total, most);
  return lines.map((line, nth) => {
    const own = byX[nth];
    const points = kept.map(({ x }) => ({ x, y: own?.has(x) === true ? (own.get(x) ?? null) : 0 }));
    const filled = positions.length - (own?.size ?? 0);
    return { ...line, points, filled, thinned: kept.length < positions.length };
  });
}

function checkSigns({ points }: Line, series: Series | undefined): void {
  if (!points.some(({ y }) => y !== null && y < 0) || !points.some(({ y }) => y !== null && y > 0)) return;
  throw new UsageError(
    `areas are stacked, and '${series?.label ?? ""}' has values below and above 0: draw lines (mark 'line')`,
  );
}
