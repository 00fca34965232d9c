import { UsageError } from "../../../core/errors.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import { tokenize } from "../../../dialect/parse/lexer.ts";
import type { OptionRecord, TranslationInput } from "../../cell/magic-record.ts";
import { quoteString } from "../../cell/source/string-literal.ts";
import { checkPlotOptions, MARKS, type PlotOptions } from "../../plot/plot-options.ts";

/** Plot options; each implies --plot. */
export const PLOT_OPTIONS = [
  { name: "mark", value: "MARK", help: `how to draw: ${MARKS.join(", ")}` },
  { name: "x", value: "COLUMN", help: "column along the horizontal axis" },
  { name: "y", value: "COLUMNS", help: "columns along the vertical axis, separated by commas" },
  { name: "color", value: "COLUMN", help: "column that gives the colours" },
  { name: "facet", value: "COLUMN", help: "column whose values get one chart each" },
  { name: "title", value: "TITLE", help: "title of the chart" },
  { name: "x-title", value: "TITLE", help: "title of the horizontal axis" },
  { name: "y-title", value: "TITLE", help: "title of the vertical axis" },
  {
    name: "sort",
    value: "ORDER",
    help: "order of bars: x, -x, y, -y, none for that of the rows, or names with commas",
  },
  { name: "stack", help: "bars and areas of the colours on each other" },
  { name: "percent", help: "write the values, which are fractions, as percentages" },
  { name: "format", value: "FORMAT", help: "how values are written, as Vega-Lite's format: ,.0f or .1%" },
  { name: "log", help: "values on a logarithmic axis" },
  { name: "log-x", help: "the horizontal axis of numbers logarithmic" },
  { name: "width", value: "PIXELS", help: "width of the plot" },
  { name: "height", value: "PIXELS", help: "height of the plot" },
] as const satisfies readonly OptionRecord[];

type Arguments = Pick<TranslationInput, "switches" | "values">;

/** Whether an option plots the result. */
export function plotsResult({ switches, values }: Arguments): boolean {
  return switches.has("plot") || PLOT_OPTIONS.some(({ name }) => values.has(name) || switches.has(name));
}

/**
 * The options of `plot` as code; empty without any.
 *
 * @param zone - Of --timezone; null without it.
 * @param ordered - Whether the query orders its rows, and so the bars.
 * @throws UsageError for a wrong value
 */
export function plotOptionsCode(
  { switches, values }: Arguments,
  zone: string | null,
  ordered: boolean,
): string[] {
  const fields = PLOT_OPTIONS.flatMap(({ name }) => {
    const key = name.replace("-", "_") as keyof PlotOptions;
    if (switches.has(name)) return [`${key}: true`];
    const text = values.get(name);
    return text === undefined ? [] : [`${key}: ${valueCode(key, text)}`];
  });
  if (ordered && !values.has("sort")) fields.push('sort: "none"');
  if (zone !== null) fields.push(`timezone: ${quoteString(zone)}`);
  return fields.length === 0 ? [] : [`{ ${fields.join(", ")} }`];
}

function valueCode(name: keyof PlotOptions, text: string): string {
  const parts = text.split(",").map((part) => part.trim());
  const isList = (name === "y" || name === "sort") && parts.length > 1;
  const isSize = name === "width" || name === "height";
  const value = isList ? parts : isSize ? Number(text) : text;
  try {
    // Only the query's result tells its columns.
    if (!isList) checkPlotOptions({ [name]: value }, [text]);
  } catch (cause) {
    throw new UsageError(`option --${name.replace("_", "-")}: ${(cause as Error).message}`, { cause });
  }
  return isList ? `[${parts.map(quoteString).join(", ")}]` : isSize ? String(value) : quoteString(text);
}

/** Whether a query has ORDER BY outside of parentheses, as of windows, aggregates and other queries. */
export function ordersRows(query: string, dialect: Dialect): boolean {
  try {
    let depth = 0;
    return tokenize(query, dialect).some(({ kind, text, upper }, at, tokens) => {
      if (kind === "op" && (text === "(" || text === ")")) depth += text === "(" ? 1 : -1;
      return depth === 0 && upper === "ORDER" && tokens[at + 1]?.upper === "BY";
    });
  } catch {
    // The service says what is wrong with it.
    return false;
  }
}
