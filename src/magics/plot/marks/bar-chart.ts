// This folder: the specification of each mark, one file per mark.

import type { VegaLiteSpec } from "../../vega/vega-lite-spec.ts";
import { formatDate } from "../../display/table/format-date.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { DAY, unitIndex } from "../columns/time-unit.ts";
import { areFew, cellBars, cellData, cellsOf, rowData, valuePlaces, type PlacedCell } from "../data/cells.ts";
import { withNumbers } from "../data/line-points.ts";
import { colourNote, COLUMN, longForm } from "../data/series.ts";
import { thinRows } from "../data/thin-rows.ts";
import { notesOf, quantity, withoutNote, type Drawing } from "../drawing.ts";
import { axisTitle } from "../encode/axis.ts";
import { nameAxis } from "../encode/name-axis.ts";
import { valueChannel, without, type ChannelDef } from "../encode/number-channel.ts";
import { colourOf, MAX_COLOURS } from "../encode/palette.ts";
import { timeChannel } from "../encode/time-channel.ts";
import { barOrder } from "./bar-order.ts";

/** Maximum bars over times, of all colours together. */
const MAX_TIMES = 2400;
/** Bars of several colours stand side by side while each has this many pixels; of categories, while there are so few. */
const THINNEST = 3;
const MAX_BESIDE = 90;
const TEXT_LINES = 12;
const END = "end of week";

/** One bar per category, horizontal if their names need it, or over times. Several colours stand side by side or on each other. */
export function barChart(plan: ChartPlan): Drawing {
  const { options, rows } = plan;
  const x = plan.x as ChartColumn;
  const isTime = x.kind === "time";
  const isCounted = plan.y.length === 0;
  const places = valuePlaces(x);
  const long = longForm(plan);
  const coloured = new Set(long.ranked.slice(0, MAX_COLOURS));
  const series = long.series.filter(({ label }) => coloured.has(label));
  const all = series.flatMap((one) => cellsOf(one, one.rows, [places], one.y?.numbers ?? null));
  const { codes, sort } = isTime ? thinTimes(all, coloured.size) : barOrder(plan, x, all);
  const rank = new Map(codes.map((code, at) => [code, at]));
  const rankOf = ({ codes: [code] }: PlacedCell): number => rank.get(code) ?? -1;
  const drawn = all.filter((cell) => rankOf(cell) >= 0).sort((a, b) => rankOf(a) - rankOf(b));
  const cells = series.flatMap((one) => drawn.filter((cell) => cell.one === one));
  const most = cells.reduce((count, cell) => Math.max(count, cell.rows), 1);
  const isSeveral = long.field !== null && coloured.size > 1;
  const slots = isTime ? slotsOf(x) : codes.length;
  const abreast = isSeveral ? coloured.size : 1;
  const hasRoom = isTime
    ? x.unit.timeUnit !== null && plan.width / (slots * abreast) >= THINNEST
    : slots * abreast <= MAX_BESIDE;
  const stack = isSeveral && options.log !== true ? stackOf(options.stack, hasRoom) : null;
  // Vega-Lite has no stacks of means.
  const isRaw = areFew(rows.length) && (isCounted || (most > 1 && stack === null));
  const values = isRaw
    ? rowData(long, series, places, (row) => rank.has(places.code(row)))
    : cellData(long, cells, [places], long.value);
  const ends = stack === "zero" ? [...sumsOf(cells).values()] : cells.map(({ value }) => value ?? NaN);
  const { low, high } = extentOf(ends);
  const extent = { low: options.log === true ? low : Math.min(0, low), high: Math.max(0, high) };
  const title = isCounted ? "rows" : long.valueTitle;
  const value = valueChannel(plan, long.value, title, extent, {
    zero: true,
    isWhole: plan.y.every(({ summary }) => summary.isWhole),
    isShare: stack === "normalize",
    isShared: long.panelField !== COLUMN,
  });
  const measure = {
    ...(isRaw && isCounted ? { ...without(value, "field"), aggregate: "count" } : value),
    ...(isRaw && !isCounted ? { aggregate: "mean" } : {}),
    // Vega-Lite also stacks a single bar, from 0, which has no logarithm.
    ...(isSeveral || options.log === true ? { stack } : {}),
  };
  const isBeside = isSeveral && stack === null;
  const offsetChannel = { field: long.field, type: "nominal", sort: long.labels, title: long.title };
  const nameOf = (code: number): string =>
    isTime
      ? formatDate(new Date(code), null, x.unit.ms >= DAY ? "day" : "second")
      : (x.categories.labels[code] ?? "");
  const count = isTime ? sumsOf(all).size : x.categories.labels.length;
  const drawing = {
    values,
    panelField: long.panelField,
    notes: notesOf(
      ...long.notes,
      isCounted && `the number of rows for each ${x.name}`,
      !isCounted && most > 1 && `each bar is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
      codes.length < count &&
        (isTime
          ? `of ${quantity(count, "time")}, those with the lowest and the highest bar are drawn`
          : `the ${typeof sort === "string" ? "largest" : "first"} ${codes.length} of ${quantity(count, "bar")}`),
      isTime
        ? withoutNote(rows.length - withNumbers(rows, x.numbers).length, x.name)
        : valuelessNote(codes, cells, nameOf),
      stack !== null &&
        options.stack === undefined &&
        "the bars of a place are on each other, as they have no room side by side",
      colourNote(long) !== false &&
        `the ${MAX_COLOURS} largest of ${long.ranked.length} values of ${plan.color?.name ?? "the colour"}`,
    ),
    text: cellBars(cells, nameOf, TEXT_LINES),
  };
  const colour = colourOf(long);
  if (isTime) {
    const encoding = { y: measure, ...(isBeside ? { xOffset: offsetChannel } : {}), ...colour };
    return { ...drawing, body: overTime(plan, x, slots, encoding) };
  }
  const names = codes.map(nameOf);
  const axis = nameAxis(plan, x.field, axisTitle(x), names, measure, isBeside ? abreast : 1);
  const isListed = isSeveral || long.panelField !== null || isRaw || sort === undefined;
  const order = isListed ? names : sort === null ? null : `${sort}${axis.isLying ? "x" : "y"}`;
  return {
    ...drawing,
    ownWidth: axis.width,
    body: {
      mark: "bar",
      ...axis.size,
      encoding: {
        ...axis.encoding(order),
        ...(isBeside ? { [axis.isLying ? "yOffset" : "xOffset"]: offsetChannel } : {}),
        ...colour,
      },
    },
  };
}

/** Sums of the bars of a place, as they are stacked. */
function sumsOf(cells: readonly PlacedCell[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const {
    codes: [code],
    value,
  } of cells)
    sums.set(code, (sums.get(code) ?? 0) + (value ?? 0));
  return sums;
}

/** The times that are drawn: all, or of too many those with the lowest and the highest sum. */
function thinTimes(cells: readonly PlacedCell[], colours: number): { codes: number[]; sort: null } {
  const sums = [...sumsOf(cells)].sort(([a], [b]) => a - b);
  const most = Math.floor(MAX_TIMES / Math.max(1, colours));
  const thin = thinRows(
    sums.map(([, sum]) => sum),
    most,
  );
  return { codes: thin.map((at) => sums[at]?.[0] ?? NaN), sort: null };
}

/** The number of places for bars between the first time and the last. */
function slotsOf({ unit, clock, summary: { low, high, finite } }: ChartColumn): number {
  return finite === 0 ? 1 : unitIndex(unit, clock(high)) - unitIndex(unit, clock(low)) + 1;
}

function stackOf(stack: ChartPlan["options"]["stack"], hasRoom: boolean): "zero" | "normalize" | null {
  if (stack === undefined) return hasRoom ? null : "zero";
  return stack === "normalize" ? stack : stack ? "zero" : null;
}

/** The body of bars over times. Weeks begin on any day, which Vega-Lite has no unit for: their bars have two ends. */
function overTime(plan: ChartPlan, x: ChartColumn, slots: number, encoding: ChannelDef): VegaLiteSpec {
  const time = timeChannel(plan, x, plan.options.x_title ?? axisTitle(x));
  // Labels in the middle of their bars, where each has one.
  const isNarrow = slots > plan.width / 50;
  const middle = { ticks: false, labelBound: true, labelOffset: { expr: `width / ${2 * slots}` } };
  const axis = { ...(time["axis"] as object), ...(isNarrow ? {} : middle) };
  const mark = { type: "bar", ...(slots > plan.width / 4 ? { binSpacing: 0, minBandSize: 1 } : {}) };
  if (x.unit.unit !== "week") return { mark, encoding: { x: { ...time, axis }, ...encoding } };
  const week = without(time, "scale", "axis");
  const { y, color } = encoding as { y: ChannelDef; color?: ChannelDef };
  const colour = (color?.["condition"] ?? color) as ChannelDef | undefined;
  // Vega-Lite would write the two ends of a bar as numbers.
  const tooltip = [
    { ...week, timeUnit: "utcyearmonthdate" },
    ...(colour === undefined ? [] : [without(colour, "test", "scale", "legend")]),
    { ...without(y, "axis", "scale", "stack"), format: ",.15~g" },
  ];
  return {
    transform: [{ calculate: `datum[${JSON.stringify(x.field)}] + ${7 * DAY}`, as: END }],
    mark,
    encoding: { x: { ...week, axis, bin: "binned" }, x2: { field: END }, ...encoding, tooltip },
  };
}

function valuelessNote(
  codes: readonly number[],
  cells: readonly PlacedCell[],
  nameOf: (code: number) => string,
): string | false {
  const valued = new Set(cells.filter(({ value }) => value !== null).map(({ codes: [code] }) => code));
  const names = codes.filter((code) => !valued.has(code)).map(nameOf);
  if (names.length > 3) return `${names.length} bars have no value`;
  return names.length > 0 && `no value: ${names.map((name) => name || '""').join(", ")}`;
}
