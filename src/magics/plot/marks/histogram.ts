import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { cellBars, cellData, cellsOf } from "../data/cells.ts";
import { withNumbers, withoutNote } from "../data/lines.ts";
import { colourNote, longForm, ROWS } from "../data/series.ts";
import type { Drawing } from "../drawing.ts";
import { binnedAxis, valueChannel } from "../encode/axes.ts";
import { colourOf } from "../encode/colours.ts";

const MOST = { bins: 40, times: 200 };

/** Number of rows in each of several equal ranges, or in each unit of time. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const long = longForm({ ...plan, rows: withNumbers(plan.rows, x.numbers) });
  const { side, channel } = binnedAxis(x, plan.options, MOST);
  const cells = cellsOf(long.series, side);
  const y = valueChannel(plan, ROWS, "rows");
  // Counts have a logarithm, but no sums of logarithms.
  const isLog = plan.options.log === true;
  const scale = isLog
    ? { scale: { type: "log", nice: false, domainMin: 0.5 }, stack: null }
    : { stack: "zero" };
  return {
    values: cellData(cells, [side], ROWS),
    body: {
      mark: "bar",
      encoding: { x: channel, y: { aggregate: "sum", ...y, ...scale }, ...colourOf(long) },
    },
    notes: [...long.notes, `the number of rows in each range of ${x.name}`, colourNote(long), withoutNote(x)],
    text: cellBars(cells, side),
  };
}
