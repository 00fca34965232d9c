import { textWidth } from "../../core/text/visible-text.ts";
import { INK, SCHEMA, type VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import type { ChartPlan } from "./choose-chart.ts";
import type { Datum, Drawing } from "./drawing.ts";
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
  { values, body }: Drawing,
  plan: ChartPlan,
  notes: readonly string[],
  description: string,
): VegaLiteSpec {
  const { panelField, facet, y, options } = plan;
  const { title, width, height } = options;
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  const spec = { width: plan.width, height: panelField === null ? 300 : 140, ...body, ...size };
  if (panelField === null) return completed(title, notes, values, { description, ...spec });
  const field = { field: panelField, type: "nominal" };
  const row = { ...field, sort: y.map(({ name }) => vegaText(name)), title: null };
  const columns = Math.max(1, Math.min(FACET_COLUMNS, Math.floor(FACETS_WIDTH / Number(spec.width))));
  const panels =
    facet === null
      ? { facet: { row }, spec, resolve: { scale: { y: "independent", x: "shared" } } }
      : {
          facet: { ...field, sort: facet.categories.labels, title: vegaText(facet.name) },
          ...{ columns, spacing: 40, spec },
        };
  return completed(title, notes, values, { description, ...panels }, Number(spec.width));
}

/** Lines of text as a chart: numbers, or why there is nothing to draw. */
export function textSpec(
  title: string | undefined,
  lines: readonly string[],
  fontSize: number,
): VegaLiteSpec {
  const width = Math.max(...lines.map(textWidth)) * fontSize * 0.7;
  const mark = {
    type: "text",
    fontSize,
    lineHeight: 1.4 * fontSize,
    align: "left",
    baseline: "top",
    x: 0,
    y: 0,
  };
  const height = 1.4 * fontSize * lines.length;
  const encoding = { text: { value: lines } };
  return completed(title, [], [{}], { description: lines.join(", "), width, height, mark, encoding });
}

/** @param panelWidth - Of panels, as Vega-Lite's `width` is none of them */
function completed(
  title: string | undefined,
  notes: readonly string[],
  values: readonly Datum[],
  body: VegaLiteSpec,
  panelWidth: number | null = null,
): VegaLiteSpec {
  const lines = notes.map(vegaText);
  const subtitle = notes.length === 0 ? {} : { subtitle: lines };
  // A title without text would not be drawn, and neither would its subtitle.
  const top =
    title === undefined
      ? { text: lines, fontSize: 11, fontWeight: "normal" }
      : { text: vegaText(title), ...subtitle };
  const titled = title === undefined && notes.length === 0 ? {} : { title: top };
  // A horizontal axis has no more ticks than labels that fit, however wide a page draws it.
  const ticks = (pixels: number): object => ({
    tickCount: panelWidth === null ? { expr: `width / ${pixels}` } : Math.ceil(panelWidth / pixels),
    labelFlush: false,
  });
  const axes = { axisXQuantitative: ticks(80), axisXTemporal: { ...ticks(65), grid: false } };
  return { $schema: SCHEMA, ...titled, data: { values }, ...body, config: { ...CONFIG, ...axes } };
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
  scale: { zero: false },
  view: { stroke: null },
};
