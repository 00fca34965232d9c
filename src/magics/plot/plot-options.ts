import { UsageError } from "../../core/errors.ts";
import { checkTimeZone } from "../time-zone.ts";
import { unknownName } from "../vega/unknown-name.ts";

/** All values of {@link Mark}. */
export const MARKS = ["line", "bar", "area", "scatter", "heatmap", "hist", "box", "map"] as const;
/** How values are drawn. */
export type Mark = (typeof MARKS)[number];

/** Vega-Lite's own names of marks. */
const VEGA_MARKS = {
  ...{ point: "scatter", circle: "scatter", square: "scatter" },
  ...{ rect: "heatmap", boxplot: "box", geoshape: "map" },
} as const;
const MARK_NAMES = new Map<string, Mark>([
  ...MARKS.map((mark) => [mark, mark] as const),
  ...(Object.entries(VEGA_MARKS) as [string, Mark][]),
]);

/** The mark of a name, which may be Vega-Lite's own. @throws UsageError for any other, with the one probably meant */
export function markOf(name: string): Mark {
  const mark = MARK_NAMES.get(name);
  if (mark === undefined) throw unknownName("there is no mark", name, [...MARK_NAMES.keys()]);
  return mark;
}

/** Orders of bars by Vega-Lite's names; `none` is that of the rows. */
const SORTS = ["x", "-x", "y", "-y", "ascending", "descending", "none"] as const;

/** Options of `plot`. Missing ones are chosen by column types. */
export interface PlotOptions {
  /** Also by Vega-Lite's name: `point`, `circle`, `square`, `rect`, `boxplot`, `geoshape`. */
  readonly mark?: Mark | keyof typeof VEGA_MARKS;
  /** Column of the horizontal axis; of a map, longitudes. */
  readonly x?: string;
  /** Number column or columns of the vertical axis; for a heat map the column of its rows, for a map latitudes. */
  readonly y?: string | readonly string[];
  /** Column of the colors: one series per value, or a scale for numbers. */
  readonly color?: string;
  /** Column that splits the chart into one per value, side by side. */
  readonly facet?: string;
  readonly title?: string;
  /** @default the column's name */
  readonly x_title?: string;
  /** @default the column's name */
  readonly y_title?: string;
  /** Order of bars: by name (`x`, `-x`), by value (`y`, `-y`), `none` for the order of the rows, or the names in order. */
  readonly sort?: (typeof SORTS)[number] | readonly string[];
  /** Bars and areas of the colors on each other, or as shares of their sum. @default areas, and bars that have no room side by side */
  readonly stack?: boolean | "normalize";
  /** Whether the values are fractions, to be written as percentages. @default false */
  readonly percent?: boolean;
  /** How values are written, as Vega-Lite's `format`: `.1%`, `,.0f`, `$.2f`. */
  readonly format?: string;
  /** Whether values, the counts of a histogram too, are on a logarithmic axis. @default false */
  readonly log?: boolean;
  /** The same of a horizontal axis of numbers. @default false */
  readonly log_x?: boolean;
  /** Width of the plotting area in pixels. @default 640, and in JupyterLab, names and legend included, as wide as its window lets it, from 360 to 1,080 */
  readonly width?: number;
  /** Height of the plotting area in pixels. @default 300 */
  readonly height?: number;
  /** IANA zone of the time axis. @default the column's own zone ({@link set_timezone}), else UTC */
  readonly timezone?: string;
}

/** Number formats of d3, which are Vega-Lite's. */
const FORMAT = /^(?:.?[<>=^])?[-+( ]?[$#]?0?\d*,?(?:\.\d+)?~?[a-z%]?$/i;

type Check<Value> = (value: Value, name: string, columns: readonly string[]) => unknown;

const isColumn: Check<string | readonly string[]> = (names, channel, columns) => {
  for (const name of [names].flat())
    if (!columns.includes(name)) throw unknownName(`${channel}: the table has no column`, name, columns);
};
const isText: Check<string> = () => undefined;
const isSwitch: Check<boolean> = (value, name) => {
  if (typeof value !== "boolean")
    throw new UsageError(`${name} must be true or false, not ${JSON.stringify(value)}`);
};
const isSize: Check<number> = (pixels, name) => {
  if (!(pixels > 0 && pixels <= 10_000))
    throw new UsageError(`${name} must be a number of pixels from 1 to 10000, not ${String(pixels)}`);
};

/** All options, in the order in which messages name them, each with what throws for a wrong value. */
const CHECKS: { readonly [Name in keyof PlotOptions]-?: Check<NonNullable<PlotOptions[Name]>> } = {
  mark: markOf,
  ...{ x: isColumn, y: isColumn, color: isColumn, facet: isColumn },
  ...{ title: isText, x_title: isText, y_title: isText },
  sort: (sort) => {
    if (typeof sort !== "object" && !SORTS.includes(sort))
      throw unknownName("there is no order", sort, SORTS);
  },
  stack: (stack) => {
    if (typeof stack !== "boolean" && stack !== "normalize")
      throw new UsageError(`stack must be true, false or "normalize", not ${JSON.stringify(stack)}`);
  },
  ...{ percent: isSwitch, log: isSwitch, log_x: isSwitch },
  format: (format) => {
    if (format === "" || !FORMAT.test(format))
      throw new UsageError(`'${format}' is no number format; write one of d3: .1% for 12.3%, ,.0f for 1,235`);
  },
  ...{ width: isSize, height: isSize },
  timezone: checkTimeZone,
};

/** @throws UsageError for an invalid value, and for an unknown option, mark, column or zone, with the most similar name. */
export function checkPlotOptions(options: PlotOptions, columns: readonly string[]): void {
  for (const [name, value] of Object.entries(options) as [keyof PlotOptions, never][]) {
    if (!Object.hasOwn(CHECKS, name)) throw unknownName("plot has no option", name, Object.keys(CHECKS));
    if (value !== undefined) CHECKS[name](value, name, columns);
  }
  if (options.log === true && (options.stack ?? false) !== false)
    throw new UsageError("values on a logarithmic axis can't be stacked: leave stack or log away");
}
