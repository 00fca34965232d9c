import { textWidth } from "../../../core/text/visible-text.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import { extentOf, type Extent } from "../columns/summary.ts";
import type { SeriesLine } from "../data/line-points.ts";
import type { ChannelDef } from "../encode/number-channel.ts";
import type { PlotOptions } from "../plot-options.ts";

/** Names at the ends of lines need this distance, and have these lengths, in pixels and characters. */
const LABEL = { height: 13, longest: 24 };

/** The last point with a value. */
const endOf = ({ points }: SeriesLine) => points.findLast(({ y }) => y !== null);

/** Labels in the order of the lines' ends from the top. */
export function byEnd(lines: readonly SeriesLine[], labels: readonly string[]): string[] {
  const ends = new Map(lines.map((line) => [line.one.label, endOf(line)?.y ?? -Infinity]));
  const end = (label: string): number => ends.get(label) ?? -Infinity;
  return [...labels].sort((a, b) => Math.sign(end(b) - end(a)) || 0);
}

/** Whether the lines' names fit beside their ends. */
export function haveRoom(
  lines: readonly SeriesLine[],
  extent: Extent,
  { height = 300, log = false }: PlotOptions,
): boolean {
  const scaled = log ? Math.log : Number;
  const [low, high] = [scaled(extent.low), scaled(extent.high)];
  const ends = lines.map(endOf);
  const range = extentOf(lines.flatMap(({ points }) => [points[0]?.x ?? NaN, points.at(-1)?.x ?? NaN]));
  const isLast = ends.every(
    (end) => end !== undefined && range.high - end.x <= 0.02 * (range.high - range.low),
  );
  const pixels = ends
    .map((end) => ((scaled(end?.y ?? 0) - low) / (high - low || 1)) * height)
    .sort((a, b) => a - b);
  const areApart = pixels.every((end, at) => at === 0 || end - (pixels[at - 1] ?? 0) >= LABEL.height);
  const areShort = lines.every(({ one, shared }) => textWidth(one.label) <= LABEL.longest && shared === 0);
  return isLast && areApart && areShort;
}

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
