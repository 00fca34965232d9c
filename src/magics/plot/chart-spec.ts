import { INK, SCHEMA, type VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import type { ChartPlan } from "./choose-chart.ts";
import { COLUMN } from "./data/series.ts";
import type { Drawing } from "./drawing.ts";
import { PALETTE } from "./encode/palette.ts";
import { vegaText, vegaTitle } from "./encode/vega-text.ts";

const HEIGHT = 300;
const PANEL_HEIGHT = 140;
/** Panels side by side: at most this many, and this many pixels. */
const FACET_COLUMNS = 3;
const FACETS_WIDTH = 800;

/**
 * Completes a drawing to a specification: title, notes, panels, sizes, and colors that suit light and dark themes.
 *
 * @param description - What a screen reader reads for the chart.
 */
export function chartSpec(drawing: Drawing, plan: ChartPlan, description: string): VegaLiteSpec {
  const notes = [...plan.notes, ...drawing.notes];
  return completed(plan.options.title, notes, drawing.values, { description, ...framed(drawing, plan) });
}

/** What to draw for a table without rows. */
export function emptySpec(title: string | undefined, text: string): VegaLiteSpec {
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
  const lines = notes.map(vegaText);
  const subtitle = notes.length === 0 ? {} : { subtitle: lines };
  // A title without text would not be drawn, and neither would its subtitle.
  const top =
    title === undefined
      ? { text: lines, fontSize: 11, fontWeight: "normal" }
      : { text: vegaTitle(title), ...subtitle };
  const titled = title === undefined && notes.length === 0 ? {} : { title: top };
  return { $schema: SCHEMA, ...titled, data: { values }, ...body, config: CONFIG };
}

function framed({ body, ownWidth, panelField = null }: Drawing, plan: ChartPlan): VegaLiteSpec {
  const { facet, y, options } = plan;
  const { width, height } = options;
  const spec = {
    ...(ownWidth === undefined
      ? { width: plan.width, height: panelField === null ? HEIGHT : PANEL_HEIGHT }
      : {}),
    ...body,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
  if (panelField === null) return spec;
  if (facet === null) {
    const row = { field: COLUMN, type: "nominal", sort: y.map(({ name }) => vegaText(name)), title: null };
    return { facet: { row }, spec, resolve: { scale: { y: "independent", x: "shared" } } };
  }
  const panels = Math.floor(FACETS_WIDTH / (width ?? ownWidth ?? plan.width));
  const { labels } = facet.categories;
  const field = { field: facet.field, type: "nominal", sort: labels, title: vegaTitle(facet.name) };
  // Labels of axes side by side need room.
  const spacing = ownWidth === undefined ? { spacing: 40 } : {};
  return { facet: field, columns: Math.max(1, Math.min(FACET_COLUMNS, panels)), ...spacing, spec };
}

const TEXT = { labelColor: INK, titleColor: INK, titleFontWeight: "normal" };
const LINE = { domainColor: INK, domainOpacity: 0.4, tickColor: INK, tickOpacity: 0.4, gridColor: INK };
/** The line at 0, from which bars begin, is like that of an axis. */
const GRID = { condition: { test: "datum.value === 0", value: 0.5 }, value: 0.12 };
const CONFIG: VegaLiteSpec = {
  background: "transparent",
  axis: { ...TEXT, ...LINE, gridOpacity: GRID, maxExtent: 320, labelSeparation: 4 },
  legend: { ...TEXT, labelLimit: 280, symbolLimit: 40, symbolOpacity: 1, tickCount: 5 },
  header: TEXT,
  title: { color: INK, subtitleColor: INK, anchor: "start", fontSize: 14, subtitleFontSize: 11 },
  text: { color: INK },
  mark: { color: PALETTE[0], tooltip: true },
  tooltipFormat: { numberFormat: ",.15~g", timeFormat: "%b %d, %Y %H:%M:%S" },
  range: { category: PALETTE },
  view: { stroke: null },
};
