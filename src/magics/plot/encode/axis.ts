import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf } from "../columns/categories.ts";
import { allRows, type ChartColumn } from "../columns/chart-column.ts";
import { isWhole } from "../columns/roles.ts";
import { timeUnitOf, type TimeUnit } from "../columns/time-unit.ts";
import { extentOf } from "../drawing.ts";
import { NUMBER_WIDTH, numberChannel, ticksOf, type ChannelDef } from "./number-channel.ts";
import { timeChannel } from "./time-channel.ts";
import { vegaTitle } from "./vega-text.ts";

/** A horizontal axis, with each row's position. */
export interface Axis {
  readonly field: string;
  readonly numbers: ArrayLike<number>;
  /** A number as written to the chart's data: an instant on its clock, or a category's name. */
  readonly drawn: (number: number) => number | string;
  readonly unit: TimeUnit | null;
  readonly channel: ChannelDef;
}

/** The horizontal axis of a plan: of its column, or of row numbers. */
export function axisOf(plan: ChartPlan): Axis {
  const { x, rows, options } = plan;
  const drawn = (number: number): number => number;
  if (x === null) {
    const numbers = allRows(rows.length);
    const channel = numberChannel("row", options.x_title ?? "row", { low: 0, high: rows.length });
    return {
      field: "row",
      numbers,
      drawn,
      unit: null,
      channel: withTicks(channel, ticksOf(plan, NUMBER_WIDTH)),
    };
  }
  const { field, numbers } = x;
  const title = options.x_title ?? axisTitle(x);
  if (x.kind === "category") {
    const { codes, labels } = categoriesOf(x);
    const channel = {
      field,
      type: "ordinal",
      title: vegaTitle(title),
      sort: labels,
      axis: { labelAngle: 0 },
    };
    return { field, numbers: codes, drawn: (code) => labels[code] ?? "", unit: null, channel };
  }
  if (x.kind === "time") {
    const unit = timeUnitOf(x);
    return { field, numbers, drawn: x.clock, unit, channel: timeChannel(plan, x, title, unit) };
  }
  const whole = isWhole(x);
  const channel = numberChannel(field, title, extentOf(numbers), { log: options.log_x, whole });
  return { field, numbers, drawn, unit: null, channel: withTicks(channel, ticksOf(plan, NUMBER_WIDTH)) };
}

/** A channel whose axis has other properties too. */
export const withTicks = (channel: ChannelDef, axis: ChannelDef): ChannelDef => ({
  ...channel,
  axis: { ...axis, ...(channel["axis"] as object) },
});

export function axisTitle({ name, kind, zone }: ChartColumn): string {
  return kind === "time" && zone !== null ? `${name} (${zone})` : name;
}
