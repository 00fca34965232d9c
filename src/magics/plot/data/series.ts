// This folder: the rows that a mark draws: series, cells, lines, and fewer of them where a picture can't show all.

import type { ChartPlan } from "../choose-chart.ts";
import { rowsByCode } from "../columns/categories.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import type { Datum, Notes } from "../drawing.ts";
import { MAX_COLOURS } from "../encode/colours.ts";
import { vegaText } from "../encode/vega-text.ts";

/** Fields that are no columns: a count of rows; the name and the value of one of several columns. */
export const ROWS = "number of rows";
export const COLUMN = "column name";
export const VALUE = "column value";

/** Rows of a panel that are drawn alike: those of one value of the color column, or one column of numbers. */
export interface Series {
  /** Null where a chart has one panel. */
  readonly panel: string | null;
  /** Empty for the only series of a panel. */
  readonly label: string;
  readonly rows: Uint32Array;
  /** Null: rows are counted. */
  readonly y: ChartColumn | null;
  /** The fields of its panel and its label in each of its data rows. */
  readonly fields: Datum;
}

/** A table in long form: what its colors, panels and values are, and which rows belong to each. */
export interface LongForm {
  /** Of all panels, one panel after another. */
  readonly series: readonly Series[];
  /** Labels, in the order of the columns or of the categories. */
  readonly labels: readonly string[];
  /** Labels by size, largest first: the sum of their absolute values. */
  readonly ranked: readonly string[];
  /** The field with the series' label; null for a single series. */
  readonly field: string | null;
  readonly title: string;
  /** The field with the value, and the title of its axis; null for several columns. */
  readonly value: string;
  readonly valueTitle: string | null;
  readonly notes: Notes;
}

const MAX_PANELS = 12;

export function longForm({ color, y, panelField, facet, rows, mark }: ChartPlan): LongForm {
  const isApart = facet === null && panelField !== null;
  const categories = color?.categories ?? null;
  const field = color?.field ?? (y.length > 1 && !isApart ? COLUMN : null);
  // Lines and bars are compared by their values, points by their number.
  const bySum = /^(?:line|area|bar)$/.test(mark);
  const [sizes, panels] = [new Map<string, number>(), new Map<string | null, number>()];
  const all = (facet === null ? [rows] : rowsByCode(facet.categories, rows)).flatMap((part, at) =>
    (y.length === 0 ? [null] : y).flatMap((column) =>
      (categories === null ? [part] : rowsByCode(categories, part)).flatMap((some, code): Series[] => {
        if (some.length === 0 && categories !== null) return [];
        const name = vegaText(column?.name ?? "");
        const label = categories?.labels[code] ?? (field === null ? "" : name);
        const panel = facet?.categories.labels[at] ?? (isApart ? name : null);
        const size = bySum ? magnitudeOf(column, some) : some.length;
        sizes.set(label, (sizes.get(label) ?? 0) + size);
        panels.set(panel, (panels.get(panel) ?? 0) + size);
        const fields = { ...(panelField && { [panelField]: panel }), ...(field && { [field]: label }) };
        return [{ panel, label, rows: some, y: column, fields }];
      }),
    ),
  );
  const ranked = <Name>(of: ReadonlyMap<Name, number>): Name[] =>
    [...of].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  const largest = new Set(ranked(panels).slice(0, MAX_PANELS));
  const [only] = y.length === 1 ? y : [];
  return {
    series: all.filter(({ panel }) => largest.has(panel)),
    labels: categories?.labels.filter((label) => sizes.has(label)) ?? [...sizes.keys()],
    ranked: ranked(sizes),
    field,
    title: color?.name ?? "column",
    value: only?.field ?? (y.length === 0 ? ROWS : VALUE),
    valueTitle: only?.name ?? null,
    notes: [
      panels.size > largest.size &&
        `${largest.size} of ${panels.size} values of ${facet?.name ?? ""}: ${bySum && y.length > 0 ? "the largest" : "those with most rows"}`,
    ],
  };
}

/** The sum of a column's absolute values in some rows; without a column, their number. */
function magnitudeOf(column: ChartColumn | null, rows: Uint32Array): number {
  if (column === null) return rows.length;
  const { numbers } = column;
  let sum = 0;
  for (const row of rows) sum += Math.abs(numbers[row] ?? 0) || 0;
  return sum;
}

/** A note on series without a color. */
export const colourNote = ({ ranked: { length } }: LongForm): string | false =>
  length > MAX_COLOURS && `the ${MAX_COLOURS} largest of ${length} series have colours, the others are grey`;
