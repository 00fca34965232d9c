import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf } from "../columns/categories.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { isWhole } from "../columns/roles.ts";
import { timeUnitOf, unitIndex, type TimeUnit } from "../columns/time-unit.ts";
import { areFew, categoryPlaces, cellsOf, countOf, timePlaces, type PlacedCell } from "../data/places.ts";
import { colourNote, COLUMN, longForm, type LongForm, type Series } from "../data/series.ts";
import { thinPoints } from "../data/thin-points.ts";
import { extentOf, finiteOrNull, notesOf, quantity, type Datum, type Drawing } from "../drawing.ts";
import { axisTitle } from "../encode/axis.ts";
import { nameAxis } from "../encode/name-axis.ts";
import { valueChannel, without, type ChannelDef } from "../encode/number-channel.ts";
import { colourOf, MAX_COLOURS } from "../encode/palette.ts";
import { timeChannel } from "../encode/time-channel.ts";
import { barOrder } from "./bar-order.ts";
import { textBars } from "./text-bars.ts";

/** Maximum bars over times, of all colours together. */
const MAX_TIMES = 2400;
/** Bars of several colours stand side by side while each has this many pixels; of categories, while there are so few. */
const THINNEST = 3;
const MAX_BESIDE = 90;
const TEXT_LINES = 12;
const WEEK = 7 * 86_400_000;
const END = "end of week";

interface Bars {
  readonly one: Series;
  readonly cells: readonly PlacedCell[];
}

/** One bar per category, horizontal if their names need it, or over times. Several colours stand side by side or on each other. */
export function barChart(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const { options } = plan;
  const isTime = x.kind === "time";
  const { labels, codes: codeOf } = categoriesOf(x);
  const places = isTime ? timePlaces(x) : categoryPlaces(x);
  const long = longForm(plan);
  const coloured = new Set(long.ranked.slice(0, MAX_COLOURS));
  const bars = long.series
    .filter(({ label }) => coloured.has(label))
    .map((one) => ({ one, cells: cellsOf(one.rows, [places], one.y?.numbers ?? null) }));
  const order = isTime
    ? null
    : barOrder(
        plan,
        categoriesOf(x),
        bars.flatMap(({ cells }) => cells),
      );
  const codes = order?.codes ?? thinTimes(labels.length, bars);
  const rank = new Map(codes.map((code, at) => [code, at]));
  const rankOf = ({ codes: [code = 0] }: PlacedCell): number => rank.get(code) ?? -1;
  const drawn = bars.map(({ one, cells }) => ({
    one,
    cells: cells.filter((cell) => rankOf(cell) >= 0).sort((a, b) => rankOf(a) - rankOf(b)),
  }));
  const cells = drawn.flatMap((each) => each.cells);
  const most = cells.reduce((rows, cell) => Math.max(rows, cell.rows), 1);
  const counted = plan.y.length === 0;
  const several = long.field !== null && coloured.size > 1;
  const unit = isTime ? timeUnitOf(x) : null;
  const slots = unit === null ? codes.length : slotsOf(x, unit);
  const abreast = several ? coloured.size : 1;
  const hasRoom =
    unit === null
      ? slots * abreast <= MAX_BESIDE
      : unit.timeUnit !== null && plan.width / (slots * abreast) >= THINNEST;
  const stack = !several || options.log === true ? null : stackOf(options.stack, hasRoom);
  // Vega-Lite has no stacks of means.
  const isRaw = areFew(plan.rows) && (counted || (most > 1 && stack === null));
  const isWeek = unit?.unit === "week";
  const datum = (one: Series, place: Datum[string], value: number | null): Datum => ({
    ...long.fields(one),
    [x.field]: place,
    ...(isWeek && typeof place === "number" ? { [END]: place + WEEK } : {}),
    ...(counted && isRaw ? {} : { [long.value]: value }),
  });
  const values = drawn.flatMap(({ one, cells: own }) =>
    isRaw
      ? Array.from(
          one.rows.filter((row) => rank.has(codeOf[row] ?? 0)),
          (row) => datum(one, places.own(row), finiteOrNull(one.y?.numbers[row])),
        )
      : own.map(({ codes: [code = 0], value }) => datum(one, places.drawn(code), value)),
  );
  const y = measureOf(plan, long, stack === "zero" ? sums(drawn) : cells.map(({ value }) => value ?? NaN));
  const how = isRaw ? (counted ? countOf(true) : { aggregate: "mean" }) : {};
  const measure = {
    ...(isRaw && counted ? without(y, "field") : y),
    ...how,
    ...(several ? { stack } : {}),
  };
  const beside =
    several && stack === null
      ? { field: long.field, type: "nominal", sort: long.labels, title: long.title }
      : null;
  const shared = {
    values,
    panelField: long.panelField,
    notes: notesOf(
      ...long.notes,
      counted && `the number of rows for each ${x.name}`,
      !counted && most > 1 && `each bar is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
      codes.length < labels.length &&
        (order === null
          ? `of ${quantity(labels.length, "time")}, those with the lowest and the highest bar are drawn`
          : `the ${order.byValue ? "largest" : "first"} ${codes.length} of ${quantity(labels.length, "bar")}`),
      order !== null && valuelessNote(codes, cells, labels),
      stack !== null &&
        options.stack === undefined &&
        "the bars of a place are on each other, as they have no room side by side",
      colourNote(long) &&
        `the ${MAX_COLOURS} largest of ${long.ranked.length} values of ${plan.color?.name ?? "the colour"}`,
    ),
    text: textBars(
      drawn.flatMap(({ one, cells: own }) =>
        own.map(({ codes: [code = 0], value }) => ({
          parts: [one.panel, one.label, labels[code] ?? ""],
          value,
        })),
      ),
      TEXT_LINES,
    ),
  };
  if (unit !== null) {
    const time = timeChannel(plan, x, options.x_title ?? axisTitle(x), unit);
    const axis = { ...(time["axis"] as object), ...betweenTicks(slots, plan.width) };
    const week = without(time, "scale");
    // Vega-Lite would write the two ends of a bar as numbers.
    const tooltip = [
      { ...without(week, "axis"), timeUnit: "utcyearmonthdate" },
      ...(several ? [{ field: long.field, type: "nominal", title: long.title }] : []),
      { ...without(measure, "axis", "scale", "stack"), format: ",.15~g" },
    ];
    return {
      ...shared,
      body: {
        mark: { type: "bar", ...(slots > plan.width / 4 ? { binSpacing: 0, minBandSize: 1 } : {}) },
        encoding: {
          x: isWeek ? { ...week, axis, bin: "binned" } : { ...time, axis },
          ...(isWeek ? { x2: { field: END }, tooltip } : {}),
          y: measure,
          ...(beside === null ? {} : { xOffset: beside }),
          ...colourOf(long),
        },
      },
    };
  }
  const names = codes.map((code) => labels[code] ?? "");
  const sort = several || long.panelField !== null || isRaw ? names : sortOf(order, names);
  const across = nameAxis(plan, x.field, axisTitle(x), names, beside === null ? 1 : abreast);
  const [name, value, offset] = across.isLying ? ["y", "x", "yOffset"] : ["x", "y", "xOffset"];
  return {
    ...shared,
    ownWidth: across.width,
    body: {
      mark: "bar",
      ...across.size,
      encoding: {
        [value]: across.isLying ? across.lying(measure) : measure,
        [name]: { ...across.channel, sort: typeof sort === "string" ? sort.replace("value", value) : sort },
        ...(beside === null ? {} : { [offset]: beside }),
        ...colourOf(long),
      },
    },
  };
}

/** The channel of the bars' values, from 0. */
function measureOf(plan: ChartPlan, { value, valueTitle, panelField }: LongForm, ends: number[]): ChannelDef {
  const counted = plan.y.length === 0;
  const { low, high } = extentOf(ends);
  const extent = { low: plan.options.log === true ? low : Math.min(0, low), high: Math.max(0, high) };
  const style = { zero: true, whole: plan.y.every(isWhole), shared: panelField !== COLUMN };
  return valueChannel(plan, value, counted ? "rows" : valueTitle, extent, style);
}

function valuelessNote(
  codes: readonly number[],
  cells: readonly PlacedCell[],
  labels: readonly string[],
): string | false {
  const valued = new Set(cells.filter(({ value }) => value !== null).map(({ codes: [code] }) => code));
  const names = codes.filter((code) => !valued.has(code)).map((code) => labels[code] ?? "");
  if (names.length > 3) return `${names.length} bars have no value`;
  return names.length > 0 && `no value: ${names.map((name) => name || '""').join(", ")}`;
}

/** Labels in the middle of their bars, where each has one. */
const betweenTicks = (slots: number, width: number): ChannelDef =>
  slots > width / 50 ? {} : { ticks: false, labelBound: true, labelOffset: { expr: `width / ${2 * slots}` } };

/** Sums of the bars of a place, as they are stacked. */
function sums(all: readonly Bars[]): number[] {
  const totals = new Map<number, number>();
  for (const { cells } of all)
    for (const {
      codes: [code = 0],
      value,
    } of cells)
      totals.set(code, (totals.get(code) ?? 0) + (value ?? 0));
  return [...totals.values()];
}

/** The times that are drawn: all, or of too many those with the lowest and the highest sum. */
function thinTimes(times: number, all: readonly Bars[]): number[] {
  const codes = Array.from({ length: times }, (_, code) => code);
  const most = Math.floor(MAX_TIMES / Math.max(1, all.length));
  if (times <= most) return codes;
  const totals = new Float64Array(times);
  for (const { cells } of all)
    for (const {
      codes: [code = 0],
      value,
    } of cells)
      totals[code] = (totals[code] ?? 0) + (value ?? 0);
  return thinPoints(codes, (code) => ({ x: code, y: totals[code] ?? 0 }), most).map(({ x }) => x);
}

/** The number of places for bars between the first time and the last. */
function slotsOf(x: ChartColumn, unit: TimeUnit): number {
  const { low, high } = extentOf(x.numbers);
  return high >= low ? unitIndex(unit, x.clock(high)) - unitIndex(unit, x.clock(low)) + 1 : 1;
}

function stackOf(stack: ChartPlan["options"]["stack"], hasRoom: boolean): "zero" | "normalize" | null {
  if (stack === undefined) return hasRoom ? null : "zero";
  return stack === "normalize" ? stack : stack ? "zero" : null;
}

/** The order in Vega-Lite's words; as a list where they would not give it. */
function sortOf(order: ReturnType<typeof barOrder> | null, names: readonly string[]): unknown {
  if (order === null || order.byName) return names;
  if (!order.byValue) return null;
  return order.descending ? "-value" : "value";
}
