// This folder: the specification of each mark, one file per mark.

import type { ChartPlan } from "../choose-chart.ts";
import { firstValue, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { hasBand, unitIndex } from "../columns/time-unit.ts";
import {
  areFew,
  cellBars,
  cellData,
  cellsOf,
  largestPlaces,
  nameSide,
  rowData,
  timeSide,
  type PlacedCell,
} from "../data/cells.ts";
import { withNumbers } from "../data/lines.ts";
import { longForm } from "../data/series.ts";
import { thinRows } from "../data/thin-rows.ts";
import { meanNote, quantity, withoutNote, type Drawing } from "../drawing.ts";
import { axisChannel, namesBody, valueChannel, type ChannelDef } from "../encode/axes.ts";
import { colourOf, MAX_COLOURS } from "../encode/colours.ts";

/** Maximum bars over times, of all colours together. */
const MAX_TIMES = 2400;
/** Bars of several colours stand side by side while each has this many pixels. */
const THINNEST = 5;
const STACKS = { true: "zero", false: null, normalize: "normalize" } as const;

/** One bar per category, horizontal if their names need it, or over times. Several colours stand side by side or on each other. */
export function barChart(plan: ChartPlan): Drawing {
  const { options, rows } = plan;
  const x = plan.x as ChartColumn;
  const isTime = x.kind === "time";
  const isCounted = plan.y.length === 0;
  const side = isTime ? timeSide(x) : nameSide(x);
  const long = longForm(plan);
  const coloured = new Set(long.ranked.slice(0, MAX_COLOURS));
  const series = long.series.filter(({ label }) => coloured.has(label));
  const all = cellsOf(series, side);
  const { codes, count, sort } = isTime ? timesOf(all, coloured.size) : barOrder(plan, x, all);
  const rank = new Map(codes.map((code, at) => [code, at]));
  const rankOf = ({ codes: [code] }: PlacedCell): number => rank.get(code) ?? -1;
  const some = all.filter((cell) => rankOf(cell) >= 0).sort((a, b) => rankOf(a) - rankOf(b));
  const cells = series.flatMap((one) => some.filter((cell) => cell.one === one));
  const most = cells.reduce((count, cell) => Math.max(count, cell.rows), 1);
  const valueless = cells.filter(({ value }) => value === null).length;
  const abreast = long.field === null ? 1 : coloured.size;
  const slots = isTime ? slotsOf(x) : codes.length;
  const hasRoom = (!isTime || hasBand(x.unit)) && slots * abreast * THINNEST <= plan.width;
  const stack = abreast === 1 || options.log === true ? null : STACKS[`${options.stack ?? !hasRoom}`];
  // Vega-Lite has no stacks of means.
  const isRaw = areFew(rows.length) && (isCounted || (most > 1 && stack === null));
  const { low, high } = extentOf(cells.map(({ value }) => value ?? NaN));
  const extent = {
    low: options.log === true ? low : Math.min(0, low),
    high: Math.max(0, high) * (stack === "zero" ? abreast : 1),
  };
  const { field, ...value } = valueChannel(plan, long.value, isCounted ? "rows" : long.valueTitle, extent, {
    isBar: true,
    isShare: stack === "normalize",
  });
  const measure = {
    ...(isRaw ? (isCounted ? { aggregate: "count" } : { aggregate: "mean", field }) : { field }),
    ...value,
    // Vega-Lite also stacks a single bar, from 0, which has no logarithm.
    ...(abreast > 1 || options.log === true ? { stack } : {}),
  };
  const offset =
    abreast === 1 || stack !== null
      ? null
      : { field: long.field, type: "nominal", sort: long.labels, title: long.title };
  const names = codes.map(side.text);
  const isListed = abreast > 1 || plan.panelField !== null || isRaw || sort === undefined;
  const { encoding, ...body } = isTime
    ? overTime(plan, x, slots, { y: measure, ...(offset === null ? {} : { xOffset: offset }) })
    : namesBody(plan, x, names, measure, { sort: isListed ? names : sort, offset, abreast });
  return {
    values: isRaw
      ? rowData(series, side, long.value, (row) => rank.has(side.code(row)))
      : cellData(cells, [side], long.value),
    body: { mark: "bar", ...body, encoding: { ...(encoding as object), ...colourOf(long) } },
    notes: [
      ...long.notes,
      isCounted && `the number of rows for each ${x.name}`,
      !isCounted && meanNote(most, "bar"),
      codes.length < count &&
        (isTime
          ? `of ${quantity(count, "time")}, those with the lowest and the highest bar are drawn`
          : `the ${typeof sort === "string" ? "largest" : "first"} ${codes.length} of ${quantity(count, "bar")}`),
      isTime && withoutNote(rows.length - withNumbers(rows, x.numbers).length, x.name),
      valueless > 0 && `${quantity(valueless, "bar")} without a value`,
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
const slotsOf = ({ unit, clock, summary: { low, high, finite } }: ChartColumn): number =>
  finite === 0 ? 1 : unitIndex(unit, clock(high)) - unitIndex(unit, clock(low)) + 1;

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
  /** The order in Vega-Lite's words, without the channel of the values; null for that of the data, and undefined for a list of names. */
  readonly sort: "" | "-" | null | undefined;
}

/** Values of the bars of a place, as they are stacked. */
function totalsOf(cells: readonly PlacedCell[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { codes, value } of cells)
    if (value !== null) totals.set(codes[0], (totals.get(codes[0]) ?? 0) + value);
  return totals;
}

/** The times that are drawn: all, or of too many those with the lowest and the highest total. */
function timesOf(cells: readonly PlacedCell[], colours: number): BarOrder {
  const totals = [...totalsOf(cells)].sort(([a], [b]) => a - b);
  const most = Math.floor(MAX_TIMES / Math.max(1, colours));
  const thin = thinRows(
    totals.map(([, total]) => total),
    most,
  );
  return { codes: thin.map((at) => totals[at]?.[0] ?? NaN), count: totals.length, sort: null };
}

/** Bars without an order of their own are limited to the largest, others to the first. */
const MAX_BARS = 30;
const MAX_ORDERED = 60;

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
  const codes = [...labels.keys()];
  const count = codes.length;
  if (sort === "none") return { codes: [...new Set(rowCodes)].slice(0, MAX_ORDERED), count, sort: null };
  if (sort === "y" || sort === "-y") {
    const totals = totalsOf(cells);
    const total = (code: number): number => totals.get(code) ?? -Infinity;
    const sign = sort === "y" ? -1 : 1;
    const largest = largestPlaces(cells, 0, MAX_BARS).codes;
    largest.sort((a, b) => sign * Math.sign(total(b) - total(a)) || a - b);
    return { codes: largest, count, sort: sort === "y" ? "" : "-" };
  }
  if (sort === "-x" || sort === "descending") codes.reverse();
  if (typeof sort === "object") {
    const places = new Map(sort.map((name, at) => [name, at]));
    const rank = (code: number): number => places.get(labels[code] ?? "") ?? places.size;
    codes.sort((a, b) => rank(a) - rank(b) || a - b);
  }
  return { codes: codes.slice(0, MAX_ORDERED), count, sort: undefined };
}

/** Whether the values have an order of their own, or the rows are sorted by them. */
function hasOrder({ kind, values, categories }: ChartColumn): boolean {
  const { codes, labels, isCalendar } = categories;
  if (kind !== "category" || isCalendar || typeof firstValue(values) === "boolean") return true;
  return labels.length > 2 && codes.every((code, row) => row === 0 || code >= (codes[row - 1] ?? 0));
}
