// This folder: the specification of each mark, one file per mark.

import type { ChartPlan } from "../choose-chart.ts";
import { firstValue, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { hasBand } from "../columns/time-unit.ts";
import {
  cellBars,
  cellData,
  cellsOf,
  largestPlaces,
  nameSide,
  timeSide,
  type PlacedCell,
} from "../data/cells.ts";
import { withoutNote } from "../data/lines.ts";
import { longForm } from "../data/series.ts";
import { thinRows } from "../data/thin-rows.ts";
import { meanNote, quantity, type Drawing } from "../drawing.ts";
import { axisChannel, namesBody, titleOf, valueChannel, type ChannelDef } from "../encode/axes.ts";
import { colourOf, MAX_COLOURS } from "../encode/colours.ts";

/** Bars without an order of their own are limited to the largest, others to the first, and those over times of all colours together. */
const MAX_BARS = { largest: 30, first: 60, times: 2400 };
/** Bars of several colours stand side by side while each has this many pixels. */
const THINNEST = 5;
const STACKS = { true: "zero", false: null, normalize: "normalize" } as const;

/** One bar per category, horizontal if their names need it, or over times. Several colours stand side by side or on each other. */
export function barChart(plan: ChartPlan): Drawing {
  const { options } = plan;
  const x = plan.x as ChartColumn;
  const isTime = x.kind === "time";
  const isCounted = plan.y.length === 0;
  const side = isTime ? timeSide(x) : nameSide(x);
  const long = longForm(plan);
  const coloured = new Set(long.ranked.slice(0, MAX_COLOURS));
  const series = long.series.filter(({ label }) => coloured.has(label));
  const abreast = long.field === null ? 1 : coloured.size;
  const all = cellsOf(series, side);
  const { codes, count, sort } = isTime ? timesOf(all, abreast) : barOrder(plan, x, all);
  const rank = new Map(codes.map((code, at) => [code, at]));
  const rankOf = ({ codes: [code] }: PlacedCell): number => rank.get(code) ?? -1;
  const some = all.filter((cell) => rankOf(cell) >= 0).sort((a, b) => rankOf(a) - rankOf(b));
  const cells = series.flatMap((one) => some.filter((cell) => cell.one === one));
  const most = cells.reduce((size, cell) => Math.max(size, cell.rows), 1);
  const slots = isTime ? slotsOf(x) : codes.length;
  const hasRoom = (!isTime || hasBand(x.unit)) && slots * abreast * THINNEST <= plan.width;
  const stack = abreast === 1 || options.log === true ? null : STACKS[`${options.stack ?? !hasRoom}`];
  const ends = extentOf(cells.map((cell) => cell.value));
  const measure = {
    ...valueChannel(plan, long.value, isCounted ? "rows" : long.valueTitle, stack === "normalize", ends),
    ...(options.log === true ? { scale: { type: "log", nice: false, domainMin: ends.low / 2 } } : {}),
    // Vega-Lite also stacks a single bar, from 0, which has no logarithm.
    ...(abreast > 1 || options.log === true ? { stack } : {}),
  };
  const offset =
    abreast === 1 || stack !== null
      ? null
      : { field: long.field, type: "nominal", sort: long.labels, ...titleOf(long.field ?? "", long.title) };
  const names = codes.map(side.text);
  const isListed = abreast > 1 || plan.panelField !== null || sort === null;
  const { encoding, ...body } = isTime
    ? overTime(plan, x, slots, { y: measure, ...(offset === null ? {} : { xOffset: offset }) })
    : namesBody(plan, x.field, names, measure, {
        title: x.title,
        sort: isListed ? names : sort,
        offset,
        abreast,
      });
  return {
    values: cellData(cells, [side], long.value),
    body: { mark: "bar", ...body, encoding: { ...(encoding as object), ...colourOf(long) } },
    notes: [
      ...long.notes,
      isCounted && `the number of rows for each ${x.name}`,
      !isCounted && meanNote(most, "bar"),
      codes.length < count &&
        (isTime
          ? `of ${quantity(count, "time")}, those with the lowest and the highest bar are drawn`
          : `the ${sort === null ? "first" : "largest"} ${codes.length} of ${quantity(count, "bar")}`),
      isTime && withoutNote(x),
      stack !== null &&
        options.stack === undefined &&
        "the bars of a place are on each other, as they have no room side by side",
      long.ranked.length > MAX_COLOURS &&
        `the ${MAX_COLOURS} largest of ${long.ranked.length} values of ${plan.color?.name ?? "the colour"}`,
    ],
    text: cellBars(cells, side),
  };
}

/** The number of places for bars between the first time and the last. */
const slotsOf = ({ unit, summary: { low, high } }: ChartColumn): number =>
  Math.max(1, Math.round((high - low) / unit.ms) + 1);

/** Bars over times, in the middle of Vega-Lite's unit; without one, as of weeks, of a size that has room. */
function overTime(plan: ChartPlan, x: ChartColumn, slots: number, others: ChannelDef): ChannelDef {
  const channel = { ...axisChannel(x, plan.options), bandPosition: 0 };
  if (hasBand(x.unit)) {
    const binSpacing = slots > plan.width / 4 ? 0 : 1;
    return { mark: { type: "bar", binSpacing, minBandSize: 1 }, encoding: { x: channel, ...others } };
  }
  const room = `0.8 * ${plan.panelField === null ? "width" : plan.width} / ${slots}`;
  const scale = { type: "utc", padding: { expr: `${room} / 2` } };
  const mark = { type: "bar", size: { expr: `max(1, ${room})` } };
  return { mark, encoding: { x: { ...channel, scale }, ...others } };
}

interface BarOrder {
  /** The categories or times that have a bar, in the bars' order, and how many there are. */
  readonly codes: readonly number[];
  readonly count: number;
  /** The order by value in Vega-Lite's words, without the channel; null for any other. */
  readonly sort: "" | "-" | null;
}

/** Values of the bars of a place, as they are stacked. */
function totalsOf(cells: readonly PlacedCell[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { codes, value } of cells)
    if (value !== null) totals.set(codes[0], (totals.get(codes[0]) ?? 0) + value);
  return totals;
}

/** The times that are drawn: all, or of too many those with the lowest and the highest total. */
function timesOf(cells: readonly PlacedCell[], abreast: number): BarOrder {
  const totals = [...totalsOf(cells)].sort(([a], [b]) => a - b);
  const sums = totals.map(([, total]) => total);
  const thin = thinRows(sums, Math.floor(MAX_BARS.times / abreast));
  return { codes: thin.map((at) => totals[at]?.[0] ?? NaN), count: totals.length, sort: null };
}

/**
 * The order of the bars: as requested; else ascending for numbers, booleans, days, months and names that the rows are sorted by; else
 * largest first.
 */
export function barOrder(
  { options, inOrder }: ChartPlan,
  x: ChartColumn,
  cells: readonly PlacedCell[],
): BarOrder {
  const { codes: rowCodes, labels } = x.categories;
  const sort = options.sort ?? (inOrder === true ? "none" : hasOrder(x) ? "x" : "-y");
  const count = labels.length;
  if (sort === "y" || sort === "-y") {
    const totals = totalsOf(cells);
    const total = (code: number): number => totals.get(code) ?? -Infinity;
    const sign = sort === "y" ? -1 : 1;
    const { codes } = largestPlaces(cells, 0, MAX_BARS.largest);
    codes.sort((a, b) => sign * Math.sign(total(b) - total(a)) || a - b);
    return { codes, count, sort: sort === "y" ? "" : "-" };
  }
  const codes = sort === "none" ? [...new Set(rowCodes)] : [...labels.keys()];
  if (sort === "-x" || sort === "descending") codes.reverse();
  if (typeof sort === "object") {
    const rank = (code: number): number => sort.indexOf(labels[code] ?? "") + 1 || sort.length + 1;
    codes.sort((a, b) => rank(a) - rank(b) || a - b);
  }
  return { codes: codes.slice(0, MAX_BARS.first), count, sort: null };
}

/** Whether the values have an order of their own, or the rows are sorted by them. */
function hasOrder({ kind, values, categories }: ChartColumn): boolean {
  const { codes, labels, isCalendar } = categories;
  if (kind !== "category" || isCalendar || typeof firstValue(values) === "boolean") return true;
  return labels.length > 2 && codes.every((code, row) => row === 0 || code >= (codes[row - 1] ?? 0));
}
