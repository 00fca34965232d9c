// This folder: a table to a chart: its columns described, a mark chosen, rows thinned, a Vega-Lite specification.

import { UsageError } from "../../core/errors.ts";
import { type Column, Table } from "../../core/table/table.ts";
import { oneLine } from "../../core/text/visible-text.ts";
import { display } from "../display/display.ts";
import { type AnyTable, isAnyTable } from "../display/table/any-table.ts";
import { say } from "../notebook-host.ts";
import { isMeasure } from "../result/pivot/column-roles.ts";
import { plainRows } from "../result/replace-columns.ts";
import type { Chart } from "../vega/chart.ts";
import { draw } from "../vega/draw.ts";
import { isVegaLiteSpec, withTableData } from "../vega/table-spec.ts";
import { jsonSpec, type VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import { chartSpec, textSpec } from "./chart-spec.ts";
import { chooseChart, withoutNote, type ChartPlan } from "./choose-chart.ts";
import { COLUMN } from "./columns/fold.ts";
import type { Drawing } from "./drawing.ts";
import { barChart } from "./marks/bar-chart.ts";
import { boxChart } from "./marks/box-chart.ts";
import { heatMap } from "./marks/heat-map.ts";
import { histogram } from "./marks/histogram.ts";
import { lineChart } from "./marks/line-chart.ts";
import { checkPlotOptions, type Mark, type PlotOptions } from "./plot-options.ts";
import { pointChart } from "./marks/point-chart.ts";

/** Lines of the chart as text that a screen reader reads too. */
const DESCRIBED = 6;
/** Pictures of lines and bars, which a screen reader would read sign by sign. */
const BLOCKS = /\s*[▁▂▃▄▅▆▇█░][▁▂▃▄▅▆▇█░ ]*|\s{2,}/g;
const NO_ROWS = "there are no rows to draw";
const ALL_DIGITS = { maximumSignificantDigits: 15 } as const;

/**
 * Draw a table as a chart.
 *
 * Without options, column types decide: numbers over time are lines, one per value of the text columns; categories are bars, highest first;
 * two categories and a number are a heat map; two numbers are points; one column is a histogram; a single number is shown as a number.
 * All rows are drawn; notes in the chart state what is averaged, counted, thinned or omitted. A table without rows gives a chart that says
 * so. Bars of a table that was ordered with `orderby` have its order.
 *
 * A Vega-Lite specification instead of options is drawn with the table as data: its fields are column names, dates are unix ms.
 * The chart's picture is made when it is shown or saved.
 *
 * @param table - Also a table of Arquero itself.
 * @throws UsageError when a column or option does not exist, or there is nothing to draw.
 */
export function plot(table: Table | AnyTable, options: PlotOptions | VegaLiteSpec = {}): Chart {
  const own = ownTable(table);
  const plain = plainRows(own);
  if (isVegaLiteSpec(options)) {
    const spec = withTableData(jsonSpec(options), plain);
    return draw(spec, `chart: Vega-Lite specification over ${plain.numRows()} rows`);
  }
  checkPlotOptions(options, plain.columnNames());
  if (plain.numRows() === 0) return draw(textSpec(options.title, [NO_ROWS], 13), NO_ROWS);
  const numbers = numberLines(plain, options);
  if (numbers !== null) {
    return draw(textSpec(options.title, numbers, 24), ["chart: number", ...numbers].map(oneLine).join("\n"));
  }
  const { plan, drawing } = drawn({ inOrder: own.isOrdered(), ...chooseChart(plain, options) });
  const head = heading(plan);
  const read = drawing.text.slice(0, DESCRIBED).map((line) => line.replace(BLOCKS, " ").trim());
  const description = oneLine([head, ...read].join(", "));
  const notes = [...plan.notes, ...drawing.notes].filter((note) => note !== false);
  const spec = chartSpec(drawing, plan, notes, description);
  return draw(spec, [head, ...drawing.text, ...notes.map((note) => `(${note})`)].map(oneLine).join("\n"));
}

/**
 * Display a table's chart ({@link plot}) when the table itself goes to a variable. If it can't be drawn as requested, a line on stderr
 * says why, and the table is not lost.
 */
export function show_plot(table: Table, options: PlotOptions | VegaLiteSpec = {}): void {
  try {
    display(plot(table, options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`WARNING: no chart: ${error.message}`, "stderr");
  }
}

function ownTable(table: unknown): Table {
  if (table instanceof Table) return table as Table;
  if (!isAnyTable(table)) {
    throw new UsageError(
      'plot draws a table; of objects, one per row, make one first: plot(from(rows)) with import { from } from "arquero"',
    );
  }
  const [names, data, rows] = [table.columnNames(), table.data(), table.indices()];
  const columns = names.map((name): Column => Array.from(rows, (row) => data[name]?.at(row)));
  return Table.of(columns, names);
}

/** The numbers of a single row, which need no axes; null for other tables. */
function numberLines(table: Table, { mark, x, y, color, facet, percent }: PlotOptions): string[] | null {
  const names = table.columnNames();
  const isOpen = [mark, x, y, color, facet].every((option) => option === undefined);
  const isNumbers = table.totalRows() === 1 && names.every((name) => isMeasure(table, name));
  if (!isOpen || !isNumbers || names.length > 6) return null;
  const form = percent === true ? ({ style: "percent", maximumFractionDigits: 1 } as const) : ALL_DIGITS;
  return names.map((name) => {
    const value: unknown = (table.data()[name] as Column).at(0);
    const isNumber = typeof value === "number" || typeof value === "bigint";
    return `${name}: ${isNumber ? value.toLocaleString("en-US", form) : String(value)}`;
  });
}

/** Draws a plan, or points if lines would invent values. */
function drawn(plan: ChartPlan): { plan: ChartPlan; drawing: Drawing } {
  const drawing = MARKS[plan.mark][1](plan);
  if (drawing !== null) return { plan, drawing };
  const note = `several rows share a value of ${plan.x?.name ?? "the axis"}: each is a point`;
  const points: ChartPlan = {
    ...plan,
    mark: "scatter",
    notes: [...plan.notes, note, ...plan.columns.map(withoutNote)],
  };
  return { plan: points, drawing: pointChart(points) };
}

type Draw = (plan: ChartPlan) => Drawing | null;
const MARKS: Readonly<Record<Mark, readonly [noun: string, draw: Draw]>> = {
  line: ["lines", lineChart],
  area: ["areas", lineChart],
  bar: ["bars", barChart],
  scatter: ["points", pointChart],
  heatmap: ["heat map", heatMap],
  hist: ["histogram", histogram],
  box: ["boxes", boxChart],
  map: ["map", pointChart],
};

function heading({ mark, x, columns, color, facet }: ChartPlan): string {
  const of = columns.length === 0 ? "" : ` of ${columns.map(({ name }) => name).join(", ")}`;
  const over = x === null || x.field === COLUMN ? "" : ` over ${x.title}`;
  const by = [color, facet].flatMap((column) =>
    column === null || column.field === COLUMN ? [] : [column.name],
  );
  return `chart: ${MARKS[mark][0]}${of}${over}${by.length === 0 ? "" : ` by ${by.join(", ")}`}`;
}
