import { UsageError } from "../../core/errors.ts";
import type { Table } from "../../core/table/table.ts";
import { WIDTH } from "../vega/vega-lite-spec.ts";
import { chartColumns, type ChartColumn } from "./columns/chart-column.ts";
import { combined } from "./columns/combinations.ts";
import { COLUMN, fold } from "./columns/fold.ts";
import { chooseMark, fill, rolesOf, type Chosen } from "./choose-mark.ts";
import { groupByKeys, rankedPlaces, sizeBy } from "./data/row-groups.ts";
import { nameKey } from "./data/channel-keys.ts";
import { quantity } from "./drawing.ts";
import { markOf, type Mark, type PlotOptions } from "./plot-options.ts";

/** The mark of a chart, and the columns of its channels. */
export interface ChartPlan extends Omit<Chosen, "y"> {
  /** Whether the mark was requested, rather than chosen by the columns. */
  readonly isRequested: boolean;
  /** Vertical axis, or what stands on it: several columns below each other. Null: rows are counted. */
  readonly y: ChartColumn | null;
  /** The columns of the vertical axis. */
  readonly columns: readonly ChartColumn[];
  readonly facet: ChartColumn | null;
  /** Whether bars have the order of the rows. */
  readonly inOrder?: boolean;
  readonly rows: Uint32Array;
  /** Maximum width of a panel in pixels. */
  readonly width: number;
  readonly options: PlotOptions;
}

const PANEL_WIDTH = 220;
const MAX_PANELS = 12;
/** Columns whose sizes differ by more than this factor have panels with axes of their own. */
const SIZE_RATIO = 50;

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
      ? chooseMark(roles, channels, columns.length, options.stack)
      : fill(markOf(options.mark), roles, channels);
  checkValues(chosen, y);
  const isRequested = options.mark !== undefined;
  const width = options.width ?? (facet === null ? WIDTH : PANEL_WIDTH);
  return withPanels({
    ...{ isRequested, width, options },
    ...inColumns(withNotes(chosen), facet, table.totalRows()),
  });
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

/** Notes infinite values, which no axis can show, and rows without a place. */
function withNotes(chosen: Chosen): Chosen {
  const { mark, x, y, color } = chosen;
  const counted = mark === "hist" && x !== null ? [x] : mark === "heatmap" && color !== null ? [color] : y;
  const numeric = counted.filter(({ kind }) => kind !== "category");
  const notes = [
    ...chosen.notes,
    ...[...new Set([...(x === null ? [] : [x]), ...numeric])].map(
      ({ kind, name, summary: { infinite } }) =>
        kind === "number" && infinite > 0 && `not drawn: ${quantity(infinite, "infinite value")} of ${name}`,
    ),
    ...(x === null ? [] : [x, ...(/^(?:scatter|map|heatmap)$/.test(mark) ? y : [])]).map(
      (column) => placesRows(mark, column) && withoutNote(column),
    ),
  ];
  return { ...chosen, notes };
}

/** Whether rows need a value of a column for their place, where others stand at "null". */
const placesRows = (mark: Mark, { kind }: ChartColumn): boolean =>
  mark !== "box" && (kind === "time" || (kind === "number" && mark !== "bar" && mark !== "heatmap"));

/** A note on the rows whose time or number is missing; infinite ones have a note of their own. */
export function withoutNote({ name, numbers, summary: { finite, infinite } }: ChartColumn): string | false {
  const rows = numbers.length - finite - infinite;
  return rows > 0 && `without ${quantity(rows, "row")} that ${rows === 1 ? "has" : "have"} no ${name}`;
}

/** Several columns of values as one, below each other, in colours or panels of their own. */
function inColumns(
  chosen: Chosen,
  facet: ChartColumn | null,
  rows: number,
): Omit<ChartPlan, "isRequested" | "width" | "options"> {
  const { mark, y: columns, color, x } = chosen;
  const all = new Uint32Array(rows * Math.max(1, columns.length)).map((_, row) => row);
  if (columns.length < 2) return { ...chosen, y: columns[0] ?? null, columns, facet, rows: all };
  const { values, names, repeat } = fold(columns);
  const [colour, panels] = [repeat(color), repeat(facet)];
  const own = { x: repeat(x), color: colour, facet: panels };
  if (mark === "box") own.x = names;
  else if (panels === null && (colour !== null || differInSize(columns))) own.facet = names;
  else if (colour === null) own.color = names;
  else own.color = combined([colour, names]) ?? null;
  return { ...chosen, ...own, y: values, columns, rows: all };
}

/** Whether a common axis would flatten some of a few columns. */
function differInSize(columns: readonly ChartColumn[]): boolean {
  const all = columns.map(({ summary: { low, high } }) => Math.max(-low, high));
  const sizes = all.filter((size) => size > 0);
  return columns.length <= 6 && Math.max(...sizes) > SIZE_RATIO * Math.min(...sizes);
}

/** Whether each column of values has a panel, with an axis of its own. */
export const isPanelOfColumn = ({ facet }: Pick<ChartPlan, "facet">): boolean => facet?.field === COLUMN;

/** The rows of the largest panels: lines and bars are compared by their values, others by their number. */
function withPanels(plan: ChartPlan): ChartPlan {
  const { facet, rows, y, notes, mark } = plan;
  if (facet === null || facet.categories.labels.length <= MAX_PANELS) return plan;
  const panels = groupByKeys([nameKey(facet)], rows);
  const bySum = y !== null && /^(?:line|area|bar)$/.test(mark);
  const largest = rankedPlaces(panels, 0, sizeBy(bySum ? y : null)).slice(0, MAX_PANELS);
  const own = panels.filter(({ codes: [code = 0] }) => largest.includes(code));
  const kept = Uint32Array.from(own.flatMap((group) => [...group.rows])).sort();
  const note = `${MAX_PANELS} of ${panels.length} values of ${facet.name}: ${bySum ? "the largest" : "those with most rows"}`;
  return { ...plan, rows: kept, notes: [...notes, note] };
}
