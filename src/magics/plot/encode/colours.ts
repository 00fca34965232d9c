import type { ChartColumn } from "../columns/chart-column.ts";
import { titleOf, type ChannelDef } from "./axes.ts";

/**
 * Colours of series, in this order. All pairs differ for people with each of the three common deficiencies of colour vision, and each is
 * visible on white and on black: `colours.test.ts` measures both.
 */
export const PALETTE = ["#2f6fd0", "#ff4b78", "#00a587", "#788700", "#964b78", "#a587b4", "#4b693c"] as const;

/** More series than this are grey. */
export const MAX_COLOURS = PALETTE.length;
const PALE = "#8a8a8a66";

/**
 * The color channel: a color for each of the largest series, grey and no legend entry for the rest.
 *
 * @param ranked - The codes of the series, the largest first
 * @param compare - The order of the legend, else that of the codes
 */
export function colourOf(
  column: ChartColumn | null,
  ranked: readonly number[],
  compare = (a: number, b: number): number => a - b,
  hasLegend = true,
): { color?: ChannelDef } {
  if (column === null || ranked.length < 2) return {};
  const { field, name, categories } = column;
  const domain = ranked
    .slice(0, MAX_COLOURS)
    .sort(compare)
    .map((code) => categories.labels[code]);
  const legend = hasLegend ? {} : { legend: null };
  const color = { field, type: "nominal", ...titleOf({ field }, name), scale: { domain }, ...legend };
  if (ranked.length <= MAX_COLOURS) return { color };
  return { color: { condition: { test: { field, oneOf: domain }, ...color }, value: PALE } };
}

/** A note on series without a color. */
export const colourNote = ({ length }: readonly number[]): string | false =>
  length > MAX_COLOURS && `the ${MAX_COLOURS} largest of ${length} series have colours, the others are grey`;
