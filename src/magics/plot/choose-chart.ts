import { UsageError } from "../../core/errors.ts";
import type { Table } from "../../core/table/table.ts";
import { WIDTH } from "../vega/vega-lite-spec.ts";
import { chartColumns, type ChartColumn } from "./columns/chart-column.ts";
import { chooseMark, fill, rolesOf, type Chosen } from "./choose-mark.ts";
import { COLUMN } from "./data/series.ts";
import { quantity } from "./drawing.ts";
import { markOf, type PlotOptions } from "./plot-options.ts";

/** The mark of a chart, and the columns of its channels. */
export interface ChartPlan extends Chosen {
  /** Whether the mark was requested, rather than chosen by the columns. */
  readonly isRequested: boolean;
  readonly facet: ChartColumn | null;
  readonly rows: Uint32Array;
  /** Maximum width of a panel in pixels. */
  readonly width: number;
  readonly options: PlotOptions;
  /** The field of panels, of the facet's column or of a panel for each column of values; null for a single panel. */
  readonly panelField: string | null;
}

const PANEL_WIDTH = 220;
/** Some columns are drawn in panels of their own if their ranges differ by more than this factor. */
const RANGE_RATIO = 50;

/**
 * Chooses a chart by column types, where options don't specify it.
 *
 * @param table - A table without filter and order.
 * @throws UsageError when there is nothing to draw.
 */
export function chooseChart(table: Table, options: PlotOptions): ChartPlan {
  const columns = chartColumns(table, options.timezone);
  const named = (name: string | undefined): ChartColumn | null =>
    columns.find((column) => column.name === name) ?? null;
  const [x, color, facet] = [named(options.x), named(options.color), named(options.facet)];
  const y = [options.y ?? []].flat().flatMap((name) => named(name) ?? []);
  const used = new Set([x, color, facet, ...y]);
  const roles = rolesOf(
    columns.filter((column) => !used.has(column)),
    table.index,
  );
  const channels = { x, y, color, facet };
  const chosen =
    options.mark === undefined
      ? chooseMark(roles, channels, table.totalRows(), columns.length, options.stack)
      : fill(markOf(options.mark), roles, channels);
  checkValues(chosen, y);
  const valued = withValues(chosen);
  return {
    ...valued,
    isRequested: options.mark !== undefined,
    rows: new Uint32Array(table.totalRows()).map((_, row) => row),
    facet,
    width: options.width ?? (facet === null ? WIDTH : PANEL_WIDTH),
    panelField: facet?.field ?? (needPanels(valued) ? COLUMN : null),
    options,
  };
}

function checkValues({ mark, x, color }: Chosen, y: readonly ChartColumn[]): void {
  const isMap = mark === "heatmap";
  const other = (isMap ? [color] : y).find((column) => column && column.kind !== "number");
  const swap = !isMap && x?.kind === "number" ? "; swap x and y" : "";
  if (mark === "map" && x?.kind !== "number")
    throw new UsageError(`x: the column '${x?.name ?? ""}' holds no numbers: a map needs its longitudes`);
  if (other)
    throw new UsageError(`${isMap ? "color" : "y"}: the column '${other.name}' holds no numbers${swap}`);
}

/** Omits columns without any finite value, if others have some; notes them, and infinite values, which no axis can show. */
function withValues(chosen: Chosen): Chosen {
  const { mark, x, y, color } = chosen;
  const counted = mark === "hist" && x !== null ? [x] : mark === "heatmap" && color !== null ? [color] : y;
  const numeric = counted.filter(({ kind }) => kind !== "category");
  const empty = numeric.filter(({ summary }) => summary.finite === 0);
  const names = empty.map(({ name }) => `'${name}'`).join(", ");
  const notes = [
    ...chosen.notes,
    empty.length > 0 && `${names} ${empty.length === 1 ? "has" : "have"} no values`,
    ...[...new Set([...(x === null ? [] : [x]), ...numeric])].map(
      ({ kind, name, summary: { infinite } }) =>
        kind === "number" && infinite > 0 && `not drawn: ${quantity(infinite, "infinite value")} of ${name}`,
    ),
  ];
  const valued = y.filter((column) => !empty.includes(column));
  return { ...chosen, y: empty.length === counted.length ? y : valued, notes };
}

/** Whether a common axis would flatten some of a few columns, or their colors are those of names. */
function needPanels({ y, color }: Chosen): boolean {
  if (y.length < 2 || y.length > 6) return false;
  const sizes = y.map(({ summary: { low, high } }) => Math.max(-low, high)).filter((size) => size > 0);
  return color !== null || Math.max(...sizes) > RANGE_RATIO * Math.min(...sizes);
}
