import type { ChartPlan } from "../choose-chart.ts";
import type { SeriesSet } from "../columns/series.ts";
import type { Extent } from "../drawing.ts";
import type { ChannelDef } from "./axis.ts";
import { checkLog, exactFormat, logAxis, numberForm } from "./number-axis.ts";
import { MAX_COLOURS, PALE } from "./palette.ts";
import { shortened } from "./shortened.ts";
import { vegaTitle } from "./vega-text.ts";

/** For ranges that differ: at most three digits and a letter. */
const OWN_FORM =
  "abs(datum.value) < 1000 ? format(datum.value, '~r') : replace(format(datum.value, '.3~s'), 'G', 'B')";

/** The channel of values, with one form of numbers. @param zero - Whether the axis begins at 0. */
export function valueChannel(
  { options }: ChartPlan,
  field: string,
  title: string | null,
  { low, high }: Extent,
  { zero, whole = false, shared = true }: { zero: boolean; whole?: boolean; shared?: boolean },
): { channel: ChannelDef; tooltip: ChannelDef } {
  if (options.log === true) checkLog(field, low, high);
  const text = options.y_title ?? title;
  const named = { field, type: "quantitative", title: text === null ? null : vegaTitle(text) };
  const format = options.format ?? (options.percent === true ? ".1~%" : null);
  // Panels of several columns have their own ranges.
  const form = format === null ? (shared ? numberForm(low, high) : { labelExpr: OWN_FORM }) : { format };
  const scale = options.log === true ? { scale: { type: "log" } } : zero ? {} : { scale: { zero: false } };
  const axis = {
    ...form,
    ...(whole && format === null ? { tickMinStep: 1 } : {}),
    ...(options.log === true ? logAxis(low, high) : {}),
  };
  return {
    channel: { ...named, ...scale, axis },
    tooltip: { ...named, title: named.title ?? "value", format: format ?? exactFormat(low, high) },
  };
}

/** The color channel: a color for each of the largest series, grey and no legend entry for the rest. @param labels - In the legend's order */
export function colourOf(
  series: SeriesSet,
  labels = series.labels,
  legend = true,
): Record<string, ChannelDef> {
  const { field, ranked, title } = series;
  if (field === null || ranked.length < 2) return {};
  const coloured =
    ranked.length <= MAX_COLOURS ? labels : labels.filter((label) => ranked.indexOf(label) < MAX_COLOURS);
  const scale = {
    field,
    type: "nominal",
    title: title === null ? null : vegaTitle(title),
    scale: { domain: coloured },
    ...(legend ? { legend: shortened(coloured) } : { legend: null }),
  };
  return ranked.length <= MAX_COLOURS
    ? { color: scale }
    : { color: { condition: { test: "datum.coloured", ...scale }, value: PALE } };
}

/** The series' name in tooltips, if it is named. */
export const seriesTooltip = ({ field, title }: SeriesSet): ChannelDef[] =>
  field === null ? [] : [{ field, type: "nominal", title: vegaTitle(title ?? "column") }];
