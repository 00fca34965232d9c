import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { inPanel, panelsOf, type Panel } from "../columns/panels.ts";
import { colourNote, seriesOf } from "../columns/series.ts";
import { coarseUnit, unitIndex, unitStart } from "../columns/time-unit.ts";
import {
  COLUMN,
  extentOf,
  finiteOrNull,
  notesOf,
  quantity,
  ROWS,
  VALUE,
  type Datum,
  type Drawing,
} from "../drawing.ts";
import { axisOf, without, type Axis } from "../encode/axis.ts";
import { colourOf, seriesTooltip, valueChannel } from "../encode/value-channel.ts";
import { numberForm } from "../encode/number-axis.ts";
import { POINT_SHADES, SHADES } from "../encode/palette.ts";
import { vegaTitle } from "../encode/vega-text.ts";
import { binOf, binsOf, middleOf } from "./bins.ts";

/** More points than this are counted in cells. */
const MAX_POINTS = 5000;
const CELLS = { x: 60, y: 40 };

/** One point per row; too many rows are counted in a grid of cells. */
export function scatterChart(plan: ChartPlan): Drawing {
  const axis = axisOf(plan);
  const panels = panelsOf({ ...plan, color: null });
  const placed = (rows: Uint32Array, y: ChartColumn): Uint32Array =>
    rows.filter((row) => finiteOrNull(axis.numbers[row]) !== null && finiteOrNull(y.numbers[row]) !== null);
  const all = panels.panels.flatMap((panel) =>
    panel.y.map((column) => {
      // Infinite values have a note of their own.
      const of = panel.rows.filter((row) => Math.abs(column.numbers[row] ?? NaN) !== Infinity).length;
      return { panel, column, rows: placed(panel.rows, column), of };
    }),
  );
  const points = all.reduce((sum, { rows }) => sum + rows.length, 0);
  const missing = all.reduce((sum, { of }) => sum + of, 0) - points;
  const lacking =
    missing > 0 &&
    `without ${quantity(missing, plan.y.length > 1 ? "point" : "row")} that ${missing === 1 ? "lacks" : "lack"} a value`;
  const extents = all.map(({ column, rows }) => extentOf(column.numbers, rows));
  const extent = {
    low: Math.min(...extents.map(({ low }) => low)),
    high: Math.max(...extents.map(({ high }) => high)),
  };
  const [first] = plan.y;
  const field = plan.y.length > 1 ? VALUE : (first?.field ?? VALUE);
  const title = panels.field === COLUMN ? null : plan.y.map(({ name }) => name).join(", ");
  const isTime = first?.kind === "time";
  const y = isTime
    ? timeOf(first, plan)
    : valueChannel(plan, field, title, extent, { zero: false, shared: panels.field !== COLUMN });
  if (points > MAX_POINTS && !isTime) {
    const cells = cellsOf(plan, axis, all, field, extent);
    const rows = { aggregate: "sum", field: ROWS, type: "quantitative", title: "rows" };
    return {
      values: cells.values,
      panelField: panels.field,
      body: {
        // Labels for a thousand cells would be most of the document.
        mark: { type: "rect", aria: false },
        encoding: {
          x: cells.x,
          y: { ...without(y.channel, "scale"), bin: cells.bins },
          color: { ...rows, scale: { scheme: SHADES, type: "log" } },
          tooltip: [rows],
        },
      },
      notes: notesOf(
        ...panels.notes,
        lacking,
        `${quantity(points, "point")}: the colour of a cell is its number of points`,
        plan.color !== null && `not drawn: ${plan.color.name}`,
      ),
      text: [`${quantity(points, "point")}, counted in cells`],
    };
  }
  const shade = plan.color?.kind === "number" ? plan.color : null;
  const c = shade && {
    field: shade.field,
    type: "quantitative",
    title: vegaTitle(shade.name),
    scale: { scheme: POINT_SHADES },
    legend: numberForm(extentOf(shade.numbers).low, extentOf(shade.numbers).high),
  };
  const series = seriesOf(shade === null ? plan : { ...plan, color: null }, panels);
  const values = series.all.flatMap((one): Datum[] =>
    Array.from(one.y === null ? [] : placed(one.rows, one.y), (row) => ({
      ...series.fields(one),
      [axis.field]: axis.drawn(axis.numbers[row] as number),
      [field]: isTime ? first.clock(first.numbers[row] as number) : finiteOrNull(one.y?.numbers[row]),
      ...(shade === null ? {} : { [shade.field]: finiteOrNull(shade.numbers[row]) }),
    })),
  );
  return {
    values,
    panelField: panels.field,
    body: {
      mark: { type: "point", filled: true, size: points > 500 ? 16 : 36, opacity: 0.7 },
      encoding: {
        x: axis.channel,
        y: y.channel,
        ...(c === null ? colourOf(series) : { color: c }),
        tooltip: [
          axis.tooltip,
          y.tooltip,
          ...(c === null ? seriesTooltip(series) : [without(c, "scale", "legend")]),
        ],
      },
    },
    notes: notesOf(...panels.notes, lacking, c === null && colourNote(series)),
    text: [quantity(points, "point")],
  };
}

/** The vertical axis of a column of times. */
function timeOf(x: ChartColumn, plan: ChartPlan): Pick<Axis, "channel" | "tooltip"> {
  return axisOf({ ...plan, x, width: 300 });
}

interface Placed {
  readonly panel: Panel;
  readonly column: ChartColumn;
  readonly rows: Uint32Array;
}

/** Points counted in a grid of equal cells, or units of time; each cell has one row of data, in its middle. */
function cellsOf(
  plan: ChartPlan,
  axis: Axis,
  all: readonly Placed[],
  field: string,
  { low, high }: { low: number; high: number },
) {
  const panels = panelsOf({ ...plan, color: null });
  const range = extentOf(axis.numbers);
  const unit = axis.unit === null ? null : coarseUnit(range.high - range.low, 2 * CELLS.x);
  const across =
    unit === null && plan.x?.kind !== "category" ? binsOf(range.low, range.high, CELLS.x, false) : null;
  const bins = binsOf(low, high, CELLS.y, false);
  const place = (number: number): number => {
    if (unit !== null) return unitIndex(unit, axis.drawn(number) as number);
    return across === null ? number : binOf(across, number);
  };
  const middle = (at: number): number | string => {
    if (unit !== null) return unitStart(unit, at);
    return across === null ? axis.drawn(at) : middleOf(across, at);
  };
  const values = all.flatMap(({ panel, column, rows }): Datum[] => {
    const counts = new Map<number, number>();
    for (const row of rows) {
      const at = place(axis.numbers[row] as number) * 1000 + binOf(bins, column.numbers[row] as number);
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return [...counts].map(([at, count]) => ({
      ...inPanel(panels, panel),
      [axis.field]: middle(Math.floor(at / 1000)),
      [field]: middleOf(bins, at - 1000 * Math.floor(at / 1000)),
      [ROWS]: count,
    }));
  });
  const x =
    across !== null
      ? { ...without(axis.channel, "scale"), bin: across }
      : unit === null
        ? axis.channel
        : { ...without(axis.channel, "scale"), timeUnit: unit.timeUnit };
  return { values, bins, x };
}
