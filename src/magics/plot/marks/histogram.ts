import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { areFew, cellBars, cellData, cellsOf, countOf, rowData } from "../data/cells.ts";
import { withNumbers } from "../data/lines.ts";
import { colourNote, longForm, ROWS } from "../data/series.ts";
import { withoutNote, type Drawing } from "../drawing.ts";
import { binnedAxis, valueChannel } from "../encode/axes.ts";
import { colourOf } from "../encode/colours.ts";

const MOST = { bins: 40, times: 200 };

/** Number of rows in each of several equal ranges, or in each unit of time. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const { options, rows } = plan;
  const long = longForm({ ...plan, rows: withNumbers(rows, x.numbers) });
  const { side, channel } = binnedAxis(x, options, MOST);
  const cells = cellsOf(long.series, side);
  const high = cells.reduce((most, cell) => Math.max(most, cell.rows), 1);
  const isLog = options.log === true;
  const { field: _, ...y } = valueChannel(plan, ROWS, "rows", { low: isLog ? 1 : 0, high }, { isBar: true });
  const isFew = areFew(rows.length);
  return {
    values: isFew ? rowData(long.series, side, ROWS) : cellData(cells, [side], ROWS),
    body: {
      // Bars that can't be stacked show those behind them.
      mark: isLog && long.field !== null ? { type: "bar", opacity: 0.6 } : "bar",
      encoding: {
        x: channel,
        y: { ...countOf(isFew), ...y, ...(isLog ? { stack: null } : {}) },
        ...colourOf(long),
      },
    },
    notes: [
      ...long.notes,
      `the number of rows in each range of ${x.name}`,
      colourNote(long),
      withoutNote(rows.length - x.summary.finite - x.summary.infinite, x.name),
    ],
    text: cellBars(cells, side),
  };
}
