// This folder: the rows that a mark draws: series, steps, cells, and fewer of them where a picture can't show all.

import type { ChartPlan } from "../choose-chart.ts";
import { rowsByCode } from "../columns/categories.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { notesOf, type Datum } from "../drawing.ts";
import { MAX_COLOURS } from "../encode/palette.ts";
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
  /** The field with the panel's label; null for a single panel. */
  readonly panelField: string | null;
  /** The fields of a series in each of its data rows. */
  readonly fields: (series: Series) => Datum;
  readonly notes: readonly string[];
}

const MAX_PANELS = 12;

export function longForm(plan: ChartPlan): LongForm {
  const { color, y } = plan;
  const { panels, panelField, notes } = panelsOf(plan);
  const categories = color?.categories ?? null;
  const several = y.length > 1 && panelField !== COLUMN;
  const series = panels.flatMap(({ panel, rows, columns }) => {
    const groups = categories === null ? [rows] : rowsByCode(categories, rows);
    return (columns.length === 0 ? [null] : columns).flatMap((column) =>
      groups.flatMap((group, code): Series[] => {
        const label = categories?.labels[code] ?? (several ? vegaText(column?.name ?? "") : "");
        return group.length === 0 && categories !== null ? [] : [{ panel, label, rows: group, y: column }];
      }),
    );
  });
  const field = color?.field ?? (several ? COLUMN : null);
  const sizes = new Map<string, number>();
  for (const { label, y: column, rows } of series)
    sizes.set(label, (sizes.get(label) ?? 0) + (field === null ? 0 : magnitudeOf(column, rows)));
  const labels = (categories?.labels ?? y.map(({ name }) => vegaText(name))).filter((one) => sizes.has(one));
  return {
    series,
    labels: field === null ? [""] : labels,
    ranked: [...sizes].sort((a, b) => b[1] - a[1]).map(([label]) => label),
    field,
    title: color?.name ?? "column",
    value: y.length === 0 ? ROWS : y.length === 1 ? (y[0]?.field ?? VALUE) : VALUE,
    valueTitle: y.length === 1 ? (y[0]?.name ?? null) : null,
    panelField,
    fields: ({ panel, label }) => ({
      ...(panelField === null ? {} : { [panelField]: panel }),
      ...(field === null ? {} : { [field]: label }),
    }),
    notes,
  };
}

interface PanelSet {
  readonly panels: readonly { panel: string | null; rows: Uint32Array; columns: readonly ChartColumn[] }[];
  readonly panelField: string | null;
  readonly notes: readonly string[];
}

/** One panel per facet value; else one per column if a common axis would flatten some of a few columns; else one. */
function panelsOf({ facet, rows, y, mark, apart }: ChartPlan): PanelSet {
  if (facet === null) {
    const isApart = apart && y.length > 1;
    const panels = y.map((column) => ({ panel: vegaText(column.name), rows, columns: [column] }));
    return {
      panels: isApart ? panels : [{ panel: null, rows, columns: y }],
      panelField: isApart ? COLUMN : null,
      notes: [],
    };
  }
  // Lines and bars are compared by their values, points by their number.
  const bySum = /^(?:line|area|bar)$/.test(mark) && y.length > 0;
  const all = rowsByCode(facet.categories, rows).map((part, code) => ({
    panel: facet.categories.labels[code] ?? "",
    rows: part,
    columns: y,
    size: bySum ? y.reduce((sum, column) => sum + magnitudeOf(column, part), 0) : part.length,
  }));
  const largest = new Set([...all].sort((a, b) => b.size - a.size).slice(0, MAX_PANELS));
  const which = bySum ? "the largest" : "those with most rows";
  const notes = notesOf(
    all.length > largest.size && `${largest.size} of ${all.length} values of ${facet.name}: ${which}`,
  );
  return { panels: all.filter((panel) => largest.has(panel)), panelField: facet.field, notes };
}

/** The sum of a column's absolute values in some rows; without a column, their number. */
export function magnitudeOf(column: ChartColumn | null, rows: Uint32Array): number {
  if (column === null) return rows.length;
  let sum = 0;
  for (const row of rows) sum += Math.abs(column.numbers[row] ?? 0) || 0;
  return sum;
}

/** A note on series without a color. */
export const colourNote = ({ ranked: { length } }: LongForm): string | false =>
  length > MAX_COLOURS && `the ${MAX_COLOURS} largest of ${length} series have colours, the others are grey`;
