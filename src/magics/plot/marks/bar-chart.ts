// This folder: the specification of each mark, one file per mark.

import type { ChartPlan } from "../choose-chart.ts";
import { firstValue, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { hasBand } from "../columns/time-unit.ts";
import { cellBars, cellData, cellsOf, rankedPlaces, sizeOfCell, type ChartCell } from "../data/row-groups.ts";
import { nameKey, seriesKeys, timeKey } from "../data/channel-keys.ts";
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
  const { options, y, color } = plan;
  const x = plan.x as ChartColumn;
  const isTime = x.kind === "time";
  const place = isTime ? timeKey(x) : nameKey(x);
  const keys = [...seriesKeys(plan), place];
  const all = cellsOf(keys, plan.rows, y);
  const colours = rankedPlaces(all, 1, sizeOfCell);
  const coloured = new Set(colours.slice(0, MAX_COLOURS));
  const own = all.filter(({ codes: [, colour = 0] }) => coloured.has(colour));
  const abreast = coloured.size;
  const { codes, count, sort } = isTime ? timesOf(own, abreast) : barOrder(plan, x, own);
  const ranks = new Map(codes.map((code, at) => [code, at]));
  const rankOf = ({ codes: [panel = 0, colour = 0, code = 0] }: ChartCell): number =>
    (panel * (color?.categories.labels.length ?? 1) + colour) * codes.length + (ranks.get(code) ?? NaN);
  const cells = own.filter((cell) => !Number.isNaN(rankOf(cell))).sort((a, b) => rankOf(a) - rankOf(b));
  const slots = isTime ? slotsOf(x) : codes.length;
  const hasRoom = (!isTime || hasBand(x.unit)) && slots * abreast * THINNEST <= plan.width;
  const stack = abreast === 1 || options.log === true ? null : STACKS[`${options.stack ?? !hasRoom}`];
  const { values, measure, most } = cellData(cells, keys, y, stack !== null);
  const ends = extentOf(cells.map(({ value }) => value));
  const height = {
    ...valueChannel(plan, measure, { isShare: stack === "normalize", ends }),
    ...(options.log === true ? { scale: { type: "log", nice: false, domainMin: ends.low / 2 } } : {}),
    // Vega-Lite also stacks a single bar, from 0, which has no logarithm.
    ...(abreast > 1 || options.log === true ? { stack } : {}),
  };
  const colour = colourOf(color, colours.slice(0, MAX_COLOURS));
  const offset =
    color === null || abreast === 1 || stack !== null
      ? null
      : { ...titled(color), type: "nominal", sort: color.categories.labels };
  const names = codes.map((code) => place.names[code] ?? "");
  const isListed = abreast > 1 || plan.facet !== null || sort === null;
  const { encoding, ...body } = isTime
    ? overTime(plan, x, slots, { y: height, ...(offset === null ? {} : { xOffset: offset }) })
    : namesBody(plan, x.field, names, height, {
        ...{ title: x.title, offset, abreast },
        sort: isListed ? names : sort,
      });
  return {
    values,
    body: { mark: "bar", ...body, encoding: { ...(encoding as object), ...colour } },
    notes: [
      y === null ? `the number of rows for each ${x.name}` : meanNote(most, "bar"),
      codes.length < count &&
        (isTime
          ? `of ${quantity(count, "time")}, those with the lowest and the highest bar are drawn`
          : `the ${sort === null ? "first" : "largest"} ${codes.length} of ${quantity(count, "bar")}`),
      stack !== null &&
        options.stack === undefined &&
        "the bars of a place are on each other, as they have no room side by side",
      colours.length > MAX_COLOURS &&
        `the ${MAX_COLOURS} largest of ${colours.length} values of ${color?.name ?? "the colour"}`,
    ],
    text: cellBars(cells, keys),
  };
}

const titled = ({ field, name }: ChartColumn): ChannelDef => ({ field, ...titleOf({ field }, name) });

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
  const room = `0.8 * ${plan.facet === null ? "width" : plan.width} / ${slots}`;
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
function totalsOf(cells: readonly ChartCell[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { codes, value } of cells)
    if (value !== null) totals.set(codes[2] ?? 0, (totals.get(codes[2] ?? 0) ?? 0) + value);
  return totals;
}

/** The times that are drawn: all, or of too many those with the lowest and the highest total. */
function timesOf(cells: readonly ChartCell[], abreast: number): BarOrder {
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
  cells: readonly ChartCell[],
): BarOrder {
  const { codes: rowCodes, labels } = x.categories;
  const sort = options.sort ?? (inOrder === true ? "none" : hasOrder(x) ? "x" : "-y");
  const count = labels.length;
  if (sort === "y" || sort === "-y") {
    const totals = totalsOf(cells);
    const total = (code: number): number => totals.get(code) ?? -Infinity;
    const sign = sort === "y" ? -1 : 1;
    const codes = rankedPlaces(cells, 2, sizeOfCell).slice(0, MAX_BARS.largest);
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
  const { labels, isCalendar, isSorted } = categories;
  if (kind !== "category" || isCalendar || typeof firstValue(values) === "boolean") return true;
  return labels.length > 2 && isSorted;
}
