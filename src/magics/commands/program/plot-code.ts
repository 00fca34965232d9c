import { UsageError } from "../../../core/errors.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import { tokenize } from "../../../dialect/parse/lexer.ts";
import type { OptionRecord, TranslationInput } from "../../cell/magic-record.ts";
import { quoteString } from "../../cell/source/code-text.ts";
import { checkPlotOptions, MARKS, type PlotOptions } from "../../plot/plot-options.ts";

type Dashed<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}-${Dashed<Rest>}`
  : Name;
type OptionLine = Omit<OptionRecord, "name" | "short">;

/** A line for each option of `plot`: the compiler asks for a missing one. The zone is --timezone, which tables have too. */
const LINES: Readonly<Record<Dashed<Exclude<keyof PlotOptions, "timezone">>, OptionLine>> = {
  mark: { value: "MARK", help: `how to draw: ${MARKS.join(", ")}` },
  x: { value: "COLUMN", help: "column along the horizontal axis" },
  y: { value: "COLUMNS", help: "columns along the vertical axis, separated by commas" },
  color: { value: "COLUMN", help: "column that gives the colours" },
  facet: { value: "COLUMN", help: "column whose values get one chart each" },
  title: { value: "TITLE", help: "title of the chart" },
  "x-title": { value: "TITLE", help: "title of the horizontal axis" },
  "y-title": { value: "TITLE", help: "title of the vertical axis" },
  sort: {
    value: "ORDER",
    help: "order of bars: x, -x, y, -y, none for that of the rows, or names with commas",
  },
  stack: { help: "bars and areas of the colours on each other" },
  percent: { help: "write the values, which are fractions, as percentages" },
  format: { value: "FORMAT", help: "how values are written, as Vega-Lite's format: ,.0f or .1%" },
  log: { help: "values on a logarithmic axis" },
  "log-x": { help: "the horizontal axis of numbers logarithmic" },
  width: { value: "PIXELS", help: "width of the plot" },
  height: { value: "PIXELS", help: "height of the plot" },
};

/** Options that draw; each implies --plot. */
export const PLOT_OPTIONS: readonly OptionRecord[] = Object.entries(LINES).map(([name, line]) => ({
  name,
  ...line,
}));

/** Values that are a list, if there are commas in them, and values that are numbers; all others are texts. */
const LISTS = ["COLUMNS", "ORDER"];
const NUMBERS = ["PIXELS"];

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
  const fields = PLOT_OPTIONS.flatMap((option) => {
    const key = option.name.replaceAll("-", "_");
    if (switches.has(option.name)) return [`${key}: true`];
    const text = values.get(option.name);
    return text === undefined ? [] : [`${key}: ${valueCode(key, option, text)}`];
  });
  if (ordered && !values.has("sort")) fields.push('sort: "none"');
  if (zone !== null) fields.push(`timezone: ${quoteString(zone)}`);
  return fields.length === 0 ? [] : [`{ ${fields.join(", ")} }`];
}

function valueCode(key: string, { name, value = "" }: OptionRecord, text: string): string {
  const parts = text.split(",").map((part) => part.trim());
  const isList = LISTS.includes(value) && parts.length > 1;
  const isNumber = NUMBERS.includes(value);
  try {
    // Only the query's result tells its columns.
    if (!isList) checkPlotOptions({ [key]: isNumber ? Number(text) : text }, [text]);
  } catch (cause) {
    throw new UsageError(`option --${name}: ${(cause as Error).message}`, { cause });
  }
  return isList
    ? `[${parts.map(quoteString).join(", ")}]`
    : isNumber
      ? String(Number(text))
      : quoteString(text);
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
