import type { LongForm } from "../data/series.ts";
import { titleOf, type ChannelDef } from "./axes.ts";

/**
 * Colours of series, in this order. All pairs differ for people with each of the three common deficiencies of colour vision, and each is
 * visible on white and on black: `colours.test.ts` measures both.
 */
export const PALETTE = ["#2f6fd0", "#ff4b78", "#00a587", "#788700", "#964b78", "#a587b4", "#4b693c"] as const;

/** More series than this are grey. */
export const MAX_COLOURS = PALETTE.length;
const PALE = "#8a8a8a66";

/** The color channel: a color for each of the largest series, grey and no legend entry for the rest. @param order - Of the legend */
export function colourOf(long: LongForm, order = long.labels, hasLegend = true): { color?: ChannelDef } {
  const { field, ranked, title } = long;
  if (field === null || ranked.length < 2) return {};
  const coloured = new Set(ranked.slice(0, MAX_COLOURS));
  const domain = order.filter((label) => coloured.has(label));
  const legend = hasLegend ? {} : { legend: null };
  const color = { field, type: "nominal", ...titleOf(field, title), scale: { domain }, ...legend };
  if (ranked.length <= MAX_COLOURS) return { color };
  return { color: { condition: { test: { field, oneOf: domain }, ...color }, value: PALE } };
}
