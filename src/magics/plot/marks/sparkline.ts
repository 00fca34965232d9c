import type { Point } from "./thin-points.ts";

const STEPS = [..."▁▂▃▄▅▆▇█"];

/** A series as a line of block characters: the mean of each segment, scaled from lowest to highest. Gaps are blank. */
export function sparkline(points: readonly Point[], width: number): string {
  const columns = Math.min(width, points.length);
  const means = Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * points.length) / columns);
    const to = Math.floor(((column + 1) * points.length) / columns);
    const values = points.slice(from, to).flatMap(({ y }) => (y === null ? [] : [y]));
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  });
  const present = means.filter((mean) => mean !== null);
  const lowest = Math.min(...present);
  const range = Math.max(...present) - lowest;
  return means
    .map((mean) => {
      if (mean === null) return " ";
      const step = range === 0 ? 3 : Math.round(((mean - lowest) / range) * (STEPS.length - 1));
      return STEPS[step] ?? " ";
    })
    .join("");
}
