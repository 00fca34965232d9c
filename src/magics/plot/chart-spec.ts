import { UsageError } from "../../core/errors.ts";
import type { ChartPlan } from "./choose-chart.ts";
import { GREY, type Drawing } from "./layout/drawing.ts";
import { withNumberLabels } from "./layout/number-labels.ts";
import { withVegaTexts } from "./layout/vega-text.ts";
import type { PlotOptions } from "./plot-options.ts";

/** A Vega-Lite specification as plain JSON. */
export type VegaLiteSpec = Record<string, unknown>;

/** The version that frontends draw. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
const PANEL_HEIGHT = 120;
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

/**
 * Completes a drawing to a specification: title, notes, panels, sizes, and colors that suit light and dark themes.
 *
 * @param description - What a screen reader reads for the chart.
 */
export function chartSpec(
  drawing: Drawing,
  plan: ChartPlan,
  options: PlotOptions,
  description: string,
): VegaLiteSpec {
  const notes = [...plan.notes, ...drawing.panels.notes, ...drawing.notes];
  return completed(options.title, notes, drawing.values, { description, ...framed(drawing, plan, options) });
}

/** What to draw for a table without rows. */
export function emptySpec({ title }: PlotOptions, text: string): VegaLiteSpec {
  const mark = { type: "text", fontSize: 13, color: GREY };
  const encoding = { text: { value: text } };
  return completed(title, [], [{}], { description: text, width: 240, height: 40, mark, encoding });
}

function completed(
  title: string | undefined,
  notes: readonly string[],
  values: Drawing["values"],
  body: VegaLiteSpec,
): VegaLiteSpec {
  return withVegaTexts({
    $schema: SCHEMA,
    background: "transparent",
    ...titled(title, notes),
    data: { values },
    ...body,
    config: CONFIG,
  }) as VegaLiteSpec;
}

function titled(title: string | undefined, notes: readonly string[]): VegaLiteSpec {
  const subtitle = notes.length === 0 ? {} : { subtitle: notes };
  if (title !== undefined) return { title: { text: title, ...subtitle } };
  // A title without text would not be drawn, and neither would its subtitle.
  return notes.length === 0 ? {} : { title: { text: notes, fontSize: 11, fontWeight: "normal" } };
}

function framed(drawing: Drawing, plan: ChartPlan, { width, height }: PlotOptions): VegaLiteSpec {
  const { body, panels, ownWidth } = drawing;
  const several = panels.panels.length > 1;
  const defaults = ownWidth === undefined ? { width: plan.width, height: several ? PANEL_HEIGHT : 300 } : {};
  const spec = {
    ...defaults,
    ...body,
    encoding: withNumberLabels(drawing, columnNames(plan)),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
  const one = panels.panels[0]?.label ?? null;
  if (one === null) return spec;
  const order = panels.panels.map(({ label }) => label);
  const field = { field: "panel", type: "nominal", sort: order };
  if (panels.byColumn) {
    const resolve = { scale: { y: "independent", x: "shared" } };
    return { facet: { row: { ...field, title: null } }, spec, resolve };
  }
  const columns = Math.floor(FACETS_WIDTH / (width ?? ownWidth ?? plan.width));
  const facet = { ...field, title: plan.facet?.name ?? null };
  return { facet, columns: Math.max(1, Math.min(FACET_COLUMNS, columns)), spec };
}

/** The columns of a drawing's fields. */
function columnNames({ x, y, color }: ChartPlan): Record<string, string> {
  const over = x?.name ?? "";
  return { x: over, x2: over, y: y.length === 1 ? (y[0]?.name ?? "") : "", c: color?.name ?? "" };
}

const TEXT = { labelColor: GREY, titleColor: GREY };
const CONFIG: VegaLiteSpec = {
  axis: { ...TEXT, domainColor: GREY, tickColor: GREY, gridColor: GREY, gridOpacity: 0.25, maxExtent: 320 },
  legend: { ...TEXT, labelLimit: 280, symbolLimit: 40 },
  header: TEXT,
  title: { color: GREY, subtitleColor: GREY, anchor: "start", fontSize: 13, subtitleFontSize: 11 },
  view: { stroke: null },
};
