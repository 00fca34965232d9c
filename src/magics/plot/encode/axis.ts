import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf } from "../columns/categories.ts";
import { allRows, clocked, type ChartColumn } from "../columns/chart-column.ts";
import { timeUnitOf, type TimeUnit } from "../columns/time-unit.ts";
import { extentOf } from "../drawing.ts";
import { checkLog, exactFormat, logAxis, numberForm } from "./number-axis.ts";
import { shortened } from "./shortened.ts";
import { timeTicks } from "./time-ticks.ts";
import { vegaTitle } from "./vega-text.ts";

export type ChannelDef = Readonly<Record<string, unknown>>;

/** A horizontal axis, with each row's position. */
export interface Axis {
  readonly field: string;
  readonly numbers: ArrayLike<number>;
  /** A number as written to the chart's data: an instant on its clock, or a category's name. */
  readonly drawn: (number: number) => number | string;
  readonly unit: TimeUnit | null;
  readonly channel: ChannelDef;
  readonly tooltip: ChannelDef;
}

/** The horizontal axis of a plan: of its column, or of row numbers. */
export function axisOf(plan: ChartPlan): Axis {
  const { x, rows, width, options } = plan;
  const title = vegaTitle(options.x_title ?? (x === null ? "row" : axisTitle(x)));
  const drawn = (number: number): number => number;
  if (x === null) {
    const channel = { field: "row", type: "quantitative", title, axis: { format: ",d" } };
    return {
      field: "row",
      numbers: allRows(rows.length),
      drawn,
      unit: null,
      channel,
      tooltip: named(channel),
    };
  }
  const { field, numbers } = x;
  if (x.kind === "category") {
    const { codes, labels } = categoriesOf(x);
    const channel = {
      field,
      type: "ordinal",
      title,
      sort: labels,
      axis: { labelAngle: 0, ...shortened(labels) },
    };
    return {
      field,
      numbers: codes,
      drawn: (code) => labels[code] as string,
      unit: null,
      channel,
      tooltip: named(channel),
    };
  }
  if (x.kind === "time") return { field, numbers, drawn: x.clock, ...timeChannel(x, width, title) };
  const { low, high } = extentOf(numbers);
  if (options.log_x === true) checkLog(x.name, low, high);
  const whole = Array.prototype.every.call(numbers, (value) => !(value % 1 !== 0)) ? { tickMinStep: 1 } : {};
  const channel = {
    field,
    type: "quantitative",
    title,
    scale: options.log_x === true ? { type: "log" } : { zero: false },
    axis: { ...numberForm(low, high), ...whole, ...(options.log_x === true ? logAxis(low, high) : {}) },
  };
  const tooltip = { ...named(channel), format: exactFormat(low, high) };
  return { field, numbers, drawn, unit: null, channel, tooltip };
}

/** A temporal channel. It is read as UTC; otherwise a tooltip would shift the time again, to the browser's zone. */
export function timeChannel(x: ChartColumn, width: number, title: string) {
  const unit = timeUnitOf(x);
  const field = {
    field: x.field,
    ...(unit.timeUnit === null ? {} : { timeUnit: unit.timeUnit }),
    type: "temporal",
    title,
  };
  const scale = unit.timeUnit === null ? { scale: { type: "utc" } } : {};
  const axis = { grid: false, ...timeTicks(clocked(x, extentOf(x.numbers)), unit, width) };
  return { unit, channel: { ...field, ...scale, axis }, tooltip: timeTooltip(x.field, unit, title) };
}

/** An instant in a tooltip, no finer than its unit. `utc` keeps Vega-Lite from the browser's zone. */
export function timeTooltip(field: string, { unit, timeUnit }: TimeUnit, title: string): ChannelDef {
  const format =
    { year: "%Y", quarter: "Q%q %Y", month: "%Y-%m", week: "%Y-%m-%d", day: "%Y-%m-%d" }[unit as "day"] ??
    "%Y-%m-%d %H:%M:%S";
  return {
    field,
    timeUnit: timeUnit ?? (unit === "week" ? "utcyearmonthdate" : "utcyearmonthdatehoursminutesseconds"),
    type: "temporal",
    title,
    format,
  };
}

/** A channel without some of its properties. */
export const without = (channel: ChannelDef, ...names: readonly string[]): ChannelDef =>
  Object.fromEntries(Object.entries(channel).filter(([name]) => !names.includes(name)));

const named = ({ field, type, title }: ChannelDef): ChannelDef => ({ field, type, title });

export function axisTitle({ name, kind, zone }: ChartColumn): string {
  return kind === "time" && zone !== null ? `${name} (${zone})` : name;
}
