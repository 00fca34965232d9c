import type { ChartPlan } from "../choose-chart.ts";
import { COLUMN, extentOf, notesOf, type Datum } from "../drawing.ts";
import { vegaText } from "../encode/vega-text.ts";
import { categoriesOf, rowsByCode } from "./categories.ts";
import { sizeOf, type ChartColumn } from "./chart-column.ts";

/** One of several plots side by side or stacked; a chart with a single plot has one panel without a label. */
export interface Panel {
  readonly label: string | null;
  readonly rows: Uint32Array;
  readonly y: readonly ChartColumn[];
}

export interface Panels {
  readonly panels: readonly Panel[];
  readonly notes: readonly string[];
  /** The field with the panel's label; null for a single panel. */
  readonly field: string | null;
}

const MAX_FACETS = 12;
/** Columns are drawn in separate panels if their ranges differ by more than this factor. */
const RANGE_RATIO = 50;
const MAX_COLUMNS = 6;

/** One panel per facet value; else one per column if a common axis would flatten some of a few columns; else one. */
export function panelsOf(plan: ChartPlan): Panels {
  const { facet, rows, y } = plan;
  if (facet !== null) {
    const categories = categoriesOf(facet);
    const all = rowsByCode(categories, rows).map((part, code) => ({
      label: categories.labels[code] ?? "",
      rows: part,
      y,
    }));
    // Lines and bars are compared by their values, points by their number.
    const bySum = /^(?:line|area|bar)$/.test(plan.mark) && y.length > 0;
    const sizes = new Map(
      all.map((panel) => [
        panel,
        bySum ? y.reduce((sum, column) => sum + sizeOf(column, panel.rows), 0) : panel.rows.length,
      ]),
    );
    const largest = [...all].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).slice(0, MAX_FACETS);
    const which = bySum ? "the largest" : "those with most rows";
    const notes = notesOf(
      all.length > largest.length && `${largest.length} of ${all.length} values of ${facet.name}: ${which}`,
    );
    return { panels: all.filter((panel) => largest.includes(panel)), notes, field: facet.field };
  }
  const apart = y.length > 1 && y.length <= MAX_COLUMNS && (plan.color !== null || rangesDiffer(y));
  if (!apart) return { panels: [{ label: null, rows, y }], notes: [], field: null };
  return {
    panels: y.map((column) => ({ label: vegaText(column.name), rows, y: [column] })),
    notes: [],
    field: COLUMN,
  };
}

/** The panel's label as a field, if there are several. */
export const inPanel = ({ field }: Panels, { label }: Panel): Datum =>
  field === null || label === null ? {} : { [field]: label };

/** The title of the vertical axis: the only column. */
export const valueTitle = ({ y }: ChartPlan, { field }: Panels): string | null =>
  field === COLUMN || y.length > 1 ? null : (y[0]?.name ?? null);

function rangesDiffer(columns: readonly ChartColumn[]): boolean {
  const sizes = columns.map(({ numbers }) => {
    const { low, high } = extentOf(numbers);
    return Math.max(-low, high);
  });
  const some = sizes.filter((size) => size > 0);
  return some.length > 1 && Math.max(...some) / Math.min(...some) > RANGE_RATIO;
}
