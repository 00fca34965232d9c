import { UsageError } from "../../core/errors.ts";
import type { Table } from "../../core/table/table.ts";
import { allRows, chartColumns, type ChartColumn } from "./columns/chart-column.ts";
import { rolesOf, type Roles } from "./columns/roles.ts";
import { extentOf, notesOf, quantity } from "./drawing.ts";
import { WIDTH } from "./chart-spec.ts";
import { chooseMark, fill, type Chosen } from "./choose-mark.ts";
import { markOf, type Mark, type PlotOptions } from "./plot-options.ts";

/** The mark of a chart, and the columns of its channels. */
export interface ChartPlan {
  readonly mark: Mark | "number";
  /** Whether the mark was requested, rather than chosen by the columns. */
  readonly asked: boolean;
  /** Horizontal axis; null for row numbers, and for marks without axes. */
  readonly x: ChartColumn | null;
  /** Vertical axis; empty: rows are counted. */
  readonly y: readonly ChartColumn[];
  readonly color: ChartColumn | null;
  readonly facet: ChartColumn | null;
  readonly rows: Uint32Array;
  /** Width of a panel in pixels, unless the mark sets its own. */
  readonly width: number;
  readonly options: PlotOptions;
  /** Whether the columns of the vertical axis have a panel each. */
  readonly apart: boolean;
  /** Whether bars have the order of the rows. */
  readonly inOrder?: boolean;
  /** Notes on what the chart omits or computes. */
  readonly notes: readonly string[];
}

const PANEL_WIDTH = 220;
/** Some columns are drawn in panels of their own if their ranges differ by more than this factor. */
const RANGE_RATIO = 50;
const MAX_COLUMNS = 6;

/**
 * Chooses a chart by column types, where options don't specify it.
 *
 * @param table - A table without filter and order.
 * @throws UsageError when there is nothing to draw.
 */
export function chooseChart(table: Table, options: PlotOptions): ChartPlan {
  const rows = table.totalRows();
  const columns = chartColumns(table, options.timezone);
  const named = (name: string | undefined): ChartColumn | null =>
    columns.find((column) => column.name === name) ?? null;
  const [x, color, facet] = [named(options.x), named(options.color), named(options.facet)];
  const y = [options.y ?? []].flat().flatMap((name) => named(name) ?? []);
  const used = new Set([x, color, facet, ...y]);
  const roles: Roles = rolesOf(
    columns.filter((column) => !used.has(column)),
    table.index,
  );
  const channels = { x, y, color, facet };
  const chosen =
    options.mark === undefined
      ? stacked(chooseMark(roles, channels, rows, columns.length), options, () =>
          fill("bar", roles, channels),
        )
      : fill(markOf(options.mark), roles, channels);
  checkValues(chosen, y);
  const asked = options.mark !== undefined;
  const width = options.width ?? (facet === null ? WIDTH : PANEL_WIDTH);
  const valued = withValues(chosen);
  const apart = facet === null && needPanels(valued);
  return { asked, rows: allRows(rows), facet, width, apart, options, notes: [], ...valued };
}

/** Lines are areas and cells are bars where a stack is requested. */
function stacked(chosen: Chosen, { stack }: PlotOptions, bars: () => Chosen): Chosen {
  if (stack === undefined || stack === false) return chosen;
  if (chosen.mark === "heatmap") return bars();
  return chosen.mark === "line" ? { ...chosen, mark: "area" } : chosen;
}

function checkValues({ mark, x, color }: Chosen, y: readonly ChartColumn[]): void {
  const isMap = mark === "heatmap";
  const isValue = ({ kind }: ChartColumn): boolean =>
    kind === "number" || (kind === "time" && mark === "scatter");
  const other = (isMap ? [color] : y).find((column) => column && !isValue(column));
  const swap = !isMap && x?.kind === "number" ? "; swap x and y" : "";
  if (mark === "map" && x?.kind !== "number")
    throw new UsageError(`x: the column '${x?.name ?? ""}' holds no numbers: a map needs its longitudes`);
  if (other)
    throw new UsageError(`${isMap ? "color" : "y"}: the column '${other.name}' holds no numbers${swap}`);
}

/** Omits columns without any finite value, if others have some; notes them, and infinite values, which no axis can show. */
function withValues(chosen: Chosen): Chosen {
  const { mark, x, y, color } = chosen;
  if (mark === "number") return chosen;
  const counted = mark === "hist" && x !== null ? [x] : mark === "heatmap" && color !== null ? [color] : y;
  const numeric = counted
    .filter(({ kind }) => kind !== "category")
    .map((column) => ({ column, ...count(column) }));
  const empty = numeric.filter(({ finite }) => finite === 0);
  const names = empty.map(({ column: { name } }) => `'${name}'`).join(", ");
  const notes = notesOf(
    ...(chosen.notes ?? []),
    empty.length > 0 && `${names} ${empty.length === 1 ? "has" : "have"} no values`,
    ...numeric.map(
      ({ column: { name }, infinite }) =>
        infinite > 0 && `not drawn: ${quantity(infinite, "infinite value")} of ${name}`,
    ),
  );
  const valued = y.filter((column) => !empty.some((one) => one.column === column));
  return { ...chosen, y: empty.length === counted.length ? y : valued, notes };
}

/** Whether a common axis would flatten some of a few columns, or their colors are those of names. */
function needPanels({ y, color }: Chosen): boolean {
  return y.length > 1 && y.length <= MAX_COLUMNS && (color !== null || rangesDiffer(y));
}

function rangesDiffer(columns: readonly ChartColumn[]): boolean {
  const sizes = columns
    .map(({ numbers }) => extentOf(numbers))
    .map(({ low, high }) => Math.max(-low, high))
    .filter((size) => size > 0);
  return sizes.length > 1 && Math.max(...sizes) / Math.min(...sizes) > RANGE_RATIO;
}

function count({ numbers }: ChartColumn): { finite: number; infinite: number } {
  let [finite, infinite] = [0, 0];
  for (let row = 0; row < numbers.length; row += 1) {
    const value = numbers[row] ?? NaN;
    if (Number.isFinite(value)) finite += 1;
    else if (!Number.isNaN(value)) infinite += 1;
  }
  return { finite, infinite };
}
