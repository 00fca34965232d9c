import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { extentOf, type Extent } from "../columns/summary.ts";
import { areFew, cellBars, cellData, cellsOf, countOf, rowData } from "../data/cells.ts";
import { withNumbers } from "../data/line-points.ts";
import { colourNote, longForm, ROWS } from "../data/series.ts";
import { notesOf, quantity, short, withoutNote, type Drawing } from "../drawing.ts";
import { numberChannel, without } from "../encode/number-channel.ts";
import { colourOf } from "../encode/palette.ts";
import { sideOf } from "../encode/side.ts";

const MAX_BINS = 40;
const MAX_TIMES = 200;
const SAMPLE = 20_000;
/** Outliers are left out if the whole range is this many times that of 98 % of the rows. */
const OUTLYING = 4;
const TEXT_LINES = 20;

/** Number of rows in each of several equal ranges, or in each unit of time. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const { options } = plan;
  const { numbers, summary } = x;
  const limits = x.kind === "time" ? summary : limitsOf(numbers, summary);
  const isIn = (row: number): boolean => {
    const value = numbers[row] ?? NaN;
    return value >= limits.low && value <= limits.high;
  };
  const rows = limits === summary ? withNumbers(plan.rows, numbers) : plan.rows.filter(isIn);
  const long = longForm({ ...plan, rows });
  const extent = limits === summary ? summary : extentOf(numbers, rows);
  const { places, channel, text } = sideOf(plan, x, extent, MAX_BINS, MAX_TIMES);
  const isFew = areFew(plan.rows.length);
  const cells = long.series.flatMap((one) => cellsOf(one, one.rows, [places], null));
  const highest = cells.reduce((most, cell) => Math.max(most, cell.rows), 1);
  const y = numberChannel(
    ROWS,
    options.y_title ?? "rows",
    { low: options.log === true ? 1 : 0, high: highest },
    { log: options.log, zero: true, isWhole: true, format: options.format ?? null },
  );
  return {
    values: isFew ? rowData(long, long.series, places) : cellData(long, cells, [places], ROWS),
    panelField: long.panelField,
    body: {
      // Bars that can't be stacked show those behind them.
      mark: options.log === true && long.field !== null ? { type: "bar", opacity: 0.6 } : "bar",
      encoding: {
        x: channel,
        y: { ...without(y, "field"), ...countOf(isFew), ...(options.log === true ? { stack: null } : {}) },
        ...colourOf(long),
      },
    },
    notes: notesOf(
      ...long.notes,
      `the number of rows in each range of ${x.name}`,
      colourNote(long),
      rows.length < summary.finite && outsideNote(numbers, limits),
      withoutNote(plan.rows.length - summary.finite - summary.infinite, x.name),
    ),
    text: cellBars(cells, text, TEXT_LINES),
  };
}

/** Everything; but if a few outliers would squeeze all other numbers into few bins, the range around those. */
function limitsOf(numbers: ArrayLike<number>, all: Extent): Extent {
  const step = Math.max(1, Math.floor(numbers.length / SAMPLE));
  const some = Float64Array.from(
    { length: Math.ceil(numbers.length / step) },
    (_, at) => numbers[at * step] ?? NaN,
  );
  const sample = some.filter(Number.isFinite).sort();
  const at = (share: number): number => sample[Math.round(share * (sample.length - 1))] ?? NaN;
  const [low, high] = [at(0.01), at(0.99)];
  const width = high - low;
  if (!(width > 0 && all.high - all.low > OUTLYING * width)) return all;
  const round = 10 ** Math.floor(Math.log10(width / 4));
  return {
    low: Math.floor((low - width / 4) / round) * round,
    high: Math.ceil((high + width / 4) / round) * round,
  };
}

function outsideNote(numbers: ArrayLike<number>, { low, high }: Extent): string {
  const finite = Array.from(numbers).filter(Number.isFinite);
  const [below, above] = [finite.filter((value) => value < low), finite.filter((value) => value > high)];
  const parts = notesOf(
    below.length > 0 && `${quantity(below.length, "row")} below ${short(low)}`,
    above.length > 0 && `${quantity(above.length, "row")} above ${short(high)}`,
  );
  return `not drawn: ${parts.join(", ")}`;
}
