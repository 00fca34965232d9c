import { textWidth } from "../../../core/text/text-width.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf, type Categories } from "../columns/categories.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { inPanel, panelsOf } from "../columns/panels.ts";
import {
  extentOf,
  extentText,
  notesOf,
  quantity,
  ROWS,
  short,
  type Datum,
  type Drawing,
} from "../drawing.ts";
import { axisTitle, timeChannel, without, type ChannelDef } from "../encode/axis.ts";
import { unitIndex } from "../columns/time-unit.ts";
import { valueChannel } from "../encode/value-channel.ts";
import { SHADES, TWO_SIDED } from "../encode/palette.ts";
import { shortened } from "../encode/shortened.ts";
import { vegaTitle } from "../encode/vega-text.ts";
import { groupsOf } from "./group-means.ts";

const MAX_SIDE = 40;
/** Columns of times that are more than this are on an axis of time. */
const MAX_TIMES = 400;
/** Maximum width of a cell in pixels, and height, with room for its number. */
const MAX_STEP = 60;
const CELL = { width: 34, height: 24 };
/** Pixels per character. */
const LETTER = 6;

/** One cell per pair of categories: the mean of its rows' values, or its number of rows. */
export function heatMap(plan: ChartPlan): Drawing {
  const { options, color } = plan;
  const [x, y] = [plan.x as ChartColumn, plan.y[0] as ChartColumn];
  const panels = panelsOf({ ...plan, y: [], color: null });
  const [across, down] = [sideOf(x, plan), sideOf(y, plan)];
  const pairs = Float64Array.from(
    across.codes,
    (code, row) => (down.codes[row] as number) * across.labels.length + code,
  );
  const value = color?.field ?? ROWS;
  const cells = panels.panels.flatMap((panel) =>
    groupsOf(panel.rows, pairs, color?.numbers ?? null).flatMap(({ code, rows, mean }) => {
      const [column, line] = [code % across.labels.length, Math.floor(code / across.labels.length)];
      if (!across.drawn.has(column) || !down.drawn.has(line)) return [];
      const datum: Datum = {
        ...inPanel(panels, panel),
        [x.field]: across.value(column),
        [y.field]: down.value(line),
        [value]: mean,
      };
      return [{ datum, rows, mean }];
    }),
  );
  const numbers = cells.flatMap(({ mean }) => (mean === null ? [] : [mean]));
  const { low, high } = extentOf(numbers);
  const most = Math.max(1, ...cells.map(({ rows }) => rows));
  const title = vegaTitle(color?.name ?? "rows");
  const { channel, tooltip } = valueChannel(plan, value, title, { low, high }, { zero: false });
  const named = without(channel, "axis", "scale");
  const twoSided = low < 0 && high > 0;
  const scheme = twoSided ? { domainMid: 0, scheme: TWO_SIDED } : { scheme: SHADES };
  const shade = {
    ...named,
    scale: options.log === true ? { type: "log", ...scheme } : scheme,
    legend: channel["axis"],
  };
  const columns = across.drawn.size;
  const longest = numbers.reduce((length, number) => Math.max(length, cellText(number, options).length), 0);
  const step = Math.max(14, Math.min(MAX_STEP, Math.floor(plan.width / columns)));
  const isTimeline = across.channel["type"] === "temporal";
  // Small tables, such as of cohorts, are read by their numbers.
  const hasNumbers = !isTimeline && step >= Math.max(CELL.width, LETTER * longest + 6) && numbers.length > 0;
  const lines = down.drawn.size;
  const height =
    lines > 30 && !hasNumbers
      ? 14
      : lines > 10 && !hasNumbers
        ? 20
        : Math.max(CELL.height, lines > 10 ? 0 : 30);
  const encoding = {
    x: labelled(across, options.x_title ?? axisTitle(x), step),
    y: labelled(down, options.y_title ?? axisTitle(y), 0),
    color: shade,
    tooltip: [across.tooltip, down.tooltip, tooltip],
  };
  const size = {
    ...(isTimeline ? { width: plan.width } : { width: { step } }),
    height: { step: height },
  };
  const text = {
    mark: { type: "text", fontSize: 11 },
    encoding: {
      text: { ...named, format: formatOf(options, numbers) },
      color: { condition: { test: isDark(value, low, high, twoSided), value: "white" }, value: "black" },
    },
  };
  return {
    values: cells.map(({ datum }) => datum),
    panelField: panels.field,
    ...(isTimeline ? {} : { ownWidth: step * columns }),
    body: hasNumbers
      ? { ...size, encoding, layer: [{ mark: "rect" }, text] }
      : { ...size, mark: "rect", encoding },
    notes: notesOf(
      ...panels.notes,
      color === null && "the number of rows in each cell",
      color !== null &&
        most > 1 &&
        `each cell is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
      ...[across, down].map(
        ({ missing, column }) =>
          missing > 0 &&
          `${quantity(missing, "time")} of ${column.name} without a cell ${missing === 1 ? "is" : "are"} left out`,
      ),
      ...[across, down].map(
        (side) =>
          side.drawn.size < side.labels.length &&
          `${side.drawn.size} of ${quantity(side.labels.length, "value")} of ${side.column.name}: ${color === null ? "those with most rows" : "the largest"}`,
      ),
    ),
    text: [
      `${columns} x ${lines} cells of ${title}${numbers.length === 0 ? "" : `, ${extentText(numbers)}`}`,
    ],
  };
}

interface Side extends Categories {
  /** Codes to draw: the largest. */
  readonly drawn: ReadonlySet<number>;
  /** What the data has for a code. */
  readonly value: (code: number) => string | number | null;
  readonly channel: ChannelDef;
  readonly tooltip: ChannelDef;
  /** Times between the first and the last that have no place. */
  readonly missing: number;
}

/** Keeps the categories with the largest sums of absolute values, or most rows if rows are counted. Times have their unit. */
function sideOf(column: ChartColumn, { rows, color, width, options }: ChartPlan): Side {
  const categories = categoriesOf(column);
  const { codes, labels } = categories;
  const isTime = column.kind === "time";
  const sizes = new Float64Array(labels.length);
  const first = new Uint32Array(labels.length);
  for (const row of rows) {
    const code = codes[row] as number;
    sizes[code]! += color === null ? 1 : Math.abs(color.numbers[row] as number) || 0;
    first[code] = row;
  }
  const order = Array.from(labels.keys()).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const drawn = new Set(order.slice(0, isTime ? MAX_TIMES : MAX_SIDE));
  const { field, name } = column;
  const base = { ...categories, drawn, missing: 0 };
  if (!isTime) {
    const sort = labels.filter((_, code) => drawn.has(code));
    const nominal = { field, type: "ordinal", sort, axis: shortened(sort) };
    const tooltip = { field, type: "nominal", title: vegaTitle(name) };
    return { ...base, value: (code) => labels[code] ?? null, channel: nominal, tooltip };
  }
  const { unit, channel, tooltip } = timeChannel(column, width, vegaTitle(options.x_title ?? name));
  const { timeUnit } = unit;
  const format = { year: "%Y", quarter: "Q%q %Y", month: "%b %Y" }[unit.unit as "year"];
  const cell = {
    field,
    timeUnit: timeUnit ?? "utcyearmonthdate",
    type: "ordinal",
    axis: { format: format ?? (unit.ms >= 86_400_000 ? "%Y-%m-%d" : "%b %-d %H:%M") },
  };
  const value = (code: number): number | null => {
    const time = column.numbers[first[code] ?? 0] ?? NaN;
    return Number.isFinite(time) ? column.clock(time) : null;
  };
  const isTimeline = drawn.size > MAX_SIDE && timeUnit !== null;
  const { low, high } = extentOf(column.numbers);
  const places =
    high >= low ? unitIndex(unit, column.clock(high)) - unitIndex(unit, column.clock(low)) + 1 : 0;
  const missing = isTimeline || unit.ms < 86_400_000 ? 0 : Math.max(0, places - labels.length);
  return { ...base, value, channel: isTimeline ? channel : cell, tooltip, missing };
}

/** @param step - Width of a column; labels that fit stand upright. */
function labelled({ channel, labels, drawn }: Side, title: string, step: number): ChannelDef {
  const widest = labels.reduce(
    (width, label, code) => (drawn.has(code) ? Math.max(width, LETTER * textWidth(label) + 6) : width),
    0,
  );
  const axis = {
    ...(channel["axis"] as object),
    ...(channel["type"] === "temporal" ? {} : { labelLimit: step === 0 ? 280 : 160 }),
    ...(widest <= step ? { labelAngle: 0 } : {}),
  };
  return { ...channel, title: vegaTitle(title), axis };
}

/** Vega-Lite's test for a number on a dark shade. */
function isDark(field: string, low: number, high: number, twoSided: boolean): string {
  const value = `datum[${JSON.stringify(field)}]`;
  if (twoSided) return `abs(${value}) > ${0.6 * Math.max(high, -low)}`;
  return `${value} < ${low + 0.45 * (high - low)}`;
}

const formatOf = ({ format, percent }: ChartPlan["options"], numbers: readonly number[]): string =>
  format ?? (percent === true ? ".0%" : numbers.every(Number.isInteger) ? ",d" : ",.3~r");

const cellText = (value: number, options: ChartPlan["options"]): string =>
  options.percent === true
    ? "100%"
    : Number.isInteger(value)
      ? value.toLocaleString("en-US")
      : short(value).slice(0, 5);
