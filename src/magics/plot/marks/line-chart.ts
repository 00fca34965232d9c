import { textWidth } from "../../../core/text/text-width.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { panelsOf, valueTitle } from "../columns/panels.ts";
import { colourNote, seriesOf, type Series } from "../columns/series.ts";
import {
  extentOf,
  extentText,
  notesOf,
  quantity,
  withoutNote,
  type Datum,
  type Drawing,
} from "../drawing.ts";
import { axisOf } from "../encode/axis.ts";
import { colourOf, seriesTooltip, valueChannel } from "../encode/value-channel.ts";
import { INK, MAX_COLOURS } from "../encode/palette.ts";
import { linePoints, stackLines, stepOf, withGaps, withNumbers, type SeriesLine } from "./line-points.ts";
import { sparkAxis, sparkline, type SparkAxis } from "./sparkline.ts";

const MAX_SERIES = 100;
/** Maximum points of all series together. */
const MAX_POINTS = 2400;
/** Lines with more points have no tooltips of their own. */
const MAX_TOOLTIPS = 400;
const TEXT_LINES = 12;
const TEXT_WIDTH = 60;
/** Names at the ends of lines need this distance, and have these lengths, in pixels and characters. */
const LABEL = { height: 13, letter: 6.5, longest: 24 };

interface Drawn {
  readonly one: Series;
  readonly line: SeriesLine;
}

/**
 * One line per series over times, numbers, or categories in order; areas are stacked.
 *
 * @returns null when several rows of a series have the same axis value and lines were not requested: a line through them would invent
 * values. If requested, it goes through their means, with a note.
 * @throws UsageError when values can't be stacked.
 */
export function lineChart(plan: ChartPlan): Drawing | null {
  const { x, options } = plan;
  const isArea = plan.mark === "area";
  const stack =
    !isArea || options.stack === false ? null : options.stack === "normalize" ? "normalize" : "zero";
  const axis = axisOf(plan);
  const panels = panelsOf(plan);
  const series = seriesOf(plan, panels);
  const some = new Set(series.ranked.slice(0, MAX_SERIES));
  const most = Math.max(40, Math.floor(MAX_POINTS / Math.max(1, Math.min(series.all.length, MAX_SERIES))));
  const step = isArea ? null : stepOf(x, axis.unit, plan.rows);
  const counts = { thinned: 0, averaged: 0, filled: 0, joined: false };
  const drawn: Drawn[] = [];
  for (const panel of panels.panels) {
    const all = series.all.filter((one) => one.panel === panel && some.has(one.label));
    const lines =
      stack === null
        ? all.map((one) => ({ ...linePoints(axis, one, most), filled: 0 }))
        : stackLines(axis, all, most);
    for (const [nth, line] of lines.entries()) {
      if (line.shared > 0 && !plan.asked) return null;
      counts.averaged += line.shared;
      counts.filled += line.filled;
      if (line.thinned) counts.thinned = Math.max(counts.thinned, line.rows);
      const scale = line.thinned ? 2 * Math.ceil((2 * line.rows) / most) : 1;
      const broken =
        step !== null && x !== null && axis.unit !== null
          ? withGaps(x, axis.unit, line.points, step * scale)
          : line.points;
      drawn.push({ one: all[nth]!, line: { ...line, points: broken } });
    }
  }
  const points = drawn.flatMap(({ line }) => line.points);
  const isAlone = ({ line }: Drawn, at: number): boolean =>
    (line.points[at]?.y ?? null) !== null &&
    (line.points[at - 1]?.y ?? line.points[at + 1]?.y ?? null) === null;
  const values = drawn.flatMap((each) =>
    each.line.points.map((point, at): Datum => ({
      ...series.fields(each.one),
      [axis.field]: axis.drawn(point.x),
      [series.value]: point.y,
      ...(isAlone(each, at) ? { alone: true } : {}),
    })),
  );
  const extent = extentOf(points.map(({ y }) => y ?? NaN));
  const only = valueTitle(plan, panels);
  const y = valueChannel(plan, series.value, only, extent, {
    zero: isArea,
    shared: panels.field === plan.facet?.field || panels.field === null,
  });
  const labels = byEnd(drawn, series.labels);
  const atEnds =
    !isArea &&
    panels.field === null &&
    series.field !== null &&
    series.ranked.length <= MAX_COLOURS &&
    haveRoom(drawn, extent, options.height ?? 300);
  const encoding = {
    x: axis.channel,
    y: isArea ? { ...y.channel, stack } : y.channel,
    ...(series.field === null ? {} : { detail: { field: series.field } }),
    ...colourOf(series, isArea ? series.labels : labels, !atEnds),
    tooltip: [axis.tooltip, ...seriesTooltip(series), y.tooltip],
  };
  const hasDots = points.length <= 40 * Math.max(1, drawn.length);
  const isShort = points.length <= MAX_TOOLTIPS;
  const line = {
    ...(isArea
      ? { type: "area", line: { strokeWidth: 1 }, fillOpacity: stack === null ? 0.3 : 0.75 }
      : { type: "line", clip: true, strokeWidth: 2 }),
    ...(hasDots && isShort && !isArea ? { point: { size: 24 } } : isShort ? { point: "transparent" } : {}),
    // On a clock that is set back an hour occurs twice.
    ...(x?.kind === "time" && x.zone !== null && x.zone !== "UTC" && !isArea ? { order: false } : {}),
  };
  const dots =
    !(hasDots && isShort) && values.some(({ alone }) => alone)
      ? [{ transform: [{ filter: "datum.alone" }], mark: { type: "point", filled: true, size: 24 } }]
      : [];
  const names = atEnds
    ? [
        {
          transform: [{ filter: { field: series.value, valid: true } }],
          mark: { type: "text", align: "left", baseline: "middle", dx: 6 },
          encoding: {
            x: { ...axis.channel, aggregate: "max" },
            y: { ...y.channel, aggregate: { argmax: axis.field } },
            text: { field: series.field, type: "nominal" },
            color: { value: INK },
            tooltip: null,
          },
        },
      ]
    : [];
  const layers = [...dots, ...names];
  const widest = Math.max(0, ...labels.map((label) => textWidth(label)));
  const sketched = drawn.slice(0, TEXT_LINES);
  const across = sparkAxis(
    sketched.map((each) => each.line.points),
    TEXT_WIDTH,
  );
  const xName = x?.name ?? "row";
  const unit = axis.unit?.unit ?? "ms";
  const more = series.all.length - sketched.length;
  return {
    values,
    panelField: panels.field,
    body: layers.length === 0 ? { mark: line, encoding } : { encoding, layer: [{ mark: line }, ...layers] },
    ...(atEnds ? { margin: LABEL.letter * widest + 8 } : {}),
    notes: notesOf(
      ...panels.notes,
      series.ranked.length > MAX_SERIES && `the ${MAX_SERIES} largest of ${series.ranked.length} series`,
      colourNote(series),
      counts.filled > 0 && "where a series has no row it counts as 0",
      counts.averaged > 0 && `the mean where several rows share a value of ${xName}`,
      !isArea && step === null && joins(drawn, unit) && `lines join the ${unit}s that have a row`,
      counts.thinned > 0 &&
        `each line has up to ${quantity(counts.thinned, "row")}: of every ${Math.ceil((2 * counts.thinned) / most)} the lowest and the highest ${isArea ? "total" : "value"} are drawn`,
      withoutNote(plan.rows.length - withNumbers(plan.rows, axis.numbers).length, xName),
    ),
    text: notesOf(...sketched.map((each) => textLine(each, across)), more > 0 && `and ${more} more series`),
  };
}

/** Whether days or longer units are missing between the points of a line. */
function joins(drawn: readonly Drawn[], unit: string): boolean {
  const days = { day: 1, week: 7, month: 31, quarter: 92, year: 366 }[unit];
  if (days === undefined) return false;
  return drawn.some(({ line: { points, thinned } }) =>
    points.some(({ x }, at) => !thinned && at > 0 && x - (points[at - 1]?.x ?? x) > days * 90_000_000),
  );
}

/** The last point with a value. */
const endOf = ({ line: { points } }: Drawn) => points.findLast(({ y }) => y !== null);

/** Labels in the order of the lines' ends from the top. */
function byEnd(drawn: readonly Drawn[], labels: readonly string[]): string[] {
  const ends = new Map(drawn.map((each) => [each.one.label, endOf(each)?.y ?? -Infinity]));
  return [...labels].sort((a, b) => Math.sign((ends.get(b) ?? -Infinity) - (ends.get(a) ?? -Infinity)) || 0);
}

/** Whether the lines' names fit beside their ends. */
function haveRoom(
  drawn: readonly Drawn[],
  { low, high }: { low: number; high: number },
  height: number,
): boolean {
  const ends = drawn.map(endOf);
  const range = extentOf(
    drawn.flatMap(({ line }) => [line.points[0]?.x ?? NaN, line.points.at(-1)?.x ?? NaN]),
  );
  const isLast = ends.every(
    (end) => end !== undefined && range.high - end.x <= 0.02 * (range.high - range.low),
  );
  const heights = ends
    .map((end) => (((end?.y ?? 0) - low) / (high - low || 1)) * height)
    .sort((a, b) => a - b);
  const isApart = heights.every((end, at) => at === 0 || end - (heights[at - 1] ?? 0) >= LABEL.height);
  const areShort = drawn.every(({ one, line }) => textWidth(one.label) <= LABEL.longest && line.shared === 0);
  return isLast && isApart && areShort;
}

function textLine({ one: { panel, label, y: column }, line: { points } }: Drawn, across: SparkAxis): string {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  const range = values.length === 0 ? "no values" : extentText(values);
  const name = [panel.label ?? "", label].filter((part) => part !== "").join(", ") || (column?.name ?? "");
  return `${name} ${sparkline(points, across)} ${range}`;
}
