// This folder: axes, scales, numbers and colours of all marks.

import { textWidth } from "../../../core/text/visible-text.ts";
import { UsageError } from "../../../core/errors.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import type { Extent } from "../columns/summary.ts";
import { coarseUnit, DAY, type TimeUnit } from "../columns/time-unit.ts";
import { binsOf } from "../data/bins.ts";
import { binSide, timeSide, type Side } from "../data/cells.ts";
import { vegaText } from "./vega-text.ts";

export type ChannelDef = Readonly<Record<string, unknown>>;

/** The channel of an axis over a column: of times, of numbers, or of names in their order. */
export function axisChannel(
  x: ChartColumn,
  options: ChartPlan["options"],
  ownTitle = options.x_title,
): ChannelDef {
  const title = ownTitle ?? x.title;
  if (x.kind === "time") return timeChannel(x, title);
  if (x.kind === "number")
    return numberChannel(x.field, title, x.summary, { log: options.log_x, isWhole: x.summary.isWhole });
  const { labels } = x.categories;
  return { field: x.field, type: "ordinal", title: vegaText(title), sort: labels, axis: { labelAngle: 0 } };
}

/** Numbers in ranges, or times in units: at most so many, and no finer than the data. */
export function binnedAxis(
  x: ChartColumn,
  options: ChartPlan["options"],
  most: { readonly bins: number; readonly times: number },
): { readonly side: Side; readonly channel: ChannelDef } {
  if (x.kind === "time") {
    const unit = coarseUnit(x.summary.high - x.summary.low, most.times, x.unit.ms);
    return { side: timeSide(x, unit), channel: timeChannel(x, options.x_title ?? x.title, unit) };
  }
  const { isWhole } = x.summary;
  const bin = binsOf(x.summary, most.bins, isWhole);
  const channel = numberChannel(x.field, options.x_title ?? x.title, x.summary, { isWhole });
  return { side: binSide(x.field, x.numbers, bin), channel: { ...channel, bin } };
}

const FORMS = {
  ...{ week: "%b %-d", date: "%b %-d", hours: "%H:%M", minutes: "%H:%M" },
  ...{ seconds: "%H:%M:%S", milliseconds: "%H:%M:%S.%L" },
};
const NEW_YEAR = "utcFormat(datum.value, '%j %H:%M:%S') == '001 00:00:00'";
const DAY_OR_YEAR = "utcFormat(datum.value, '%H:%M:%S') == '00:00:00' ? '%Y' : '%b %-d, %Y'";
const MAX_WEEKS = 9;

/**
 * A temporal channel with Vega-Lite's unit, whose ticks are no finer. It is read as UTC; else a tooltip would shift the time again, to the
 * browser's zone. Below the first label stands its year, and its day if it is an hour.
 */
export function timeChannel(column: ChartColumn, title: string, unit: TimeUnit = column.unit): ChannelDef {
  const { low, high } = column.summary;
  const hasDays = unit.ms < 28 * DAY && high - low < 1830 * DAY;
  const month = hasDays ? "%b %-d" : unit.unit === "quarter" ? "Q%q" : "%b";
  const forms = JSON.stringify({ year: hasDays ? month : "%Y", quarter: month, month, ...FORMS });
  const label = `utcFormat(datum.value, ${forms})`;
  const isNamed = hasDays ? `datum.index == 0 || ${NEW_YEAR}` : `datum.index == 0 && !(${NEW_YEAR})`;
  return {
    field: column.field,
    ...(unit.timeUnit === null ? { scale: { type: "utc" } } : { timeUnit: unit.timeUnit }),
    type: "temporal",
    title: vegaText(title),
    axis: {
      labelExpr: `${isNamed} ? [${label}, utcFormat(datum.value, ${DAY_OR_YEAR})] : ${label}`,
      // Vega's weeks begin on Sundays, the data's on any day.
      ...(unit.unit === "week" ? { values: weeks(column) } : {}),
    },
  };
}

function weeks({ clock, summary }: ChartColumn): number[] {
  const [low, high] = [clock(summary.low), clock(summary.high)];
  const count = Math.round((high - low) / (7 * DAY)) + 1;
  const step = Math.ceil(count / MAX_WEEKS) * 7 * DAY;
  return Array.from({ length: Math.ceil((high - low + 1) / step) }, (_, at) => low + at * step);
}

const UNITS = [
  { from: 1e12, letter: "T" },
  { from: 1e9, letter: "B" },
  { from: 1e6, letter: "M" },
];

/**
 * One form for all labels of an axis or a legend: `1.5M` (million, B for 10⁹, T for 10¹²), all digits where a few would not tell the labels
 * apart (`100,000,001`), `2e-7`; thousands are separated if there are five digits or more.
 */
export function numberForm({ low, high }: Extent, digits = 15): ChannelDef {
  const size = Math.max(high, -low);
  if (size >= 1e18 || (size > 0 && size < 1e-4)) return { format: ".12~g" };
  const unit = UNITS.find(({ from }) => size >= from && high - low >= from / 100);
  if (unit === undefined) return { format: size > 9000 ? ",.15~r" : `.${digits}~r` };
  return {
    labelExpr: `datum.value == 0 ? '0' : format(datum.value / ${unit.from}, ',.12~r') + '${unit.letter}'`,
  };
}

/** For panels whose ranges differ, and for a logarithmic axis, whose labels do: a letter from a million on. */
const OWN_FORM =
  "abs(datum.value) < 1e6 ? format(datum.value, abs(datum.value) < 1e4 ? '~r' : ',~r') : replace(format(datum.value, '.3~s'), 'G', 'B')";

interface NumberStyle {
  readonly log?: boolean | undefined;
  /** Whether bars begin on the axis. */
  readonly isBar?: boolean;
  readonly isWhole?: boolean;
  readonly format?: string | null;
  /** Whether each panel has a range of its own. */
  readonly isApart?: boolean;
}

/** A channel of numbers. @throws UsageError for a range that has no logarithm */
export function numberChannel(
  field: string,
  title: string | null,
  extent: Extent,
  { log = false, isBar = false, isWhole = false, format = null, isApart = false }: NumberStyle = {},
): ChannelDef {
  const { low, high } = extent;
  if (log && low <= 0 && high >= low)
    throw new UsageError(`'${title ?? field}' has values of 0 or below, which a logarithmic axis can't show`);
  const form = format !== null ? { format } : log || isApart ? { labelExpr: OWN_FORM } : numberForm(extent);
  return {
    field,
    type: "quantitative",
    title: title === null ? null : vegaText(title),
    ...(log ? { scale: { type: "log", nice: false, ...(isBar ? { domainMin: low / 2 } : {}) } } : {}),
    axis: {
      ...form,
      ...(isWhole && format === null ? { tickMinStep: 1 } : {}),
      ...(log ? { values: logTicks(extent) } : {}),
    },
  };
}

/** The channel of a plan's values. @param isShare - Whether they are drawn as shares of their sum */
export const valueChannel = (
  { options, y, panelField, facet }: ChartPlan,
  field: string,
  title: string | null,
  extent: Extent,
  { isShare = false, isBar = false } = {},
): ChannelDef =>
  numberChannel(field, options.y_title ?? title, extent, {
    log: options.log,
    format: options.format ?? (options.percent === true || isShare ? ".1~%" : null),
    isWhole: y.every(({ summary }) => summary.isWhole),
    isApart: panelField !== null && facet === null,
    isBar,
  });

/** Powers of ten, and where they are few 2 and 5 times them, each with a label. */
function logTicks({ low, high }: Extent): number[] {
  const first = Math.floor(Math.log10(low));
  const count = Math.ceil(Math.log10(high)) - first + 1;
  const powers = Array.from({ length: count }, (_, at) => 10 ** (first + at));
  if (count <= 4) return powers.flatMap((power) => [power, 2 * power, 5 * power]);
  return powers.filter((_, at) => at % Math.ceil(count / 10) === 0);
}

/** Shades of numbers, from low to high or from below to above 0. */
export const shadeOf = (
  field: string,
  title: string,
  extent: Extent,
  scale: object = extent.low < 0 && extent.high > 0
    ? { scheme: "blueorange", domainMid: 0 }
    : { scheme: "viridis" },
): ChannelDef => ({
  field,
  type: "quantitative",
  title: vegaText(title),
  scale,
  legend: numberForm(extent, 4),
});

/** Without the darkest and the brightest, for points on dark and on white pages. */
export const POINT_SHADES = { scheme: { name: "viridis", extent: [0.2, 0.9] } };

const MAX_LABEL = 32;

/** Properties of an axis of names: the middle of long ones is left out, as names mostly differ at their ends. */
export const nameLabels = (names: readonly string[]): ChannelDef => ({
  labelLimit: 280,
  ...(names.some(({ length }) => length > MAX_LABEL)
    ? {
        labelExpr: `length(datum.label) > ${MAX_LABEL} ? slice(datum.label, 0, 19) + '…' + slice(datum.label, length(datum.label) - 12) : datum.label`,
      }
    : {}),
});

/** Pixels of a plot that needs so many, with a legend or without; large ones are as wide as the page. */
export const openWidth = (width: number, pixels: number, hasLegend = false): number =>
  pixels > (hasLegend ? 240 : 330) ? width : Math.min(width, pixels);

/** How bars stand at their names. */
interface NamePlaces {
  /** As Vega-Lite's, without the channel of a value's order. */
  readonly sort: "" | "-" | null | readonly string[];
  /** The channel of bars side by side, of which there are so many at each name. */
  readonly offset?: ChannelDef | null;
  readonly abreast?: number;
}

/** The sizes and channels of bars or boxes of names: they lie where there is no room for their names below. */
export function namesBody(
  { options, width, facet }: ChartPlan,
  { field, title }: { readonly field: string; readonly title: string | null },
  names: readonly string[],
  measure: ChannelDef,
  { sort, offset = null, abreast = 1 }: NamePlaces,
): ChannelDef {
  const widest = Math.max(0, ...names.map(textWidth));
  const label = 7 * widest + 8;
  const isLying = names.length > 12 || widest > 12 || label * names.length > width;
  const step = Math.max(36, 14 * abreast, label);
  const own = (isLying ? options.y_title : options.x_title) ?? title;
  const across = isLying && options.x_title !== undefined ? { title: vegaText(options.x_title) } : {};
  const channel = {
    field,
    type: "nominal",
    title: own === null ? null : vegaText(own),
    sort: typeof sort === "string" ? `${sort}${isLying ? "x" : "y"}` : sort,
    axis: isLying ? nameLabels(names) : { labelAngle: 0 },
  };
  const [at, over] = isLying ? ["y", "x"] : ["x", "y"];
  return {
    width: isLying ? width : openWidth(width, step * names.length, abreast > 1),
    height: isLying ? { step: abreast > 1 ? 9 : 18 } : facet === null ? 300 : 180,
    encoding: {
      [at]: channel,
      [over]: { ...measure, ...across },
      ...(offset === null ? {} : { [`${at}Offset`]: offset }),
    },
  };
}
