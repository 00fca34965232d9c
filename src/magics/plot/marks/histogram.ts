import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { cellBars, cellData, cellsOf, rankedPlaces, sizeOfCell } from "../data/row-groups.ts";
import { seriesKeys } from "../data/channel-keys.ts";
import type { Drawing } from "../drawing.ts";
import { binnedAxis, valueChannel } from "../encode/axes.ts";
import { colourNote, colourOf } from "../encode/colours.ts";

const MOST = { bins: 40, times: 200 };

/** Number of rows in each of several equal ranges, or in each unit of time. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const { key, channel } = binnedAxis(x, plan.options, MOST);
  const keys = [...seriesKeys(plan), key];
  const cells = cellsOf(keys, plan.rows, null);
  const { values, measure } = cellData(cells, keys, null);
  const colours = rankedPlaces(cells, 1, sizeOfCell);
  // Counts have a logarithm, but no sums of logarithms.
  const scale =
    plan.options.log === true
      ? { scale: { type: "log", nice: false, domainMin: 0.5 }, stack: null }
      : { stack: "zero" };
  return {
    values,
    body: {
      mark: "bar",
      encoding: {
        x: channel,
        y: { ...valueChannel(plan, measure), ...scale },
        ...colourOf(plan.color, colours),
      },
    },
    notes: [`the number of rows in each range of ${x.name}`, colourNote(colours)],
    text: cellBars(cells, keys),
  };
}
