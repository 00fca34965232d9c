import type { Point } from "../data/thin-points.ts";
import { extentOf, extentText, type Extent } from "../drawing.ts";
import type { DrawnLine } from "./end-names.ts";

const MAX_LINES = 12;
const WIDTH = 60;
const STEPS = [..."▁▂▃▄▅▆▇█"];

/** Lines as text, all over the same axis: name, sparkline, range. @param all - The number of lines there are */
export function textLines(lines: readonly DrawnLine[], all: number): string[] {
  const some = lines.slice(0, MAX_LINES);
  const axis = extentOf(
    some.flatMap(({ line: { points } }) => [points[0]?.x ?? NaN, points.at(-1)?.x ?? NaN]),
  );
  const width = Math.min(WIDTH, Math.max(0, ...some.map(({ line: { points } }) => points.length)));
  const texts = some.map(({ one: { panel, label, y }, line: { points } }) => {
    const values = points.flatMap(({ y: value }) => (value === null ? [] : [value]));
    const name = [panel ?? "", label].filter((part) => part !== "").join(", ") || (y?.name ?? "");
    const range = values.length === 0 ? "no values" : extentText(values);
    return `${name} ${sparkline(points, axis, width)} ${range}`;
  });
  return all > some.length ? [...texts, `and ${all - some.length} more series`] : texts;
}

/** A series as a line of block characters: the mean at each place of the axis, scaled from lowest to highest. Blank where the series has not begun, has ended or has a gap. */
export function sparkline(points: readonly Point[], { low, high }: Extent, width: number): string {
  const place = (x: number): number =>
    high === low ? 0 : Math.min(width - 1, Math.floor(((x - low) / (high - low)) * width));
  const last = place(points.at(-1)?.x ?? low);
  const means: (number | null)[] = [];
  for (let at = 0; at < width; at += 1) {
    const here = points.filter(({ x }) => place(x) === at);
    const values = here.flatMap(({ y }) => (y === null ? [] : [y]));
    const mean = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    // Between two points the line goes on.
    means.push(here.length === 0 && at < last ? (means[at - 1] ?? null) : mean);
  }
  const range = extentOf(means.map((mean) => mean ?? NaN));
  const height = range.high - range.low;
  return means
    .map((mean) => {
      if (mean === null) return " ";
      return STEPS[height === 0 ? 3 : Math.round(((mean - range.low) / height) * (STEPS.length - 1))] ?? " ";
    })
    .join("");
}
