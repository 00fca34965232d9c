import { textWidth } from "../../../core/text/text-width.ts";
import { axisTitle } from "../layout/axis.ts";
import { categoriesOf, gapNote, type Categories } from "../layout/categories.ts";
import type { ChartColumn } from "../layout/chart-column.ts";
import type { ChartPlan } from "../choose-chart.ts";
import {
  quantity,
  finiteOrNull,
  inPanel,
  notesOf,
  extentText,
  shortened,
  type Datum,
  type Drawing,
} from "../layout/drawing.ts";
import { panelsOf } from "../layout/panels.ts";

const MAX_SIDE = 40;
/** Maximum width of a cell in pixels. */
const MAX_STEP = 60;
/** Pixels per character. */
const LETTER = 6;

/** One cell per pair of categories: the mean of its rows' values, or its number of rows. */
export function heatMap(plan: ChartPlan): Drawing {
  const [x, y] = [plan.x as ChartColumn, plan.y[0] as ChartColumn];
  const panels = panelsOf({ ...plan, y: [], color: null });
  const [across, down] = [side(categoriesOf(x), plan), side(categoriesOf(y), plan)];
  const values: Datum[] = [];
  let most = 1;
  for (const { label, rows } of panels.panels) {
    const sums = new Map<number, { sum: number; valued: number; rows: number }>();
    for (const row of rows) {
      const key = (down.codes[row] as number) * across.labels.length + (across.codes[row] as number);
      const cell = sums.get(key) ?? { sum: 0, valued: 0, rows: 0 };
      const value = plan.color === null ? 1 : (plan.color.numbers[row] as number);
      cell.rows += 1;
      if (!Number.isNaN(value)) [cell.sum, cell.valued] = [cell.sum + value, cell.valued + 1];
      sums.set(key, cell);
    }
    for (const [key, cell] of sums) {
      const [column, line] = [key % across.labels.length, Math.floor(key / across.labels.length)];
      if (!across.shown.has(column) || !down.shown.has(line)) continue;
      most = Math.max(most, cell.rows);
      const mean = plan.color === null ? cell.rows : finiteOrNull(cell.sum / cell.valued);
      values.push({ ...inPanel(label), x: across.labels[column]!, y: down.labels[line]!, c: mean });
    }
  }
  const title = plan.color?.name ?? "rows";
  const counted = plan.color === null;
  const which = counted ? "those with most rows" : "the largest";
  const notes = notesOf(
    counted && "the number of rows in each cell",
    !counted && most > 1 && `each cell is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
    ...[across, down].map(
      ({ shown, labels, column }) =>
        shown.size < labels.length &&
        `${shown.size} of ${quantity(labels.length, "value")} of ${column.name}: ${which}`,
    ),
    ...[across, down].map((one) => gapNote(one, [...one.labels.keys()], "cell")),
  );
  const order = (one: Side): string[] => one.labels.filter((_, code) => one.shown.has(code));
  const columns = order(across);
  const widest = columns.reduce((width, label) => Math.max(width, LETTER * textWidth(label) + 6), 0);
  const step = Math.max(14, Math.min(MAX_STEP, Math.floor(plan.width / columns.length)));
  const lines = down.shown.size;
  return {
    values,
    ownWidth: step * columns.length,
    body: {
      mark: { type: "rect" },
      width: { step },
      height: { step: lines > 30 ? 14 : lines > 10 ? 20 : 30 },
      encoding: {
        x: {
          field: "x",
          type: "ordinal",
          sort: columns,
          title: axisTitle(x),
          axis: {
            labelExpr: shortened(columns),
            labelLimit: 160,
            ...(widest <= step ? { labelAngle: 0 } : {}),
          },
        },
        y: {
          field: "y",
          type: "ordinal",
          sort: order(down),
          title: axisTitle(y),
          axis: { labelExpr: shortened(order(down)), labelLimit: 280 },
        },
        color: { field: "c", type: "quantitative", title, scale: { scheme: "viridis" } },
        tooltip: [
          { field: "x", type: "nominal", title: x.name },
          { field: "y", type: "nominal", title: y.name },
          { field: "c", type: "quantitative", title },
        ],
      },
    },
    panels,
    notes,
    text: [`${across.shown.size} x ${down.shown.size} cells of ${title}${range(values)}`],
  };
}

interface Side extends Categories {
  /** Codes to draw: the largest. */
  readonly shown: ReadonlySet<number>;
}

/** Keeps the categories with the largest sums of absolute values, or most rows if rows are counted. */
function side(categories: Categories, { rows, color }: ChartPlan): Side {
  const sizes = new Float64Array(categories.labels.length);
  for (const row of rows) {
    const size = color === null ? 1 : Math.abs(color.numbers[row] as number) || 0;
    sizes[categories.codes[row] as number]! += size;
  }
  const codes = Array.from(categories.labels, (_, code) => code).sort(
    (a, b) => sizes[b]! - sizes[a]! || a - b,
  );
  return { ...categories, shown: new Set(codes.slice(0, MAX_SIDE)) };
}

function range(values: readonly Datum[]): string {
  const present = values.flatMap(({ c }) => (typeof c === "number" ? [c] : []));
  return present.length === 0 ? "" : `, ${extentText(present)}`;
}
