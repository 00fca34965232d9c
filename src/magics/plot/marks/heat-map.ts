import { textWidth } from "../../../core/text/visible-text.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { extentOf, type Extent } from "../columns/summary.ts";
import { DAY, unitIndex } from "../columns/time-unit.ts";
import { cellData, cellsOf, valuePlaces, type AxisPlaces } from "../data/cells.ts";
import { longForm, ROWS } from "../data/series.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import { extentText, notesOf, quantity, short, type Drawing } from "../drawing.ts";
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

/** One cell per pair of categories: the mean of its rows' values, or its number of rows. */
export function heatMap(plan: ChartPlan): Drawing {
  const { options, color } = plan;
  const long = longForm({ ...plan, y: [], color: null });
  const across = sideOf(plan, plan.x as ChartColumn, options.x_title);
  const down = sideOf(plan, plan.y[0] as ChartColumn, options.y_title);
  const value = color?.field ?? ROWS;
  const places = [down.places, across.places] as const;
  const cells = long.series
    .flatMap((one) => cellsOf(one, one.rows, places, color?.numbers ?? null))
    .filter(({ codes: [line, column] }) => across.drawn.has(column) && down.drawn.has(line));
  const numbers = cells.flatMap((cell) => cell.value ?? []);
  const extent = extentOf(numbers);
  const most = cells.reduce((rows, cell) => Math.max(rows, cell.rows), 1);
  const title = vegaTitle(color?.name ?? "rows");
  const isTwoSided = extent.low < 0 && extent.high > 0;
  const measure = valueChannel({ ...plan, options: { ...options, y_title: title } }, value, title, extent);
  const isTimeline = across.channel["type"] === "temporal";
  const [columns, lines] = [across.drawn.size, down.drawn.size];
  const step = Math.max(STEP.least, Math.min(STEP.most, Math.floor(plan.width / columns)));
  const longest = Math.max(0, ...numbers.map((number) => cellText(number, options).length));
  // Small tables, such as of cohorts, are read by their numbers.
  const hasNumbers = !isTimeline && numbers.length > 0 && step >= Math.max(STEP.number, LETTER * longest + 6);
  const height = lines > 30 && !hasNumbers ? 14 : lines > 10 ? (hasNumbers ? STEP.line : 20) : 30;
  const rect = { type: "rect" };
  const text = {
    mark: { type: "text", fontSize: 11 },
    encoding: {
      text: { ...without(measure, "axis", "scale"), format: formatOf(options, numbers) },
      color: {
        condition: [
          { test: { field: value, valid: false }, value: INK },
          { test: darkTest(value, extent, isTwoSided), value: "white" },
        ],
        value: "black",
      },
    },
  };
  return {
    values: cellData(long, cells, places, value),
    panelField: long.panelField,
    ...(isTimeline ? {} : { ownWidth: step * columns }),
    body: {
      width: isTimeline ? plan.width : { step },
      height: { step: height },
      encoding: {
        x: upright(across, step),
        y: upright(down, Infinity),
        color: {
          ...shadeOf(measure, isTwoSided ? TWO_SIDED : SHADES),
          ...(hasNumbers ? { legend: null } : {}),
        },
      },
      ...(hasNumbers ? { layer: [{ mark: rect }, text] } : { mark: rect }),
    },
    notes: notesOf(
      ...long.notes,
      color === null && "the number of rows in each cell",
      color !== null &&
        most > 1 &&
        `each cell is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
      ...[across, down].map(
        ({ missing, name }) =>
          missing > 0 &&
          `${quantity(missing, "time")} of ${name} without a cell ${missing === 1 ? "is" : "are"} left out`,
      ),
      ...[across, down].map(
        ({ drawn, count, name }) =>
          drawn.size < count &&
          `${drawn.size} of ${quantity(count, "value")} of ${name}: ${color === null ? "those with most rows" : "the largest"}`,
      ),
    ),
    text: [
      `${columns} x ${lines} cells of ${title}${numbers.length === 0 ? "" : `, ${extentText(numbers)}`}`,
    ],
  };
}

interface CellSide {
  readonly name: string;
  readonly places: AxisPlaces;
  /** Number of places, and those that are drawn, the largest, each with its label. */
  readonly count: number;
  readonly drawn: ReadonlyMap<number, string>;
  readonly channel: ChannelDef;
  /** Times between the first and the last that have no place. */
  readonly missing: number;
}

/** Keeps the places with the largest sums of absolute values, or most rows if rows are counted. Times have their unit. */
function sideOf(plan: ChartPlan, column: ChartColumn, ownTitle: string | undefined): CellSide {
  const { rows, color } = plan;
  const { codes, labels } = column.categories;
  const places = valuePlaces(column);
  const sizes = new Map<number, { size: number; label: string }>();
  for (const row of rows) {
    const code = places.code(row);
    const one = sizes.get(code) ?? { size: 0, label: labels[codes[row] ?? 0] ?? "" };
    one.size += color === null ? 1 : Math.abs(color.numbers[row] ?? 0) || 0;
    sizes.set(code, one);
  }
  const { field, name, unit, summary, clock } = column;
  const isTime = column.kind === "time";
  const largest = [...sizes].sort(([a, one], [b, other]) => other.size - one.size || a - b);
  const some = largest.slice(0, isTime ? MAX_TIMES : MAX_SIDE).sort(([a], [b]) => a - b);
  const drawn = new Map(some.map(([place, { label }]) => [place, label]));
  const title = vegaTitle(ownTitle ?? axisTitle(column));
  const side = { name, places, count: sizes.size, drawn, missing: 0 };
  if (!isTime) {
    const sort = [...drawn.values()];
    // A number without rows, such as an hour, has an empty line.
    const { low, high, isWhole } = summary;
    const isClosed = column.kind === "number" && isWhole && high - low < MAX_SIDE;
    const all = Array.from({ length: isClosed ? high - low + 1 : 0 }, (_, at) => String(low + at));
    const scale = isClosed ? { scale: { domain: all } } : {};
    return { ...side, channel: { field, type: "ordinal", title, sort, ...scale, axis: shortened(sort) } };
  }
  if (drawn.size > MAX_SIDE && unit.timeUnit !== null)
    return { ...side, channel: timeChannel(plan, column, title) };
  const isDay = unit.ms >= DAY;
  const own = { year: "%Y", quarter: "Q%q %Y", month: "%b %Y" }[unit.unit as "year"];
  const axis = { format: own ?? (isDay ? "%Y-%m-%d" : "%b %-d %H:%M") };
  const timeUnit = unit.timeUnit ?? (isDay ? "utcyearmonthdate" : "utcyearmonthdatehoursminutesseconds");
  const between = unitIndex(unit, clock(summary.high)) - unitIndex(unit, clock(summary.low)) + 1;
  return {
    ...side,
    channel: { field, timeUnit, type: "ordinal", title, axis },
    missing: isDay && summary.finite > 0 ? Math.max(0, between - sizes.size) : 0,
  };
}

/** Labels that fit stand upright. @param step - Pixels for each */
function upright({ channel, drawn }: CellSide, step: number): ChannelDef {
  const fits = [...drawn.values()].every((label) => LETTER * textWidth(label) + 6 <= step);
  const axis = {
    ...(channel["axis"] as object),
    ...(channel["type"] === "temporal" ? {} : { labelLimit: step === Infinity ? 280 : 160 }),
    ...(fits ? { labelAngle: 0 } : {}),
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
