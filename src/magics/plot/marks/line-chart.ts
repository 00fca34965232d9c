import type { ChartPlan } from "../choose-chart.ts";
import { isWhole } from "../columns/roles.ts";
import {
  linePoints,
  stackLines,
  stepOf,
  withGaps,
  withNumbers,
  type SeriesLine,
} from "../data/line-points.ts";
import { colourNote, COLUMN, longForm, type LongForm } from "../data/series.ts";
import { extentOf, notesOf, quantity, withoutNote, type Datum, type Drawing } from "../drawing.ts";
import { axisOf, type Axis } from "../encode/axis.ts";
import { valueChannel } from "../encode/number-channel.ts";
import { colourOf, MAX_COLOURS } from "../encode/palette.ts";
import { byEnd, haveRoom, marginOf, namesLayer, type DrawnLine } from "./end-names.ts";
import { textLines } from "./text-lines.ts";

const MAX_SERIES = 100;
/** Maximum points of all series together, and at least of each. */
const MAX_POINTS = 2400;
const LEAST_POINTS = 40;
/** Lines with more points have no tooltips of their own. */
const MAX_TOOLTIPS = 400;
const DOT = 24;

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
  const long = longForm(plan);
  const step = isArea ? null : stepOf(x, axis.unit, plan.rows);
  const most = Math.max(
    LEAST_POINTS,
    Math.floor(MAX_POINTS / Math.max(1, Math.min(long.series.length, MAX_SERIES))),
  );
  const lines = linesOf(plan, axis, long, most, step, stack !== null);
  if (!plan.asked && lines.some(({ line }) => line.shared > 0)) return null;
  const points = lines.flatMap(({ line }) => line.points);
  const extent = extentOf(points.map(({ y }) => y ?? NaN));
  const y = valueChannel(plan, long.value, long.valueTitle, extent, {
    zero: isArea,
    whole: plan.y.every(isWhole),
    shared: long.panelField !== COLUMN,
  });
  const labels = byEnd(lines, long.labels);
  const atEnds =
    !isArea &&
    long.panelField === null &&
    long.field !== null &&
    long.ranked.length <= MAX_COLOURS &&
    haveRoom(lines, extent, options);
  const hasTooltips = points.length <= MAX_TOOLTIPS;
  const hasDots = hasTooltips && !isArea && points.length <= LEAST_POINTS * Math.max(1, lines.length);
  const mark = {
    ...(isArea
      ? { type: "area", line: { strokeWidth: 1 }, fillOpacity: stack === null ? 0.3 : 0.75 }
      : { type: "line", clip: true, strokeWidth: 2 }),
    ...(hasDots ? { point: { size: DOT } } : hasTooltips ? { point: "transparent" } : {}),
    // On a clock that is set back an hour occurs twice.
    ...(x?.kind === "time" && x.zone !== null && x.zone !== "UTC" && !isArea ? { order: false } : {}),
  };
  const values = lines.flatMap(({ one, line }) =>
    line.points.map((point, at): Datum => ({
      ...long.fields(one),
      [axis.field]: axis.drawn(point.x),
      [long.value]: point.y,
      ...(isAlone(line, at) ? { alone: true } : {}),
    })),
  );
  const dots = {
    transform: [{ filter: "datum.alone" }],
    mark: { type: "point", filled: true, size: DOT },
  };
  const layers = [
    ...(!hasDots && values.some(({ alone }) => alone) ? [dots] : []),
    ...(atEnds ? [namesLayer(axis.channel, y, long.field)] : []),
  ];
  const encoding = {
    x: axis.channel,
    y: isArea ? { ...y, stack } : y,
    ...(long.field === null ? {} : { detail: { field: long.field, title: long.title } }),
    ...colourOf(long, isArea ? long.labels : labels, !atEnds),
  };
  return {
    values,
    panelField: long.panelField,
    body: layers.length === 0 ? { mark, encoding } : { encoding, layer: [{ mark }, ...layers] },
    ...(atEnds ? { margin: marginOf(labels) } : {}),
    notes: notesOf(
      ...long.notes,
      long.ranked.length > MAX_SERIES && `the ${MAX_SERIES} largest of ${long.ranked.length} series`,
      colourNote(long),
      lines.some(({ line }) => line.filled > 0) && "where a series has no row it counts as 0",
      lines.some(({ line }) => line.shared > 0) &&
        `the mean where several rows share a value of ${x?.name ?? "row"}`,
      !isArea && step === null && joinNote(lines, axis),
      thinNote(lines, most, isArea ? "total" : "value"),
      withoutNote(plan.rows.length - withNumbers(plan.rows, axis.numbers).length, x?.name ?? "row"),
    ),
    text: textLines(lines, long.series.length),
  };
}

/** The lines of the largest series; of each panel those of areas together. */
function linesOf(
  { x }: ChartPlan,
  axis: Axis,
  { series, ranked }: LongForm,
  most: number,
  step: number | null,
  isStacked: boolean,
): DrawnLine[] {
  const largest = new Set(ranked.slice(0, MAX_SERIES));
  const some = series.filter(({ label }) => largest.has(label));
  return [...new Set(some.map(({ panel }) => panel))].flatMap((panel) => {
    const all = some.filter((one) => one.panel === panel);
    const lines = isStacked ? stackLines(axis, all, most) : all.map((one) => linePoints(axis, one, most));
    return all.map((one, nth) => {
      const line = lines[nth] as SeriesLine;
      if (step === null || x === null || axis.unit === null) return { one, line };
      const scale = line.thinned ? 2 * Math.ceil((2 * line.rows) / most) : 1;
      return { one, line: { ...line, points: withGaps(x, axis.unit, line.points, step * scale) } };
    });
  });
}

/** Whether a point has no neighbour that a line would join. */
const isAlone = ({ points }: SeriesLine, at: number): boolean =>
  (points[at]?.y ?? null) !== null && (points[at - 1]?.y ?? points[at + 1]?.y ?? null) === null;

/** A note where days or longer units are missing between the points of a line. */
function joinNote(lines: readonly DrawnLine[], { unit }: Axis): string | false {
  const days = { day: 1, week: 7, month: 31, quarter: 92, year: 366 }[unit?.unit as "day"] as
    number | undefined;
  if (unit === null || days === undefined) return false;
  const isJoined = lines.some(({ line: { points, thinned } }) =>
    points.some(({ x }, at) => !thinned && at > 0 && x - (points[at - 1]?.x ?? x) > days * 90_000_000),
  );
  return isJoined && `lines join the ${unit.unit}s that have a row`;
}

function thinNote(lines: readonly DrawnLine[], most: number, of: string): string | false {
  const longest = Math.max(0, ...lines.map(({ line }) => (line.thinned ? line.rows : 0)));
  const every = Math.ceil((2 * longest) / most);
  return (
    longest > 0 &&
    `each line has up to ${quantity(longest, "row")}: of every ${every} the lowest and the highest ${of} are drawn`
  );
}
