import { textWidth } from "../../../core/text/text-width.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { categoriesOf } from "../columns/categories.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { panelsOf, valueTitle } from "../columns/panels.ts";
import { colourNote, seriesOf } from "../columns/series.ts";
import { unitIndex } from "../columns/time-unit.ts";
import { extentOf, notesOf, quantity, type Datum, type Drawing } from "../drawing.ts";
import { axisTitle, timeChannel, without, type ChannelDef } from "../encode/axis.ts";
import { colourOf, seriesTooltip, valueChannel } from "../encode/value-channel.ts";
import { LABEL_WIDTH } from "../encode/time-ticks.ts";
import { MAX_COLOURS } from "../encode/palette.ts";
import { shortened } from "../encode/shortened.ts";
import { vegaTitle } from "../encode/vega-text.ts";
import { barOrder } from "./bar-order.ts";
import { groupsOf, type GroupMean } from "./group-means.ts";
import { textBars } from "./text-bars.ts";
import { thinPoints } from "./thin-points.ts";

/** More bars than this, or bars with long names, are horizontal, to keep names readable. */
const STANDING_BARS = 12;
const LONG_NAME = 12;
/** Pixels per character below a bar. */
const LETTER = 7;
/** Maximum bars over times, of all colours together. */
const MAX_TIMES = 2400;
/** Bars of several colours stand side by side while each has this many pixels; of categories, while there are so few. */
const THINNEST = 3;
const MAX_BESIDE = 90;
/** Up to so many rows are the chart's data as they are; of more, their means. */
const MAX_ROWS = 5000;
const FACET_HEIGHT = 180;
const TEXT_LINES = 12;
const END = "end of bar";

/** One bar per category, horizontal if their names need it, or over times. Several colours stand side by side or on each other. */
export function barChart(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const { options } = plan;
  const categories = categoriesOf(x);
  const { labels } = categories;
  const panels = panelsOf(plan);
  const series = seriesOf(plan, panels);
  const coloured = new Set(series.ranked.slice(0, MAX_COLOURS));
  const bars = series.all
    .filter(({ label }) => coloured.has(label))
    .map((one) => ({ one, groups: groupsOf(one.rows, categories.codes, one.y?.numbers ?? null) }));
  const isTime = x.kind === "time";
  const order = isTime
    ? null
    : barOrder(
        plan,
        categories,
        bars.flatMap(({ groups }) => groups),
      );
  const codes = order?.codes ?? timesOf(labels.length, bars);
  const place = new Map(codes.map((code, at) => [code, at]));
  const all = bars.map(({ one, groups }) => ({
    one,
    groups: groups
      .filter(({ code }) => place.has(code))
      .sort((a, b) => (place.get(a.code) ?? 0) - (place.get(b.code) ?? 0)),
  }));
  const most = Math.max(1, ...all.flatMap(({ groups }) => groups.map(({ rows }) => rows)));
  const counted = plan.y.length === 0;
  const time = isTime ? timeChannel(x, plan.width, vegaTitle(options.x_title ?? axisTitle(x))) : null;
  const several = all.length > 1 && series.field !== null && coloured.size > 1;
  const slots = time === null ? codes.length : slotsOf(x, time.unit);
  const hasRoom =
    time === null
      ? slots * coloured.size <= MAX_BESIDE
      : time.unit.timeUnit !== null && plan.width / (slots * coloured.size) >= THINNEST;
  const stack = !several || options.log === true ? null : stackOf(options.stack, hasRoom);
  // Vega-Lite's own aggregate of the rows, while they are few; it has no stacks of means.
  const isRaw = (counted || (most > 1 && stack === null)) && plan.rows.length <= MAX_ROWS;
  const isWeek = time?.unit.unit === "week";
  const key = keyOf(x, isWeek);
  const values = all.flatMap(({ one, groups }): Datum[] => {
    const rows = isRaw ? Array.from(one.rows).filter((row) => place.has(categories.codes[row] ?? 0)) : null;
    if (rows !== null)
      return rows.map((row) => ({
        ...series.fields(one),
        ...key(row, labels[categories.codes[row] ?? 0] ?? ""),
        ...(one.y === null ? {} : { [series.value]: finite(one.y.numbers[row]) }),
      }));
    const first = firstRows(one.rows, categories.codes);
    return groups.map(({ code, mean }) => ({
      ...series.fields(one),
      ...key(first.get(code) ?? 0, labels[code] ?? ""),
      [series.value]: mean,
    }));
  });
  const title = counted ? "rows" : valueTitle(plan, panels);
  const extent = extentOf(
    stack === "zero" ? sums(all) : all.flatMap(({ groups }) => groups.map(({ mean }) => mean ?? NaN)),
  );
  const value = valueChannel(
    plan,
    series.value,
    title,
    { low: options.log === true ? extent.low : Math.min(0, extent.low), high: Math.max(0, extent.high) },
    {
      zero: true,
      whole: counted,
      shared: panels.field === null || panels.field === plan.facet?.field,
    },
  );
  const aggregate = isRaw ? { aggregate: counted ? "count" : "mean" } : {};
  const measure = (channel: ChannelDef): ChannelDef =>
    isRaw && counted ? without({ ...channel, ...aggregate }, "field") : { ...channel, ...aggregate };
  const y = { ...measure(value.channel), ...(several ? { stack } : {}) };
  const tooltip = [...seriesTooltip(series), measure(value.tooltip)];
  const beside =
    several && stack === null ? { field: series.field, type: "nominal", sort: series.labels } : null;
  const color = colourOf(
    series,
    series.labels.filter((label) => coloured.has(label)),
  );
  const valueless =
    order === null ? [] : codes.filter((code) => !hasValue(all, code)).map((code) => labels[code]);
  const notes = notesOf(
    ...panels.notes,
    counted && `the number of rows for each ${x.name}`,
    !counted && most > 1 && `each bar is the mean of its rows (${most.toLocaleString("en-US")} at most)`,
    codes.length < labels.length &&
      (order === null
        ? `of ${quantity(labels.length, "time")}, those with the lowest and the highest bar are drawn`
        : `the ${order.byValue ? "largest" : "first"} ${codes.length} of ${quantity(labels.length, "bar")}`),
    valueless.length > 3 && `${valueless.length} bars have no value`,
    valueless.length > 0 &&
      valueless.length <= 3 &&
      `no value: ${valueless.map((name) => name || '""').join(", ")}`,
    stack !== null &&
      options.stack === undefined &&
      "the bars of a place are on each other, as they have no room side by side",
    series.ranked.length > MAX_COLOURS &&
      colourNote(series) &&
      `the ${MAX_COLOURS} largest of ${series.ranked.length} values of ${plan.color?.name ?? "the colour"}`,
  );
  const text = textBars(
    all.flatMap(({ one, groups }) =>
      groups.map(({ code, mean }) => ({
        label: [one.panel.label, one.label, labels[code]]
          .filter((part) => part !== null && part !== "")
          .join(", "),
        value: mean,
      })),
    ),
    TEXT_LINES,
  );
  if (time !== null)
    return {
      values,
      panelField: panels.field,
      body: {
        mark: { type: "bar", ...(slots > plan.width / 4 ? { binSpacing: 0 } : {}) },
        encoding: {
          x: {
            ...time.channel,
            axis: { ...time.channel.axis, ...betweenTicks(slots, plan.width) },
            ...(isWeek ? { bin: "binned" } : {}),
          },
          ...(isWeek ? { x2: { field: END } } : {}),
          y,
          ...(beside === null ? {} : { xOffset: beside }),
          ...color,
          tooltip: [time.tooltip, ...tooltip],
        },
      },
      notes,
      text,
    };
  const names = codes.map((code) => labels[code] ?? "");
  const widest = names.reduce((width, label) => Math.max(width, textWidth(label)), 0);
  const lying = names.length > STANDING_BARS || widest > LONG_NAME;
  const abreast = beside === null ? 1 : Math.min(series.ranked.length, MAX_COLOURS);
  const thick = Math.max(5, Math.min(14, Math.floor(480 / (names.length * abreast))));
  const step = Math.max(abreast > 1 ? thick * abreast : 36, LETTER * widest + 8);
  const axis = {
    field: x.field,
    type: "nominal",
    sort: sortOf(order, lying, names, several || panels.field !== null || isRaw),
    title: vegaTitle((lying ? options.y_title : options.x_title) ?? axisTitle(x)),
    axis: lying ? { labelLimit: 280, ...shortened(names) } : { labelLimit: 160, labelAngle: 0 },
  };
  const titled = lying && options.x_title !== undefined ? { ...y, title: vegaTitle(options.x_title) } : y;
  return {
    values,
    panelField: panels.field,
    ownWidth: lying ? Math.min(500, plan.width) : step * names.length,
    body: {
      mark: "bar",
      ...(lying
        ? { width: Math.min(500, plan.width), height: { step: abreast > 1 ? 9 : 18 } }
        : { width: { step: step / abreast }, height: plan.facet === null ? 300 : FACET_HEIGHT }),
      encoding: {
        x: lying ? titled : axis,
        y: lying ? axis : y,
        ...(beside === null ? {} : { [lying ? "yOffset" : "xOffset"]: beside }),
        ...color,
        tooltip: [{ field: x.field, type: "nominal", title: axis.title }, ...tooltip],
      },
    },
    notes,
    text,
  };
}

const finite = (value: number | undefined): number | null =>
  Number.isFinite(value) ? (value ?? null) : null;

/** The fields of a bar's place: a time on its clock, and the end of a week; or a name. */
function keyOf(x: ChartColumn, isWeek: boolean): (row: number, label: string) => Datum {
  if (x.kind !== "time") return (_, label) => ({ [x.field]: label });
  return (row) => {
    const value = finite(x.numbers[row]);
    const time = value === null ? null : x.clock(value);
    return { [x.field]: time, ...(isWeek && time !== null ? { [END]: time + 7 * 86_400_000 } : {}) };
  };
}

/** A row of each code. */
function firstRows(rows: Uint32Array, codes: Uint32Array): Map<number, number> {
  const first = new Map<number, number>();
  for (const row of rows) if (!first.has(codes[row] ?? 0)) first.set(codes[row] ?? 0, row);
  return first;
}

/** Labels in the middle of their bars, where each has one. */
const betweenTicks = (slots: number, width: number): ChannelDef =>
  slots > (1.2 * width) / LABEL_WIDTH
    ? {}
    : { ticks: false, labelBound: true, labelOffset: { expr: `width / ${2 * slots}` } };

interface Bars {
  readonly groups: readonly GroupMean[];
}

/** Sums of the bars of a place, as they are stacked. */
function sums(all: readonly Bars[]): number[] {
  const totals = new Map<number, number>();
  for (const { groups } of all)
    for (const { code, mean } of groups) totals.set(code, (totals.get(code) ?? 0) + (mean ?? 0));
  return [...totals.values()];
}

const hasValue = (all: readonly Bars[], code: number): boolean =>
  all.some(({ groups }) => groups.some((group) => group.code === code && group.mean !== null));

/** The times that are drawn: all, or of too many those with the lowest and the highest sum. */
function timesOf(times: number, all: readonly Bars[]): number[] {
  const codes = Array.from({ length: times }, (_, code) => code);
  const most = Math.floor(MAX_TIMES / Math.max(1, all.length));
  if (times <= most) return codes;
  const totals = new Float64Array(times);
  for (const { groups } of all) for (const { code, mean } of groups) totals[code]! += mean ?? 0;
  return thinPoints(codes, (code) => ({ x: code, y: totals[code] ?? 0 }), most).map(({ x }) => x);
}

/** The number of places for bars between the first time and the last. */
function slotsOf(x: ChartColumn, unit: Parameters<typeof unitIndex>[0]): number {
  const { low, high } = extentOf(x.numbers);
  return high >= low ? unitIndex(unit, x.clock(high)) - unitIndex(unit, x.clock(low)) + 1 : 1;
}

function stackOf(stack: ChartPlan["options"]["stack"], hasRoom: boolean): "zero" | "normalize" | null {
  if (stack === undefined) return hasRoom ? null : "zero";
  return stack === "normalize" ? stack : stack ? "zero" : null;
}

/** The order in Vega-Lite's words; as a list where one of its words would not give it. */
function sortOf(
  order: ReturnType<typeof barOrder> | null,
  lying: boolean,
  names: readonly string[],
  isList: boolean,
): unknown {
  if (order === null || isList || order.byName) return names;
  if (!order.byValue) return null;
  return `${order.descending ? "-" : ""}${lying ? "x" : "y"}`;
}
