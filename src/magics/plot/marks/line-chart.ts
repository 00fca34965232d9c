import { UsageError } from "../../../core/errors.ts";
import { sparkline } from "../../display/sparkline.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { rowNumbers, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf } from "../columns/summary.ts";
import { DAY } from "../columns/time-unit.ts";
import { linesOf, stackedLines, withNumbers, type SeriesLine } from "../data/line-points.ts";
import { colourNote, COLUMN, longForm } from "../data/series.ts";
import { EVEN, stepsOf, withGaps } from "../data/steps.ts";
import { extentText, labelOf, notesOf, quantity, withoutNote, type Datum, type Drawing } from "../drawing.ts";
import { axisOf } from "../encode/axis.ts";
import { valueChannel } from "../encode/number-channel.ts";
import { colourOf, MAX_COLOURS } from "../encode/palette.ts";
import { byEnd, haveRoom, namesLayer } from "./end-names.ts";

const MAX_SERIES = 100;
/** Maximum points of all series together, and at least of each. */
const MAX_POINTS = 2400;
const LEAST_POINTS = 40;
/** Lines with more points have no tooltips of their own. */
const MAX_TOOLTIPS = 400;
const DOT = 24;
const TEXT = { lines: 12, width: 60 };

/**
 * One line per series over times, numbers, or categories in order; areas are stacked.
 *
 * @returns null when several rows of a series have the same axis value and lines were not requested: a line through them would invent
 * values. If requested, it goes through their means, with a note.
 * @throws UsageError when values can't be stacked.
 */
export function lineChart(plan: ChartPlan): Drawing | null {
  const { options, rows } = plan;
  const x = plan.x ?? rowNumbers(rows);
  const isArea = plan.mark === "area";
  const stack = !isArea || options.stack === false ? null : (options.stack ?? true);
  const long = longForm(plan);
  const largest = new Set(long.ranked.slice(0, MAX_SERIES));
  const series = long.series.filter(({ label }) => largest.has(label));
  const most = Math.max(LEAST_POINTS, Math.floor(MAX_POINTS / Math.max(1, series.length)));
  const panels = [...new Set(series.map(({ panel }) => panel))].map((panel) =>
    series.filter((one) => one.panel === panel),
  );
  const whole = panels.flatMap((own) =>
    stack === null || own.length < 2 ? linesOf(x, own, most) : stackedLines(x, own, most),
  );
  if (!plan.isRequested && whole.some(({ shared }) => shared > 0)) return null;
  if (stack !== null && series.length > panels.length) whole.forEach(checkSigns);
  const steps = x.kind === "category" || options.log_x === true ? EVEN : stepsOf(x, rows);
  const lines =
    isArea || steps.usual === null ? whole : whole.map((line) => withGaps(x, line, steps.usual, most));
  const points = lines.flatMap((line) => line.points);
  const extent = extentOf(points.map(({ y }) => y ?? NaN));
  const channel = axisOf(plan, x);
  const y = valueChannel(plan, long.value, long.valueTitle, extent, {
    zero: isArea,
    isShare: stack === "normalize",
    isWhole: plan.y.every(({ summary }) => summary.isWhole),
    isShared: long.panelField !== COLUMN,
  });
  const labels = byEnd(lines, long.labels);
  const isNamed = !isArea && long.panelField === null && long.field !== null;
  const atEnds = isNamed && long.ranked.length <= MAX_COLOURS && haveRoom(lines, extent, options);
  const hasTooltips = points.length <= MAX_TOOLTIPS;
  const hasDots = hasTooltips && !isArea && points.length <= LEAST_POINTS * Math.max(1, lines.length);
  const mark = {
    ...(isArea
      ? { type: "area", line: { strokeWidth: 1 }, fillOpacity: stack === null ? 0.3 : 0.75 }
      : { type: "line", strokeWidth: 2 }),
    ...(hasDots ? { point: { size: DOT } } : hasTooltips ? { point: "transparent" } : {}),
    // On a clock that is set back an hour occurs twice.
    ...((x.facts.zone ?? "UTC") !== "UTC" && !isArea ? { order: false } : {}),
  };
  const values = lines.flatMap(({ one, points: own }) =>
    own.map((point, at): Datum => ({
      ...long.fields(one),
      [x.field]: x.draw(point.x),
      [long.value]: point.y,
      // No neighbour that the line would join.
      ...(point.y !== null && (own[at - 1]?.y ?? own[at + 1]?.y ?? null) === null ? { alone: true } : {}),
    })),
  );
  const dots = {
    transform: [{ filter: "datum.alone" }],
    mark: { type: "point", filled: true, size: DOT },
  };
  const layers = [
    ...(!hasDots && values.some(({ alone }) => alone) ? [dots] : []),
    ...(atEnds ? [namesLayer(channel, y, long.field)] : []),
  ];
  const encoding = {
    x: channel,
    y: isArea ? { ...y, stack: stack === true ? "zero" : stack } : y,
    ...(long.field === null ? {} : { detail: { field: long.field, title: long.title } }),
    ...colourOf(long, isArea ? long.labels : labels, !atEnds),
  };
  const longest = Math.max(0, ...lines.map((line) => (line.isThinned ? line.rows : 0)));
  const name = plan.x?.name ?? "row";
  return {
    values,
    panelField: long.panelField,
    body: layers.length === 0 ? { mark, encoding } : { encoding, layer: [{ mark }, ...layers] },
    notes: notesOf(
      ...long.notes,
      long.ranked.length > MAX_SERIES && `the ${MAX_SERIES} largest of ${long.ranked.length} series`,
      colourNote(long),
      lines.some(({ lacking }) => lacking > 0) && "where a series has no row it counts as 0",
      lines.some(({ shared }) => shared > 0) && `the mean where several rows share a value of ${name}`,
      !steps.isEven && (isArea || steps.usual === null) && joinNote(isArea ? "areas" : "lines", x),
      longest > 0 &&
        `each line has up to ${quantity(longest, "row")}: of every ${Math.ceil((2 * longest) / most)} the lowest and the highest ${isArea ? "total" : "value"} are drawn`,
      withoutNote(rows.length - withNumbers(rows, x.numbers).length, name),
    ),
    text: textOf(lines, long.series.length),
  };
}

function checkSigns({ one: { label }, points }: SeriesLine): void {
  const { low, high } = extentOf(points.map(({ y }) => y ?? NaN));
  if (low < 0 && high > 0)
    throw new UsageError(
      `areas are stacked, and '${label}' has values below and above 0: draw lines (mark 'line')`,
    );
}

/** A note where places are missing between the points of a line, or these are uneven. */
function joinNote(noun: string, { kind, name, unit }: ChartColumn): string {
  if (kind === "time" && unit.ms >= DAY) return `${noun} join the ${unit.unit}s that have a row`;
  return `${noun} join ${kind === "time" ? "times" : `values of ${name}`} that are not evenly apart`;
}

/** Lines as text, all over the same axis: name, sparkline, range. @param all - The number of lines there are */
function textOf(lines: readonly SeriesLine[], all: number): string[] {
  const some = lines.slice(0, TEXT.lines);
  const axis = extentOf(some.flatMap(({ points }) => [points[0]?.x ?? NaN, points.at(-1)?.x ?? NaN]));
  const width = Math.min(TEXT.width, Math.max(0, ...some.map(({ points }) => points.length)));
  const texts = some.map(({ one: { panel, label, y }, points }) => {
    const values = points.flatMap(({ y: value }) => value ?? []);
    const range = values.length === 0 ? "no values" : extentText(values);
    return `${labelOf(panel, label) || (y?.name ?? "")} ${sparkline(points, axis, width)} ${range}`;
  });
  return all > some.length ? [...texts, `and ${all - some.length} more series`] : texts;
}
