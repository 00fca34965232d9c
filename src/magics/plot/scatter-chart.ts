import { categoriesOf } from "./categories.ts";
import type { ChartColumn } from "./chart-column.ts";
import type { ChartPlan } from "./choose-chart.ts";
import { clockOf } from "./clock.ts";
import { count, inPanel, type Datum, type Drawing } from "./drawing.ts";
import { panelsOf } from "./panels.ts";
import { bySize, colourOf, seriesOf, topField } from "./series.ts";

/** More points than this are counted in cells. */
const MOST_POINTS = 5000;
const CELLS = { x: 60, y: 40 };

/** A point for each row. Where they are too many for one picture, cells that count them. */
export function scatterChart(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const panels = panelsOf({ ...plan, color: null });
  const along = positions(x);
  const xAxis = axis(x, "x");
  const names = plan.color !== null && plan.color.kind === "category" ? seriesOf(plan, panels.panels) : null;
  const ranked = names === null ? [] : bySize(names);
  const codes = plan.color === null || names === null ? null : categoriesOf(plan.color);
  const drawable = (row: number, y: ChartColumn): boolean =>
    Number.isFinite(along.numbers[row] ?? NaN) &&
    Number.isFinite(y.kind === "category" ? NaN : (y.numbers[row] ?? NaN));
  const all = panels.panels.flatMap(({ label, rows, y }) =>
    y.map((column) => ({ label, column, rows: rows.filter((row) => drawable(row, column)) })),
  );
  const points = all.reduce((sum, { rows }) => sum + rows.length, 0);
  const missing =
    plan.rows.length * Math.max(1, panels.byColumn ? panels.panels.length : plan.y.length) - points;
  const notes =
    missing > 0 ? [`without ${count(missing, "row")} that ${missing === 1 ? "lacks" : "lack"} a value`] : [];
  const yTitle = panels.byColumn ? null : plan.y.map(({ name }) => name).join(", ");
  if (points > MOST_POINTS) {
    return {
      values: all.flatMap(({ label, rows, column }) =>
        cells(rows, along, column).map((cell) => ({ ...inPanel(label), ...cell })),
      ),
      body: {
        mark: { type: "rect" },
        encoding: {
          x: { ...xAxis, bin: { binned: true } },
          x2: { field: "x2" },
          y: {
            field: "y",
            type: "quantitative",
            title: yTitle,
            scale: { zero: false },
            bin: { binned: true },
          },
          y2: { field: "y2" },
          color: {
            field: "rows",
            type: "quantitative",
            title: "rows",
            scale: { scheme: "blues", type: "log" },
          },
          tooltip: [{ field: "rows", type: "quantitative", title: "rows" }],
        },
      },
      panels,
      notes: [
        ...notes,
        `${count(points, "point")}: the colour of a cell counts its rows`,
        ...(plan.color === null ? [] : [`not drawn: ${plan.color.name}`]),
      ],
      text: [`${count(points, "point")}, counted in cells`],
    };
  }
  const values: Datum[] = all.flatMap(({ label, rows, column }) =>
    Array.from(rows, (row) => ({
      ...inPanel(label),
      x: along.drawn(along.numbers[row] ?? NaN),
      y: column.numbers[row] ?? null,
      ...colourField(row),
    })),
  );
  function colourField(row: number): Partial<Datum> {
    if (plan.color === null) return {};
    if (codes === null) return { c: finite(plan.color.numbers[row]) };
    const label = codes.labels[codes.codes[row] ?? 0] ?? "";
    return { series: label, ...topField(ranked, label) };
  }
  const scale =
    plan.color === null
      ? {}
      : codes === null
        ? { color: { field: "c", type: "quantitative", title: plan.color.name } }
        : colourOf(ranked, plan.color.name);
  return {
    values,
    body: {
      mark: { type: "point", filled: true, size: points > 500 ? 12 : 30, opacity: 0.7 },
      encoding: {
        x: xAxis,
        y: { field: "y", type: "quantitative", title: yTitle, scale: { zero: false } },
        ...scale,
        tooltip: [
          {
            field: "x",
            type: xAxis.type,
            title: xAxis.title,
            ...(x.kind === "time" ? { format: "%Y-%m-%d %H:%M:%S" } : {}),
          },
          { field: "y", type: "quantitative", title: yTitle ?? "value" },
          ...(plan.color === null
            ? []
            : [
                {
                  field: codes === null ? "c" : "series",
                  type: codes === null ? "quantitative" : "nominal",
                  title: plan.color.name,
                },
              ]),
        ],
      },
    },
    panels,
    notes: [...notes, ...(ranked.length > 10 ? ["the 10 largest groups are coloured, the others grey"] : [])],
    text: [count(points, "point")],
  };
}

interface Positions {
  readonly numbers: ArrayLike<number>;
  readonly drawn: (number: number) => number | string;
}

function positions(x: ChartColumn): Positions {
  if (x.kind === "number") return { numbers: x.numbers, drawn: (number) => number };
  if (x.kind === "time") return { numbers: x.numbers, drawn: clockOf(x.zone) };
  const { codes, labels } = categoriesOf(x);
  return { numbers: codes, drawn: (code) => labels[code] ?? "" };
}

function axis(
  column: ChartColumn,
  field: string,
): { field: string; type: string; title: string; scale?: object } {
  if (column.kind === "category") return { field, type: "nominal", title: column.name };
  return column.kind === "time"
    ? { field, type: "temporal", scale: { type: "utc" }, title: `${column.name} (${column.zone})` }
    : { field, type: "quantitative", scale: { zero: false }, title: column.name };
}

/** Cells of equal size over the points' range, each with the number of its points; empty ones are left out. */
function cells(rows: Uint32Array, along: Positions, y: ChartColumn): Datum[] {
  const across = range(rows, along.numbers);
  const down = range(rows, y.numbers);
  const counts = new Uint32Array(CELLS.x * CELLS.y);
  for (const row of rows) {
    const column = across.cell(along.numbers[row] ?? 0, CELLS.x);
    const line = down.cell(y.numbers[row] ?? 0, CELLS.y);
    counts[line * CELLS.x + column] = (counts[line * CELLS.x + column] ?? 0) + 1;
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
  let [low, high] = [Infinity, -Infinity];
  for (const row of rows) {
    const value = numbers[row] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const width = high > low ? high - low : 1;
  return {
    cell: (value: number, of: number): number => Math.min(of - 1, Math.floor(((value - low) / width) * of)),
    // Seven digits are finer than a pixel, and few enough to keep the document small.
    edge: (cell: number, of: number): number => {
      const edge = low + (width * cell) / of;
      return Math.abs(edge) < 1e9 ? Number(edge.toPrecision(7)) : Math.round(edge);
    },
  };
}

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;
