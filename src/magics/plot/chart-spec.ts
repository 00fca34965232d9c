import { UsageError } from "../../core/errors.ts";
import type { ChartPlan } from "./choose-chart.ts";
import { categoriesOf } from "./columns/categories.ts";
import type { ChartColumn } from "./columns/chart-column.ts";
import { COLUMN } from "./data/series.ts";
import type { Drawing } from "./drawing.ts";
import { INK, PALETTE } from "./encode/palette.ts";
import { vegaText, vegaTitle } from "./encode/vega-text.ts";
import type { PlotOptions } from "./plot-options.ts";

/** A Vega-Lite specification as plain JSON. */
export type VegaLiteSpec = Record<string, unknown>;

/** Frontends draw it with the version that they have. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";
/** What a plot is wide that has no width of its own. */
export const WIDTH = 640;
const HEIGHT = 300;
const PANEL_HEIGHT = 140;
/** Panels side by side: at most this many, and this many pixels. */
const FACET_COLUMNS = 3;
const FACETS_WIDTH = 800;

/**
 * A specification of the user as frontends get it: numbers instead of BigInts, dates as ISO text.
 *
 * @throws UsageError for an object that contains itself.
 */
export function jsonSpec(spec: object): VegaLiteSpec {
  try {
    const numbers = (_: string, part: unknown): unknown => (typeof part === "bigint" ? Number(part) : part);
    return JSON.parse(JSON.stringify(spec, numbers)) as VegaLiteSpec;
  } catch (cause) {
    const [reason = ""] = (cause as Error).message.split("\n");
    throw new UsageError(`this specification can't be written as JSON: ${reason}`, { cause });
  }
}

/** Whether a page may choose the width. A map has a projection for its width. */
export const hasOpenWidth = ({ width, projection }: VegaLiteSpec): boolean =>
  width === WIDTH && projection === undefined;

/**
 * Completes a drawing to a specification: title, notes, panels, sizes, and colors that suit light and dark themes.
 *
 * @param description - What a screen reader reads for the chart.
 */
export function chartSpec(drawing: Drawing, plan: ChartPlan, description: string): VegaLiteSpec {
  const notes = [...plan.notes, ...drawing.notes];
  const { margin } = drawing;
  return completed(plan.options.title, notes, drawing.values, {
    description,
    ...(margin === undefined ? {} : { padding: { left: 5, top: 5, right: margin, bottom: 5 } }),
    ...framed(drawing, plan),
  });
}

/** What to draw for a table without rows. */
export function emptySpec({ title }: PlotOptions, text: string): VegaLiteSpec {
  const mark = { type: "text", fontSize: 13, color: INK };
  const encoding = { text: { value: text } };
  return completed(title, [], [{}], { description: text, width: 240, height: 40, mark, encoding });
}

function completed(
  title: string | undefined,
  notes: readonly string[],
  values: Drawing["values"],
  body: VegaLiteSpec,
): VegaLiteSpec {
  return { $schema: SCHEMA, ...titled(title, notes), data: { values }, ...body, config: CONFIG };
}

function titled(title: string | undefined, notes: readonly string[]): VegaLiteSpec {
  const subtitle = notes.length === 0 ? {} : { subtitle: notes.map(vegaText) };
  if (title !== undefined) return { title: { text: vegaTitle(title), ...subtitle } };
  // A title without text would not be drawn, and neither would its subtitle.
  return notes.length === 0
    ? {}
    : { title: { text: notes.map(vegaText), fontSize: 11, fontWeight: "normal" } };
}

function framed({ body, ownWidth, panelField = null }: Drawing, plan: ChartPlan): VegaLiteSpec {
  const { facet, y, options } = plan;
  const { width, height } = options;
  const several = panelField !== null;
  const spec = {
    ...(ownWidth === undefined ? { width: plan.width, height: several ? PANEL_HEIGHT : HEIGHT } : {}),
    ...body,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
  if (!several) return spec;
  if (panelField === COLUMN) {
    const row = { field: COLUMN, type: "nominal", sort: y.map(({ name }) => vegaText(name)), title: null };
    return { facet: { row }, spec, resolve: { scale: { y: "independent", x: "shared" } } };
  }
  const panels = Math.floor(FACETS_WIDTH / (width ?? ownWidth ?? plan.width));
  const { labels } = categoriesOf(facet as ChartColumn);
  const field = { field: facet?.field, type: "nominal", sort: labels, title: vegaTitle(facet?.name ?? "") };
  return { facet: field, columns: Math.max(1, Math.min(FACET_COLUMNS, panels)), spec };
}

const TEXT = { labelColor: INK, titleColor: INK };
const LINES = {
  domainColor: INK,
  tickColor: INK,
  domainOpacity: 0.4,
  tickOpacity: 0.4,
  gridColor: INK,
  gridOpacity: 0.12,
};
const CONFIG: VegaLiteSpec = {
  background: "transparent",
  axis: { ...TEXT, ...LINES, titleFontWeight: "normal", maxExtent: 320 },
  legend: { ...TEXT, titleFontWeight: "normal", labelLimit: 280, symbolLimit: 40, symbolOpacity: 1 },
  header: { ...TEXT, titleFontWeight: "normal" },
  title: { color: INK, subtitleColor: INK, anchor: "start", fontSize: 14, subtitleFontSize: 11 },
  text: { color: INK },
  mark: { color: PALETTE[0], tooltip: true },
  tooltipFormat: { numberFormat: ",.15~g", timeFormat: "%b %d, %Y %H:%M:%S" },
  range: { category: PALETTE },
  view: { stroke: null },
};
