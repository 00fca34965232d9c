// This folder: axes, scales, numbers and colours of all marks.

import { textWidth } from "../../../core/text/visible-text.ts";
import { UsageError } from "../../../core/errors.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { extentOf, type Extent } from "../columns/summary.ts";
import { coarseUnit, unitsFrom, type TimeUnit } from "../columns/time-unit.ts";
import { binKey, binsOf, timeKey, type ChannelKey } from "../data/channel-keys.ts";
import { logLabel, numberLabel, timeLabel } from "./labels.ts";
import { vegaText } from "./vega-text.ts";

export type ChannelDef = Readonly<Record<string, unknown>>;

/** A title where a channel's field is not its own title. */
export const titleOf = ({ field, aggregate }: Measure, title: string | null): ChannelDef =>
  title === field && aggregate === undefined ? {} : { title: title === null ? null : vegaText(title) };

/** The channel of an axis over a column: of times, of numbers, or of names in their order. */
export function axisChannel(x: ChartColumn, { log_x, x_title }: ChartPlan["options"]): ChannelDef {
  const { field, kind } = x;
  const title = x_title ?? x.title;
  if (kind === "time") return timeChannel(x, title);
  if (kind === "number") return numberChannel({ field }, title, x.summary, log_x);
  return {
    field,
    type: "ordinal",
    ...titleOf({ field }, title),
    sort: x.categories.labels,
    axis: { labelAngle: 0 },
  };
}

/** Numbers in ranges, or times in units: at most so many, and no finer than the data. */
export function binnedAxis(
  x: ChartColumn,
  { x_title }: ChartPlan["options"],
  most: { readonly bins: number; readonly times: number },
): { readonly key: ChannelKey; readonly channel: ChannelDef } {
  const title = x_title ?? x.title;
  if (x.kind === "time") {
    const unit = coarseUnit(x.summary.high - x.summary.low, most.times, x.unit.ms);
    return { key: timeKey(x, unit), channel: timeChannel(x, title, unit) };
  }
  const bin = binsOf(x.summary, most.bins);
  return { key: binKey(x, bin), channel: { ...numberChannel({ field: x.field }, title, x.summary), bin } };
}

const MAX_WEEKS = 9;

/** Times in Vega-Lite's unit, read as UTC: else a tooltip would shift the time again, to the browser's zone. */
function timeChannel(column: ChartColumn, title: string, unit: TimeUnit = column.unit): ChannelDef {
  const { field, clock, summary } = column;
  const weeks = unit.unit === "week" ? unitsFrom(unit, clock(summary.low), clock(summary.high)) : [];
  const every = Math.ceil(weeks.length / MAX_WEEKS);
  return {
    field,
    ...(unit.timeUnit === null ? { scale: { type: "utc" } } : { timeUnit: unit.timeUnit }),
    type: "temporal",
    ...titleOf({ field }, title),
    axis: {
      labelExpr: timeLabel(unit, summary),
      // Vega's weeks begin on Sundays, the data's on any day.
      ...(weeks.length > 0 ? { values: weeks.filter((_, at) => at % every === 0) } : {}),
    },
  };
}

/** The field or the aggregate that a channel of numbers shows. */
export interface Measure {
  readonly field?: string;
  readonly aggregate?: "mean" | "count";
}

/** A channel of numbers. @throws UsageError for a range that has no logarithm */
export function numberChannel(
  measure: Measure,
  title: string | null,
  { low, high, isWhole }: Extent & { readonly isWhole: boolean },
  log = false,
): ChannelDef {
  if (log && low <= 0 && high >= low)
    throw new UsageError(
      `'${title ?? measure.field ?? ""}' has values of 0 or below, which a logarithmic axis can't show`,
    );
  // Powers of ten, unless there are none between.
  const powers = Math.min(10, Math.floor(Math.log10(high / low)) || 1);
  const axis = {
    ...(isWhole ? { tickMinStep: 1 } : {}),
    ...(log ? { labelExpr: logLabel(high), tickCount: powers } : {}),
  };
  return {
    ...measure,
    type: "quantitative",
    ...titleOf(measure, title),
    ...(log ? { scale: { type: "log", nice: false } } : {}),
    ...(isWhole || log ? { axis } : {}),
  };
}

/**
 * The channel of a plan's values.
 *
 * @param isShare - Whether they are drawn as shares of their sum
 * @param ends - Of what is drawn of them
 */
export function valueChannel(
  { options, y, columns }: ChartPlan,
  measure: Measure,
  { isShare = false, ends = y?.summary ?? extentOf([]) }: { isShare?: boolean; ends?: Extent } = {},
): ChannelDef {
  const { y_title, percent = isShare, format = percent ? ".1~%" : undefined, log } = options;
  const title = y_title ?? (y === null ? "rows" : columns.length > 1 ? null : y.name);
  const isWhole = format === undefined && (y?.summary.isWhole ?? true);
  const channel = numberChannel(measure, title, { ...ends, isWhole }, log);
  // Vega-Lite's own labels, which the chart's configuration replaces.
  return format === undefined ? channel : { ...channel, axis: { format, labelExpr: "datum.label" } };
}

/** Shades of numbers, from low to high or from below to above 0. */
export const shadeOf = (
  measure: Measure,
  title: string,
  extent: Extent,
  scale: object = extent.low < 0 && extent.high > 0
    ? { scheme: "blueorange", domainMid: 0 }
    : { scheme: "viridis" },
): ChannelDef => ({
  ...measure,
  type: "quantitative",
  ...titleOf(measure, title),
  scale,
  legend: { labelExpr: numberLabel("color", 4) },
});

/** Without the darkest and the brightest, for points on dark and on white pages. */
export const POINT_SHADES = { scheme: { name: "viridis", extent: [0.2, 0.9] } };

/** Pixels of a plot that needs so many, with a legend or without; large ones are as wide as the page. */
export const openWidth = (width: number, pixels: number, hasLegend = false): number =>
  pixels > (hasLegend ? 240 : 330) ? width : Math.min(width, pixels);

/** How bars or boxes stand at their names. */
interface NamePlaces {
  readonly title: string | null;
  /** As Vega-Lite's, without the channel of a value's order. */
  readonly sort: "" | "-" | readonly string[];
  /** The channel of bars side by side, of which there are so many at each name. */
  readonly offset?: ChannelDef | null;
  readonly abreast?: number;
}

/** The sizes and channels of bars or boxes of names: they lie where there is no room for their names below. */
export function namesBody(
  { options, width, facet }: ChartPlan,
  field: string,
  names: readonly string[],
  measure: ChannelDef,
  { title, sort, offset = null, abreast = 1 }: NamePlaces,
): ChannelDef {
  const widest = Math.max(0, ...names.map(textWidth));
  const label = 7 * widest + 8;
  const isLying = names.length > 12 || widest > 12 || label * names.length > width;
  const [at, over] = isLying ? ["y", "x"] : ["x", "y"];
  const across = isLying && options.x_title !== undefined ? { title: vegaText(options.x_title) } : {};
  return {
    width: isLying ? width : openWidth(width, Math.max(36, 14 * abreast, label) * names.length, abreast > 1),
    height: isLying ? { step: abreast > 1 ? 9 : 18 } : facet === null ? 300 : 180,
    encoding: {
      [at]: {
        field,
        type: "nominal",
        ...titleOf({ field }, (isLying ? options.y_title : options.x_title) ?? title),
        sort: typeof sort === "string" ? `${sort}${over}` : sort,
        ...(isLying ? {} : { axis: { labelAngle: 0 } }),
      },
      [over]: { ...measure, ...across },
      ...(offset === null ? {} : { [`${at}Offset`]: offset }),
    },
  };
}
