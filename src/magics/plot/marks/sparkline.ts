import type { Point } from "./thin-points.ts";

const STEPS = [..."▁▂▃▄▅▆▇█"];

/** The axis that the lines of a chart share. */
export interface SparkAxis {
  readonly from: number;
  readonly to: number;
  /** In characters. */
  readonly width: number;
}

/** An axis over all points of the lines, at most so many characters wide. */
export function sparkAxis(lines: readonly (readonly Point[])[], width: number): SparkAxis {
  let [from, to, longest] = [Infinity, -Infinity, 0];
  for (const points of lines) {
    from = Math.min(from, points[0]?.x ?? from);
    to = Math.max(to, points.at(-1)?.x ?? to);
    longest = Math.max(longest, points.length);
  }
  return { from, to, width: Math.min(width, longest) };
}

/** A series as a line of block characters: the mean at each place of the axis, scaled from lowest to highest. Blank where the series has not begun, has ended or has a gap. */
export function sparkline(points: readonly Point[], { from, to, width }: SparkAxis): string {
  const places = Array.from({ length: width }, (): number[] => []);
  const place = (x: number): number =>
    to === from ? 0 : Math.min(width - 1, Math.floor(((x - from) / (to - from)) * width));
  for (const { x, y } of points) places[place(x)]?.push(y ?? NaN);
  const means: (number | null)[] = [];
  const last = place(points.at(-1)?.x ?? from);
  for (const [at, values] of places.entries()) {
    const present = values.filter((value) => !Number.isNaN(value));
    const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
    // Between two points the line goes on.
    if (values.length === 0 && at < last) means.push(means[at - 1] ?? null);
    else means.push(present.length === 0 ? null : mean);
  }
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
