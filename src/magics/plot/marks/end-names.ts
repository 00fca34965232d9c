import { textWidth } from "../../../core/text/text-width.ts";
import type { PlotOptions } from "../plot-options.ts";
import type { Series } from "../data/series.ts";
import type { SeriesLine } from "../data/line-points.ts";
import { extentOf, type Extent } from "../drawing.ts";
import { INK } from "../encode/palette.ts";
import type { ChannelDef } from "../encode/number-channel.ts";

/** A series with its line. */
export interface DrawnLine {
  readonly one: Series;
  readonly line: SeriesLine;
}

/** Names at the ends of lines need this distance, and have these lengths, in pixels and characters. */
const LABEL = { height: 13, letter: 6.5, longest: 24 };

/** The last point with a value. */
const endOf = ({ line: { points } }: DrawnLine) => points.findLast(({ y }) => y !== null);

/** Labels in the order of the lines' ends from the top. */
export function byEnd(lines: readonly DrawnLine[], labels: readonly string[]): string[] {
  const ends = new Map(lines.map((each) => [each.one.label, endOf(each)?.y ?? -Infinity]));
  const end = (label: string): number => ends.get(label) ?? -Infinity;
  return [...labels].sort((a, b) => Math.sign(end(b) - end(a)) || 0);
}

/** Whether the lines' names fit beside their ends. */
export function haveRoom(
  lines: readonly DrawnLine[],
  extent: Extent,
  { height = 300, log = false }: PlotOptions,
): boolean {
  const scaled = log ? Math.log : Number;
  const [low, high] = [scaled(extent.low), scaled(extent.high)];
  const ends = lines.map(endOf);
  const places = lines.flatMap(({ line: { points } }) => [points[0]?.x ?? NaN, points.at(-1)?.x ?? NaN]);
  const range = extentOf(places);
  const isLast = ends.every(
    (end) => end !== undefined && range.high - end.x <= 0.02 * (range.high - range.low),
  );
  const pixels = ends
    .map((end) => ((scaled(end?.y ?? 0) - low) / (high - low || 1)) * height)
    .sort((a, b) => a - b);
  const isApart = pixels.every((end, at) => at === 0 || end - (pixels[at - 1] ?? 0) >= LABEL.height);
  const areShort = lines.every(({ one, line }) => textWidth(one.label) <= LABEL.longest && line.shared === 0);
  return isLast && isApart && areShort;
}

/** Pixels beside the plot. */
export const marginOf = (labels: readonly string[]): number =>
  LABEL.letter * Math.max(0, ...labels.map((label) => textWidth(label))) + 8;

/** A layer with the lines' names at their ends. */
export const namesLayer = (x: ChannelDef, y: ChannelDef, field: string | null) => ({
  transform: [{ filter: { field: y["field"], valid: true } }],
  mark: { type: "text", align: "left", baseline: "middle", dx: 6, tooltip: null },
  encoding: {
    x: { ...x, aggregate: "max" },
    y: { ...y, aggregate: { argmax: x["field"] } },
    text: { field, type: "nominal" },
    color: { value: INK },
  },
});
