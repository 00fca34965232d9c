import { formatDate } from "../../display/table/format-date.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import type { Extent } from "../columns/summary.ts";
import { coarseUnit, unitStart } from "../columns/time-unit.ts";
import { binsOf } from "../data/bins.ts";
import { binPlaces, unitPlaces, valuePlaces, type AxisPlaces } from "../data/cells.ts";
import { short } from "../drawing.ts";
import { axisOf, axisTitle } from "./axis.ts";
import { without, type ChannelDef } from "./number-channel.ts";
import { timeChannel } from "./time-channel.ts";

/** An axis on which rows are counted, in Vega-Lite's words and in ours. */
interface CountedSide {
  readonly places: AxisPlaces;
  readonly channel: ChannelDef;
  /** The beginning of a range or unit as text. */
  readonly text: (code: number) => string;
}

/** At most so many ranges of numbers, or units of time, no finer than the data's. Names are as they are. */
export function sideOf(
  plan: ChartPlan,
  x: ChartColumn,
  extent: Extent,
  most: number,
  times: number,
): CountedSide {
  if (x.kind === "category") return { places: valuePlaces(x), channel: axisOf(plan, x), text: String };
  if (x.kind === "time") {
    const unit = coarseUnit(extent.high - extent.low, times, x.unit.ms);
    return {
      places: unitPlaces(x, unit),
      channel: timeChannel(plan, x, plan.options.x_title ?? axisTitle(x), unit),
      text: (code) => formatDate(new Date(unitStart(unit, code)), null, "second"),
    };
  }
  const bins = binsOf(extent, most, x.summary.isWhole);
  return {
    places: binPlaces(x.field, x.numbers, bins),
    channel: { ...without(axisOf(plan, x), "scale"), bin: bins },
    text: (code) => short(Number((bins.extent[0] + code * bins.step).toPrecision(12))),
  };
}
