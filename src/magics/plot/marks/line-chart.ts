import { UsageError } from "../../../core/errors.ts";
import { textWidth } from "../../../core/text/visible-text.ts";
import { sparkline } from "../../display/sparkline.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { rowNumbers } from "../columns/chart-column.ts";
import { extentOf, type Extent } from "../columns/summary.ts";
import {
  lineOf,
  placesOf,
  pointsOf,
  stepsOf,
  withGaps,
  withoutNote,
  type SeriesLine,
  type Point,
} from "../data/lines.ts";
import { colourNote, longForm } from "../data/series.ts";
import { labelOf, quantity, short, type Datum, type Drawing } from "../drawing.ts";
import { axisChannel, titleOf, valueChannel, type ChannelDef } from "../encode/axes.ts";
import { colourOf, MAX_COLOURS } from "../encode/colours.ts";

const MAX_SERIES = 100;
/** Maximum points of all series together, and at least of each; a line of fewer has dots. */
const MAX_POINTS = 2400;
const LEAST_POINTS = 40;
/** Lines with more points have no tooltips of their own. */
const MAX_TOOLTIPS = 400;
const TEXT = { lines: 12, width: 60 };

/** A line with the points that are drawn of it. */
type DrawnLine = SeriesLine & { readonly points: readonly Point[] };

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
  const stack =
    !isArea || options.stack === false ? null : options.stack === "normalize" ? "normalize" : "zero";
  const long = longForm(plan);
  const largest = new Set(long.ranked.slice(0, MAX_SERIES));
  const whole = long.series.filter(({ label }) => largest.has(label)).map((one) => lineOf(x.numbers, one));
  const isShared = whole.some(({ xs, rows: all }) => xs.length < all);
  if (!plan.isRequested && isShared) return null;
  const most = Math.max(LEAST_POINTS, Math.floor(MAX_POINTS / Math.max(1, whole.length)));
  const panels = [...new Set(whole.map(({ one }) => one.panel))].map((panel) =>
    whole.filter(({ one }) => one.panel === panel),
  );
  const isStacked = stack !== null && whole.length > panels.length;
  const shared = isStacked ? panels.map(placesOf) : [];
  const hasSteps = x.kind !== "category" && options.log_x !== true;
  const steps = (isStacked ? shared : whole.map(({ xs }) => xs)).map((xs) => xs.subarray(0, 5000));
  const { usual, isEven } = stepsOf(x, hasSteps ? steps : []);
  const lines = panels.flatMap((own, panel) => {
    const places = shared[panel] ?? null;
    return pointsOf(own, most, places).map((points, at): DrawnLine => {
      const line = own[at] as SeriesLine;
      const scale = line.xs.length > most ? 2 * Math.ceil((2 * line.rows) / most) : 1;
      return { ...line, points: isArea || usual === null ? points : withGaps(points, 1.5 * scale * usual) };
    });
  });
  if (isStacked) lines.forEach(checkSigns);
  const points = lines.flatMap((line) => line.points);
  const channel = axisChannel(x, options);
  const y = valueChannel(plan, long.value, long.valueTitle, stack === "normalize");
  const isNamed = !isArea && !isShared && plan.panelField === null && long.field !== null;
  const atEnds = isNamed && long.ranked.length <= MAX_COLOURS && haveRoom(lines, options);
  const values = lines.flatMap(({ one, points: own }) =>
    own.map((point, at): Datum => ({
      ...one.fields,
      [x.field]: x.draw(point.x),
      [long.value]: point.y,
      // No neighbour that the line would join.
      ...(point.y !== null && (own[at - 1]?.y ?? own[at + 1]?.y ?? null) === null ? { alone: true } : {}),
    })),
  );
  const hasDots = !isArea && points.length <= Math.min(MAX_TOOLTIPS, LEAST_POINTS * lines.length);
  const mark = {
    // Rows are in order; on a clock that is set back an hour occurs twice.
    ...(isArea
      ? { type: "area", line: { strokeWidth: 1 }, fillOpacity: stack === null ? 0.3 : 0.75 }
      : { type: "line", strokeWidth: 2, order: false }),
    // Points that are not seen have tooltips; of many they would be most of the picture.
    ...(points.length <= MAX_TOOLTIPS || values.some(({ alone }) => alone)
      ? { point: { size: 24, ...(hasDots ? {} : { opacity: { expr: "datum.alone ? 1 : 0" } }) } }
      : {}),
  };
  const encoding = {
    x: channel,
    y: isArea ? { ...y, stack } : y,
    ...(long.field === null ? {} : { detail: { field: long.field, ...titleOf(long.field, long.title) } }),
    ...colourOf(long, isArea ? long.labels : byEnd(lines, long.labels), !atEnds),
  };
  const longest = Math.max(0, ...lines.map(({ xs, rows: own }) => (xs.length > most ? own : 0)));
  const name = plan.x?.name ?? "row";
  return {
    values,
    body: atEnds ? withNames(mark, encoding, long.field) : { mark, encoding },
    notes: [
      ...long.notes,
      long.ranked.length > MAX_SERIES && `the ${MAX_SERIES} largest of ${long.ranked.length} series`,
      colourNote(long),
      panels.some((own, panel) => own.some(({ xs }) => xs.length < (shared[panel]?.length ?? 0))) &&
        "where a series has no row it counts as 0",
      isShared && `the mean where several rows share a value of ${name}`,
      !isEven &&
        (isArea || usual === null) &&
        `${isArea ? "areas" : "lines"} join values of ${name} that are not evenly apart`,
      longest > 0 &&
        `each line has up to ${quantity(longest, "row")}: of every ${Math.ceil((2 * longest) / most)} the lowest and the highest ${isArea ? "total" : "value"} are drawn`,
      withoutNote(x),
    ],
    text: textOf(lines, long.series.length),
  };
}

function checkSigns({ one: { label }, points }: DrawnLine): void {
  const { low, high } = extentOf(points.map(({ y }) => y));
  if (low < 0 && high > 0)
    throw new UsageError(
      `areas are stacked, and '${label}' has values below and above 0: draw lines (mark 'line')`,
    );
}

/** The last point with a value. */
const endOf = ({ points }: DrawnLine): Point | undefined => points.findLast(({ y }) => y !== null);

/** Labels in the order of the lines' ends from the top. */
function byEnd(lines: readonly DrawnLine[], labels: readonly string[]): string[] {
  const ends = new Map(lines.map((line) => [line.one.label, endOf(line)?.y ?? -Infinity]));
  const end = (label: string): number => ends.get(label) ?? -Infinity;
  return [...labels].sort((a, b) => Math.sign(end(b) - end(a)) || 0);
}

const rangeOf = (lines: readonly DrawnLine[]): Extent =>
  extentOf(lines.flatMap(({ points }) => [points[0]?.x ?? NaN, points.at(-1)?.x ?? NaN]));

/** Whether the lines' names fit beside their ends: all at the end of the axis, 13 pixels apart, and short. */
function haveRoom(lines: readonly DrawnLine[], { height = 300, log }: ChartPlan["options"]): boolean {
  const scaled = (value: number): number => (log === true ? Math.log(value) : value);
  const { low, high } = extentOf(lines.flatMap(({ points }) => points.map(({ y }) => scaled(y ?? NaN))));
  const range = rangeOf(lines);
  const ends = lines.map(endOf).sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
  const pixels = ends.map((end) => ((scaled(end?.y ?? NaN) - low) / (high - low || 1)) * height);
  return (
    ends.every((end) => end !== undefined && range.high - end.x <= 0.02 * (range.high - range.low)) &&
    pixels.every((at, place) => place === 0 || at - (pixels[place - 1] ?? 0) >= 13) &&
    lines.every(({ one }) => textWidth(one.label) <= 24)
  );
}

/** Lines, and a layer with their names at their ends. */
function withNames(mark: object, encoding: Readonly<Record<"x" | "y", ChannelDef>>, field: string | null) {
  // Else Vega-Lite joins the titles of both layers.
  const titled = (channel: ChannelDef): ChannelDef => ({ title: channel["field"], ...channel });
  const [x, y] = [titled(encoding.x), titled(encoding.y)];
  const names = {
    transform: [{ filter: { field: y["field"], valid: true } }],
    mark: { type: "text", align: "left", baseline: "middle", dx: 6, tooltip: null },
    encoding: {
      x: { ...x, aggregate: "max" },
      y: { ...y, aggregate: { argmax: x["field"] } },
      text: { field, type: "nominal" },
      color: { value: INK },
    },
  };
  return { encoding: { ...encoding, x, y }, layer: [{ mark }, names] };
}

/** Lines as text, all over the same axis: name, sparkline, range. @param all - The number of lines there are */
function textOf(lines: readonly DrawnLine[], all: number): string[] {
  const some = lines.slice(0, TEXT.lines);
  const width = Math.min(TEXT.width, Math.max(0, ...some.map(({ points }) => points.length)));
  const texts = some.map(({ one: { panel, label, y }, points }) => {
    const { low, high } = extentOf(points.map((point) => point.y));
    const range = low > high ? "no values" : `${short(low)} to ${short(high)}`;
    return `${labelOf(panel, label) || (y?.name ?? "")} ${sparkline(points, rangeOf(some), width)} ${range}`;
  });
  return all > some.length ? [...texts, `and ${all - some.length} more series`] : texts;
}
