import { textWidth } from "../../../core/text/text-width.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf } from "../columns/categories.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { isWhole } from "../columns/roles.ts";
import { timeUnitOf, unitIndex } from "../columns/time-unit.ts";
import { categoryPlaces, cellsOf, timePlaces, type AxisPlaces } from "../data/places.ts";
import { longForm, ROWS } from "../data/series.ts";
import {
  extentOf,
  extentText,
  notesOf,
  quantity,
  short,
  type Datum,
  type Drawing,
  type Extent,
} from "../drawing.ts";
import { axisTitle } from "../encode/axis.ts";
import { shadeOf, valueChannel, without, type ChannelDef } from "../encode/number-channel.ts";
import { SHADES, TWO_SIDED } from "../encode/palette.ts";
import { timeChannel } from "../encode/time-channel.ts";
import { shortened, vegaTitle } from "../encode/vega-text.ts";

const MAX_SIDE = 40;
/** Columns of times that are more than this are on an axis of time. */
const MAX_TIMES = 400;
/** Pixels of a column, of one with room for its number, of a line, and per character. */
const STEP = { least: 14, most: 60, number: 34, line: 24 };
const LETTER = 6;
const DAY = 86_400_000;

/** One cell per pair of categories: the mean of its rows' values, or its number of rows. */
export function heatMap(plan: ChartPlan): Drawing {
  const { options, color } = plan;
  const [x, y] = [plan.x as ChartColumn, plan.y[0] as ChartColumn];
  const long = longForm({ ...plan, y: [], color: null });
  const [across, down] = [sideOf(x, plan, options.x_title), sideOf(y, plan, options.y_title)];
  const value = color?.field ?? ROWS;
  const cells = long.series.flatMap((one) =>
    cellsOf(one.rows, [down.places, across.places], color?.numbers ?? null)
      .filter(({ codes: [line = 0, column = 0] }) => across.drawn.has(column) && down.drawn.has(line))
      .map((cell) => ({ ...cell, panel: long.fields(one) })),
  );
  const values = cells.map(({ panel, codes: [line = 0, column = 0], value: mean }): Datum => ({
    ...panel,
    [x.field]: across.places.drawn(column),
    [y.field]: down.places.drawn(line),
    [value]: mean,
  }));
  const numbers = cells.flatMap((cell) => cell.value ?? []);
  const extent = extentOf(numbers);
  const most = cells.reduce((rows, cell) => Math.max(rows, cell.rows), 1);
  const title = vegaTitle(color?.name ?? "rows");
  const isTwoSided = extent.low < 0 && extent.high > 0;
  const untitled: ChartPlan = { ...plan, options: { ...options, y_title: title } };
  const measure = valueChannel(untitled, value, title, extent);
  const shade = shadeOf(measure, isTwoSided ? TWO_SIDED : SHADES);
  const isTimeline = across.channel["type"] === "temporal";
  const columns = across.drawn.size;
  const step = Math.max(STEP.least, Math.min(STEP.most, Math.floor(plan.width / columns)));
  const longest = Math.max(0, ...numbers.map((number) => cellText(number, options).length));
  // Small tables, such as of cohorts, are read by their numbers.
  const hasNumbers = !isTimeline && numbers.length > 0 && step >= Math.max(STEP.number, LETTER * longest + 6);
  const lines = down.drawn.size;
  const height = lines > 30 && !hasNumbers ? 14 : lines > 10 ? (hasNumbers ? STEP.line : 20) : 30;
  const size = {
    ...(isTimeline ? { width: plan.width } : { width: { step } }),
    height: { step: height },
  };
  const encoding = { x: upright(across, step), y: upright(down, Infinity), color: shade };
  const text = {
    mark: { type: "text", fontSize: 11 },
    encoding: {
      text: { ...without(measure, "axis", "scale"), format: formatOf(options, numbers) },
      color: {
        condition: { test: darkTest(value, extent, isTwoSided), value: "white" },
        value: "black",
      },
    },
  };
  return {
    values,
    panelField: long.panelField,
    ...(isTimeline ? {} : { ownWidth: step * columns }),
    body: hasNumbers
      ? { ...size, encoding, layer: [{ mark: "rect" }, text] }
      : { ...size, mark: "rect", encoding },
    notes: notesOf(
      ...long.notes,
      color === null && "the number of rows in each cell",
      color !== null &&
        most > 1 &&
        `each cell is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
      ...[across, down].map(({ missing, column: { name } }) => missing > 0 && missingNote(missing, name)),
      ...[across, down].map(
        ({ drawn, labels, column: { name } }) =>
          drawn.size < labels.length &&
          `${drawn.size} of ${quantity(labels.length, "value")} of ${name}: ${color === null ? "those with most rows" : "the largest"}`,
      ),
    ),
    text: [
      `${columns} x ${lines} cells of ${title}${numbers.length === 0 ? "" : `, ${extentText(numbers)}`}`,
    ],
  };
}

interface Side {
  readonly column: ChartColumn;
  readonly labels: readonly string[];
  readonly places: AxisPlaces;
  /** Codes to draw: the largest. */
  readonly drawn: ReadonlySet<number>;
  readonly channel: ChannelDef;
  /** Times between the first and the last that have no place. */
  readonly missing: number;
}

/** Keeps the categories with the largest sums of absolute values, or most rows if rows are counted. Times have their unit. */
function sideOf(column: ChartColumn, plan: ChartPlan, ownTitle: string | undefined): Side {
  const { rows, color } = plan;
  const { codes, labels } = categoriesOf(column);
  const sizes = new Float64Array(labels.length);
  for (const row of rows)
    sizes[codes[row] ?? 0]! += color === null ? 1 : Math.abs(color.numbers[row] ?? 0) || 0;
  const order = Array.from(labels.keys()).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const isTime = column.kind === "time";
  const drawn = new Set(order.slice(0, isTime ? MAX_TIMES : MAX_SIDE));
  const title = vegaTitle(ownTitle ?? axisTitle(column));
  const { field } = column;
  const base = { column, labels, drawn };
  if (!isTime) {
    const sort = labels.filter((_, code) => drawn.has(code));
    // A number without rows, such as an hour, has an empty line.
    const all = wholeBetween(column);
    const scale = all === null ? {} : { scale: { domain: all } };
    const channel = { field, type: "ordinal", title, sort, ...scale, axis: shortened(sort) };
    return { ...base, places: categoryPlaces(column), channel, missing: 0 };
  }
  const unit = timeUnitOf(column);
  const isTimeline = drawn.size > MAX_SIDE && unit.timeUnit !== null;
  const format =
    { year: "%Y", quarter: "Q%q %Y", month: "%b %Y" }[unit.unit as "year"] ??
    (unit.ms >= DAY ? "%Y-%m-%d" : "%b %-d %H:%M");
  const timeUnit =
    unit.timeUnit ?? (unit.unit === "week" ? "utcyearmonthdate" : "utcyearmonthdatehoursminutesseconds");
  const channel = isTimeline
    ? timeChannel(plan, column, title, unit)
    : { field, timeUnit, type: "ordinal", title, axis: { format } };
  const { low, high } = extentOf(column.numbers);
  const between =
    high >= low ? unitIndex(unit, column.clock(high)) - unitIndex(unit, column.clock(low)) + 1 : 0;
  const missing = isTimeline || unit.ms < DAY ? 0 : Math.max(0, between - labels.length);
  return { ...base, places: timePlaces(column), channel, missing };
}

/** All whole numbers from the lowest to the highest as labels; null if some are not whole, or they are too many. */
function wholeBetween(column: ChartColumn): string[] | null {
  const { low, high } = extentOf(column.numbers);
  const isClosed = column.kind === "number" && isWhole(column) && high - low < MAX_SIDE;
  return isClosed ? Array.from({ length: high - low + 1 }, (_, at) => String(low + at)) : null;
}

const missingNote = (missing: number, name: string): string =>
  `${quantity(missing, "time")} of ${name} without a cell ${missing === 1 ? "is" : "are"} left out`;

/** Labels that fit stand upright. @param step - Pixels for each */
function upright({ channel, labels, drawn }: Side, step: number): ChannelDef {
  const widths = labels.map((label, code) => (drawn.has(code) ? LETTER * textWidth(label) + 6 : 0));
  const axis = {
    ...(channel["axis"] as object),
    ...(channel["type"] === "temporal" ? {} : { labelLimit: step === Infinity ? 280 : 160 }),
    ...(widths.every((width) => width <= step) ? { labelAngle: 0 } : {}),
  };
  return { ...channel, axis };
}

/** Vega-Lite's test for a number on a dark shade. */
function darkTest(field: string, { low, high }: Extent, isTwoSided: boolean): string {
  const value = `datum[${JSON.stringify(field)}]`;
  if (isTwoSided) return `abs(${value}) > ${0.6 * Math.max(high, -low)}`;
  return `${value} < ${low + 0.45 * (high - low)}`;
}

const formatOf = ({ format, percent }: ChartPlan["options"], numbers: readonly number[]): string =>
  format ?? (percent === true ? ".0%" : numbers.every(Number.isInteger) ? ",d" : ",.3~r");

const cellText = (value: number, { percent }: ChartPlan["options"]): string => {
  if (percent === true) return "100%";
  return Number.isInteger(value) ? value.toLocaleString("en-US") : short(value).slice(0, 5);
};
