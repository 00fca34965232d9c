import { UsageError } from "../../core/errors.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { checkTimeZone } from "../time-zone.ts";

/** All values of {@link Mark}. */
export const MARKS = ["line", "bar", "area", "scatter", "heatmap", "hist"] as const;
/** How values are drawn. */
export type Mark = (typeof MARKS)[number];

/** Vega-Lite's own names of marks. */
const VEGA_MARKS = { point: "scatter", circle: "scatter", square: "scatter", rect: "heatmap" } as const;

/** The mark of a name, which may be Vega-Lite's own. @throws UsageError for any other, with the one probably meant */
export function markOf(name: string): Mark {
  const mark =
    MARKS.find((own) => own === name) ??
    (Object.hasOwn(VEGA_MARKS, name) ? VEGA_MARKS[name as keyof typeof VEGA_MARKS] : null);
  if (mark === null) throw unknownMark(name);
  return mark;
}

/** Options of `plot`. Missing ones are chosen by column types. */
export interface PlotOptions {
  /** Also by Vega-Lite's name: `point`, `circle`, `square`, `rect`. */
  readonly mark?: Mark | keyof typeof VEGA_MARKS;
  /** Column of the horizontal axis. */
  readonly x?: string;
  /** Number column or columns of the vertical axis; for a heat map the column of its rows. */
  readonly y?: string | readonly string[];
  /** Column of the colors: one series per value, or a scale for numbers. */
  readonly color?: string;
  /** Column that splits the chart into one per value, side by side. */
  readonly facet?: string;
  readonly title?: string;
  /** Width of the plotting area in pixels. @default 600 */
  readonly width?: number;
  /** Height of the plotting area in pixels. @default 300 */
  readonly height?: number;
  /** IANA zone of the time axis. @default the column's own zone ({@link set_timezone}), else UTC */
  readonly timezone?: string;
}

const CHANNELS = ["x", "y", "color", "facet"] as const;
const NAMES: readonly string[] = ["mark", ...CHANNELS, "title", "width", "height", "timezone"];

/** @throws UsageError for an invalid size, and for an unknown option, mark, column or zone, with the most similar name. */
export function checkPlotOptions(options: PlotOptions, columns: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!NAMES.includes(name)) throw unknownName("plot has no option", name, NAMES);
  }
  if (options.mark !== undefined) markOf(options.mark);
  for (const channel of CHANNELS) {
    for (const name of [options[channel] ?? []].flat()) {
      if (!columns.includes(name)) throw unknownName(`${channel}: the table has no column`, name, columns);
    }
  }
  if (options.timezone !== undefined) checkTimeZone(options.timezone);
  for (const size of ["width", "height"] as const) {
    const pixels = options[size];
    if (pixels !== undefined && !(pixels > 0 && pixels <= 10_000)) {
      throw new UsageError(`${size} must be a number of pixels from 1 to 10000, not ${String(pixels)}`);
    }
  }
}

/** Other libraries' names of the marks. */
const MARK_WORDS: Readonly<Record<string, Mark>> = {
  ...VEGA_MARKS,
  barh: "bar",
  box: "hist",
  boxplot: "hist",
  column: "bar",
  density: "hist",
  dot: "scatter",
  heat: "heatmap",
  histogram: "hist",
  kde: "hist",
  pie: "bar",
  time: "line",
};

/** The error for an unknown mark: the one that was probably meant, and all there are. */
function unknownMark(mark: string): UsageError {
  const word = mark.toLowerCase();
  const meant =
    nearestName(word, MARKS) ?? MARK_WORDS[nearestName(word, Object.keys(MARK_WORDS)) ?? ""] ?? null;
  const hint = meant === null ? "" : `; did you mean '${meant}'?`;
  return new UsageError(`there is no mark '${mark}'${hint} (marks: ${MARKS.join(", ")})`);
}

/** The error for an unknown name, with the most similar known one. */
export function unknownName(what: string, name: unknown, known: readonly string[]): UsageError {
  const nearest = nearestName(String(name), known);
  const hint = nearest === null ? `it is one of ${known.join(", ")}` : `did you mean '${nearest}'?`;
  return new UsageError(`${what} '${String(name)}'; ${hint}`);
}
