import { textWidth } from "../../core/text/visible-text.ts";
import { INK, SCHEMA, type VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import { type ChartPlan, isPanelOfColumn } from "./choose-chart.ts";
import type { Drawing } from "./drawing.ts";
import { titleOf } from "./encode/axes.ts";
import { numberLabel } from "./encode/labels.ts";
import { PALETTE } from "./encode/colours.ts";
import { vegaText } from "./encode/vega-text.ts";

/** Panels side by side: at most this many, and this many pixels. */
const FACET_COLUMNS = 3;
const FACETS_WIDTH = 800;

/**
 * Completes a drawing to a specification: title, notes, panels, sizes, and colors that suit light and dark themes.
 *
 * @param description - What a screen reader reads for the chart.
 */
export function chartSpec(
  drawing: Drawing,
  plan: ChartPlan,
  notes: readonly string[],
  description: string,
): VegaLiteSpec {
  const { facet, options } = plan;
  const { width, height } = options;
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  const spec = {
    width: plan.width,
    height: facet === null ? 300 : 140,
    ...withTooltip(drawing.body),
    ...size,
  };
  const head = {
    $schema: SCHEMA,
    description,
    ...titled(options.title, notes),
    data: { values: drawing.values },
  };
  const config = { ...CONFIG, ...axesOf(plan, Number(spec.width)) };
  if (facet === null) return { ...head, ...spec, config };
  const field = { field: facet.field, type: "nominal", sort: facet.categories.labels };
  if (isPanelOfColumn(plan))
    return {
      ...{ ...head, facet: { row: { ...field, title: null } } },
      ...{ resolve: { scale: { y: "independent", x: "shared" } }, spec, config },
    };
  const panels = {
    facet: { ...field, ...titleOf(facet, facet.name) },
    columns: Math.max(1, Math.min(FACET_COLUMNS, Math.floor(FACETS_WIDTH / Number(spec.width)))),
    spacing: 20,
    // A page chooses the number of columns.
    resolve: { axis: { x: "independent", y: "independent" } },
  };
  return { ...head, ...panels, spec, config };
}

const TOLD = ["field", "type", "timeUnit", "bin", "aggregate", "title"];

/** Vega-Lite orders a stack by a field of its own, which its tooltip would show. */
function withTooltip(body: VegaLiteSpec): VegaLiteSpec {
  const { x, y, color } = (body["encoding"] ?? {}) as Readonly<Record<string, VegaLiteSpec>>;
  if (x === undefined || y === undefined || color === undefined || !(x["stack"] ?? y["stack"])) return body;
  const channels = [x, y, (color["condition"] ?? color) as VegaLiteSpec];
  const tooltip = channels.map((channel) =>
    Object.fromEntries(Object.entries(channel).filter(([key]) => TOLD.includes(key))),
  );
  return { ...body, encoding: { ...(body["encoding"] as object), tooltip } };
}

/** Lines of text as a chart: numbers, or why there is nothing to draw. */
export function textSpec(
  title: string | undefined,
  lines: readonly string[],
  fontSize: number,
): VegaLiteSpec {
  const lineHeight = 1.4 * fontSize;
  return {
    $schema: SCHEMA,
    description: lines.join(", "),
    ...titled(title, []),
    data: { values: [{}] },
    width: Math.max(...lines.map(textWidth)) * fontSize * 0.7,
    height: lineHeight * lines.length,
    mark: { type: "text", fontSize, lineHeight, align: "left", baseline: "top", x: 0, y: 0 },
    encoding: { text: { value: lines } },
    config: CONFIG,
  };
}

function titled(title: string | undefined, notes: readonly string[]): VegaLiteSpec {
  const lines = notes.map(vegaText);
  if (title !== undefined)
    return { title: { text: vegaText(title), ...(lines.length > 0 && { subtitle: lines }) } };
  // A title without text would not be drawn, and neither would its subtitle.
  return lines.length === 0 ? {} : { title: { text: lines, fontSize: 11, fontWeight: "normal" } };
}

/** A horizontal axis has no more ticks than labels that fit, however wide a page draws it. */
function axesOf(plan: ChartPlan, width: number): VegaLiteSpec {
  const { facet } = plan;
  const ticks = (pixels: number): VegaLiteSpec => ({
    tickCount: facet === null ? { expr: `width / ${pixels}` } : Math.ceil(width / pixels),
    labelFlush: false,
  });
  return {
    axisXQuantitative: { ...ticks(80), labelExpr: numberLabel("x") },
    axisXTemporal: { ...ticks(65), grid: false },
    axisYQuantitative: { labelExpr: numberLabel(isPanelOfColumn(plan) ? "child_y" : "y") },
  };
}

const TEXT = { labelColor: INK, titleColor: INK, titleFontWeight: "normal" };
const LINE = { domainColor: INK, domainOpacity: 0.4, tickColor: INK, tickOpacity: 0.4, gridColor: INK };
/** The line at 0, from which bars begin, is like that of an axis. */
const GRID = { condition: { test: "datum.value === 0", value: 0.5 }, value: 0.12 };
/** The middle of long names is left out, as names mostly differ at their ends. */
const NAME =
  "length(datum.label) > 32 ? slice(datum.label, 0, 19) + '…' + slice(datum.label, -12) : datum.label";
const CONFIG: VegaLiteSpec = {
  background: "transparent",
  fieldTitle: "plain",
  axis: { ...TEXT, ...LINE, gridOpacity: GRID, maxExtent: 320, labelSeparation: 4, labelLimit: 280 },
  axisDiscrete: { labelExpr: NAME },
  legend: { ...TEXT, labelLimit: 280, symbolLimit: 40, symbolOpacity: 1, tickCount: 5 },
  header: TEXT,
  title: { color: INK, subtitleColor: INK, anchor: "start", fontSize: 14, subtitleFontSize: 11 },
  text: { color: INK },
  mark: { color: PALETTE[0], tooltip: true },
  tooltipFormat: { numberFormat: ",.15~g", timeFormat: "%b %d, %Y %H:%M:%S" },
  range: { category: PALETTE },
  scale: { zero: false },
  view: { stroke: null },
};
