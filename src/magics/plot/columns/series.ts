import type { ChartPlan } from "../choose-chart.ts";
import { COLUMN, ROWS, VALUE, type Datum } from "../drawing.ts";
import { MAX_COLOURS } from "../encode/palette.ts";
import { vegaText } from "../encode/vega-text.ts";
import { categoriesOf, rowsByCode } from "./categories.ts";
import { sizeOf, type ChartColumn } from "./chart-column.ts";
import { inPanel, type Panel, type Panels } from "./panels.ts";

/** Rows of a panel's series: of one value of the color column, or of one number column. */
export interface Series {
  readonly panel: Panel;
  /** Empty for the only series of a panel. */
  readonly label: string;
  readonly rows: Uint32Array;
  /** Null: rows are counted. */
  readonly y: ChartColumn | null;
}

/** The series of a chart, and how its data names them. */
export interface SeriesSet {
  /** Of all panels, one panel after another. */
  readonly all: readonly Series[];
  /** Labels, in the order of the columns or of the categories. */
  readonly labels: readonly string[];
  /** Labels by size, largest first: the sum of their absolute values. */
  readonly ranked: readonly string[];
  /** The field with the series' label; null for a single series. */
  readonly field: string | null;
  readonly title: string | null;
  /** The field with the value. */
  readonly value: string;
  /** The fields of a series in each of its data rows. */
  readonly fields: (series: Series) => Datum;
}

export function seriesOf({ color, y }: ChartPlan, panels: Panels): SeriesSet {
  const categories = color === null ? null : categoriesOf(color);
  const several = panels.panels.some((panel) => panel.y.length > 1);
  const all = panels.panels.flatMap((panel) => {
    const groups = categories === null ? [panel.rows] : rowsByCode(categories, panel.rows);
    return (panel.y.length === 0 ? [null] : panel.y).flatMap((column) =>
      groups.flatMap((rows, code): Series[] => {
        const label = categories?.labels[code] ?? (several ? vegaText(column?.name ?? "") : "");
        return rows.length === 0 && categories !== null ? [] : [{ panel, label, rows, y: column }];
      }),
    );
  });
  const field = color?.field ?? (several ? COLUMN : null);
  const sizes = new Map<string, number>();
  const sized = categories !== null || several;
  for (const one of all)
    sizes.set(one.label, (sizes.get(one.label) ?? 0) + (sized ? sizeOf(one.y, one.rows) : 0));
  const ranked = [...sizes].sort((a, b) => b[1] - a[1]).map(([label]) => label);
  const labels = (categories?.labels ?? y.map(({ name }) => vegaText(name))).filter((one) => sizes.has(one));
  const isPale = new Set(ranked.slice(MAX_COLOURS));
  const fields = (series: Series): Datum => ({
    ...inPanel(panels, series.panel),
    ...(field === null ? {} : { [field]: series.label }),
    ...(isPale.size === 0 ? {} : { coloured: !isPale.has(series.label) }),
  });
  const value = y.length === 0 ? ROWS : y.length === 1 ? (y[0]?.field ?? VALUE) : VALUE;
  const title = color?.name ?? null;
  return { all, labels: field === null ? ranked : labels, ranked, field, title, value, fields };
}

/** A note on series without a color. */
export const colourNote = ({ ranked: { length } }: SeriesSet): string | false =>
  length > MAX_COLOURS && `the ${MAX_COLOURS} largest of ${length} series have colours, the others are grey`;
