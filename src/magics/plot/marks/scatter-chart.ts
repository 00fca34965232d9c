import { axisOf, type Axis } from "../layout/axis.ts";
import type { ChartColumn } from "../layout/chart-column.ts";
import type { ChartPlan } from "../choose-chart.ts";
import {
  extentOf,
  notesOf,
  quantity,
  finiteOrNull,
  inPanel,
  type Datum,
  type Drawing,
} from "../layout/drawing.ts";
import { panelsOf } from "../layout/panels.ts";
import { bySize, colourNote, colourOf, seriesFields, seriesOf, seriesTooltip } from "../layout/series.ts";

/** More points than this are binned. */
const MAX_POINTS = 5000;
const CELLS = { x: 60, y: 40 };
/** Visible on white and on black. */
const SHADES = { scheme: { name: "viridis", extent: [0.2, 0.95] } };

/** One point per row; too many rows are counted in a grid of cells. */
export function scatterChart(plan: ChartPlan): Drawing {
  const axis = axisOf(plan);
  const panels = panelsOf({ ...plan, color: null });
  const placed = (rows: Uint32Array, y: ChartColumn): Uint32Array =>
    rows.filter((row) => finiteOrNull(axis.numbers[row]) !== null && finiteOrNull(y.numbers[row]) !== null);
  const all = panels.panels.flatMap(({ label: panel, rows, y }) =>
    y.map((column) => {
      // Infinite values have a note of their own.
      const of = rows.filter((row) => Math.abs(column.numbers[row] ?? NaN) !== Infinity).length;
      return { panel, column, rows: placed(rows, column), of };
    }),
  );
  const points = all.reduce((sum, { rows }) => sum + rows.length, 0);
  const missing = all.reduce((sum, { of }) => sum + of, 0) - points;
  const lacking =
    missing > 0 &&
    `without ${quantity(missing, plan.y.length > 1 ? "point" : "row")} that ${missing === 1 ? "lacks" : "lack"} a value`;
  const title = panels.byColumn ? null : plan.y.map(({ name }) => name).join(", ");
  const y = { field: "y", type: "quantitative", title, scale: { zero: false } };
  if (points > MAX_POINTS) {
    const rows = { field: "rows", type: "quantitative", title: "rows" };
    return {
      values: all.flatMap(({ panel, rows, column }) =>
        cells(rows, axis, column).map((cell) => ({ ...inPanel(panel), ...cell })),
      ),
      body: {
        // Labels for a thousand cells would be most of the document.
        mark: { type: "rect", aria: false },
        encoding: {
          x: { ...axis.encoding, bin: { binned: true } },
          x2: { field: "x2" },
          y: { ...y, bin: { binned: true } },
          y2: { field: "y2" },
          color: { ...rows, scale: { scheme: "blues", type: "log" } },
          tooltip: [rows],
        },
      },
      panels,
      notes: notesOf(
        lacking,
        `${quantity(points, "point")}: the colour of a cell is its number of points`,
        plan.color !== null && `not drawn: ${plan.color.name}`,
      ),
      text: [`${quantity(points, "point")}, counted in cells`],
    };
  }
  const shade = plan.color?.kind === "category" ? null : plan.color;
  const c = shade === null ? null : { field: "c", type: "quantitative", title: shade.name, scale: SHADES };
  const series = seriesOf(shade === null ? plan : { ...plan, color: null }, panels.panels);
  const ranked = bySize(series);
  const values: Datum[] = series.flatMap(({ panel, label, rows, y: column }) =>
    Array.from(column === null ? [] : placed(rows, column), (row) => ({
      ...inPanel(panel.label),
      x: axis.drawn(axis.numbers[row] as number),
      y: finiteOrNull(column?.numbers[row]),
      ...(shade === null ? seriesFields(ranked, { panel, label }) : { c: finiteOrNull(shade.numbers[row]) }),
    })),
  );
  return {
    values,
    body: {
      mark: { type: "point", filled: true, size: points > 500 ? 12 : 30, opacity: 0.7 },
      encoding: {
        x: axis.encoding,
        y,
        ...(c === null ? colourOf(ranked, plan) : { color: c }),
        tooltip: [
          axis.tooltip,
          { field: "y", type: "quantitative", title: title ?? "value" },
          ...(c === null ? seriesTooltip(ranked, plan) : [c]),
        ],
      },
    },
    panels,
    notes: notesOf(lacking, c === null && colourNote(ranked)),
    text: [quantity(points, "point")],
  };
}

/** A grid of equal cells over the points' range, with the number of points in each; empty cells are omitted. */
function cells(rows: Uint32Array, along: Axis, y: ChartColumn): Datum[] {
  const across = range(rows, along.numbers);
  const down = range(rows, y.numbers);
  const counts = new Uint32Array(CELLS.x * CELLS.y);
  for (const row of rows) {
    const column = across.cell(along.numbers[row] as number, CELLS.x);
    const line = down.cell(y.numbers[row] as number, CELLS.y);
    counts[line * CELLS.x + column]! += 1;
  }
  const values: Datum[] = [];
  for (const [at, number] of counts.entries()) {
    if (number === 0) continue;
    const [column, line] = [at % CELLS.x, Math.floor(at / CELLS.x)];
    values.push({
      x: along.drawn(across.edge(column, CELLS.x)),
      x2: along.drawn(across.edge(column + 1, CELLS.x)),
      y: down.edge(line, CELLS.y),
      y2: down.edge(line + 1, CELLS.y),
      rows: number,
    });
  }
  return values;
}

function range(rows: Uint32Array, numbers: ArrayLike<number>) {
  const { low, high } = extentOf(numbers, rows);
  const width = high > low ? high - low : 1;
  return {
    cell: (value: number, of: number): number => Math.min(of - 1, Math.floor(((value - low) / width) * of)),
    // Seven digits are finer than a pixel, and keep the document small.
    edge: (cell: number, of: number): number => {
      const edge = low + (width * cell) / of;
      return Math.abs(edge) < 1e9 ? Number(edge.toPrecision(7)) : Math.round(edge);
    },
  };
}
