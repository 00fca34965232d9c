// This folder: axes, scales, numbers and colours of all marks.

import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { numberChannel, withTicks, type ChannelDef } from "./number-channel.ts";
import { timeChannel } from "./time-channel.ts";
import { vegaTitle } from "./vega-text.ts";

/** The channel of a horizontal axis. */
export function axisOf(plan: ChartPlan, x: ChartColumn): ChannelDef {
  const { field, kind, summary } = x;
  const title = plan.options.x_title ?? axisTitle(x);
  if (kind === "time") return timeChannel(plan, x, title);
  if (kind === "number") {
    const { isWhole } = summary;
    return withTicks(plan, numberChannel(field, title, summary, { log: plan.options.log_x, isWhole }));
  }
  const sort = x.categories.labels;
  return { field, type: "ordinal", title: vegaTitle(title), sort, axis: { labelAngle: 0 } };
}

export function axisTitle({ name, kind, facts: { zone } }: ChartColumn): string {
  return kind === "time" && zone !== null ? `${name} (${zone})` : name;
}
