import { calendarOrder } from "./calendar-order.ts";
import { categoriesOf, rowsByCode } from "./categories.ts";
import { sizeOf, type ChartColumn } from "./chart-column.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { Panel } from "./panels.ts";
import { inPanel, MAX_COLOURS, PALE, shortened } from "./drawing.ts";

const compareNames = new Intl.Collator("en", { numeric: true }).compare;

/** Rows of a panel's series: of one value of the color column, or of one number column. */
export interface Series {
  readonly panel: Panel;
  /** Empty for the only series of a panel. */
  readonly label: string;
  readonly rows: Uint32Array;
  /** Null: rows are counted. */
  readonly y: ChartColumn | null;
}

/** The series of all panels, one panel after another. */
export function seriesOf({ color }: ChartPlan, panels: readonly Panel[]): Series[] {
  const categories = color === null ? null : categoriesOf(color);
  return panels.flatMap((panel) => {
    const { rows, y: columns } = panel;
    const groups = categories === null ? [rows] : rowsByCode(categories, rows);
    return (columns.length === 0 ? [null] : columns).flatMap((y) =>
      groups.flatMap((rows, code): Series[] => {
        const names = [
          ...(columns.length > 1 ? [y!.name] : []),
          ...(categories?.labels.slice(code, code + 1) ?? []),
        ];
        return rows.length === 0 && categories !== null ? [] : [{ panel, label: names.join(" · "), rows, y }];
      }),
    );
  });
}

/** Labels of series by size, largest first: the sum of their absolute values. */
export function bySize(series: readonly Series[]): string[] {
  if (series.length < 2) return series.map(({ label }) => label);
  const sizes = new Map<string, number>();
  for (const { label, rows, y } of series) sizes.set(label, (sizes.get(label) ?? 0) + sizeOf(y, rows));
  return [...sizes].sort((a, b) => b[1] - a[1]).map(([label]) => label);
}

/** The labels with colours, as in the legend: columns as in the table, names in ascending order, days and months as in the calendar. */
export function legendOrder(labels: readonly string[], { color, y }: ChartPlan): string[] {
  const coloured = labels.slice(0, MAX_COLOURS).sort(compareNames);
  const places =
    color === null
      ? coloured.map((label) => y.findIndex(({ name }) => name === label))
      : calendarOrder(coloured);
  if (places === null) return coloured;
  const place = new Map(coloured.map((label, at) => [label, places[at] ?? 0]));
  return coloured.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

/** The color channel for the field `series`: a color for each of the largest ones, grey and no legend entry for the rest. */
export function colourOf(labels: readonly string[], plan: ChartPlan): Record<string, unknown> {
  if (labels.length < 2) return {};
  const coloured = legendOrder(labels, plan);
  const title = plan.color?.name ?? null;
  const legend = { labelExpr: shortened(labels) };
  const scale = { field: "series", type: "nominal", title, scale: { domain: coloured }, legend };
  return labels.length <= MAX_COLOURS
    ? { color: { ...scale, sort: coloured } }
    : { color: { condition: { test: "datum.top", ...scale }, value: PALE } };
}

/** A note on series without a color. */
export function colourNote({ length }: readonly string[]): string | false {
  return (
    length > MAX_COLOURS && `the ${MAX_COLOURS} largest of ${length} series have colours, the others are grey`
  );
}

/** Fields for a point's panel and series, if they are named; `top` if only some series have colors. */
export function seriesFields(labels: readonly string[], { panel, label }: Pick<Series, "panel" | "label">) {
  return {
    ...inPanel(panel.label),
    ...(isNameless(labels) ? {} : { series: label }),
    ...(labels.length <= MAX_COLOURS ? {} : { top: labels.indexOf(label) < MAX_COLOURS }),
  };
}

const isNameless = ([first, ...others]: readonly string[]): boolean => others.length === 0 && !first;

/** The series' name in tooltips, if it is named. */
export function seriesTooltip(labels: readonly string[], { color }: ChartPlan): Record<string, unknown>[] {
  return isNameless(labels) ? [] : [{ field: "series", type: "nominal", title: color?.name ?? "series" }];
}
