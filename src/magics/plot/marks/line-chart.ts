import { UsageError } from "../../../core/errors.ts";
import { textWidth } from "../../../core/text/visible-text.ts";
import { sparkline } from "../../display/sparkline.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { rowNumbers, type ChartColumn } from "../columns/chart-column.ts";
import { extentOf, type Extent } from "../columns/summary.ts";
import { lineOf, placesOf, pointsOf, stepsOf, withGaps, type SeriesLine, type Point } from "../data/lines.ts";
import { keyFields, groupName, groupByKeys, rankedPlaces, sizeBy } from "../data/row-groups.ts";
import { seriesKeys } from "../data/channel-keys.ts";
import { quantity, short, type Datum, type Drawing } from "../drawing.ts";
import { axisChannel, titleOf, valueChannel, type ChannelDef } from "../encode/axes.ts";
import { colourNote, colourOf, MAX_COLOURS } from "../encode/colours.ts";

const MAX_SERIES = 100;
/** Maximum points of all series together, and at least of each; a line of fewer has dots. */
const MAX_POINTS = 2400;
const LEAST_POINTS = 40;
/** Lines with more points have no tooltips of their own. */
const MAX_TOOLTIPS = 400;
const TEXT = { lines: 12, width: 60 };

/** A line with the points that are drawn of it, and what it is called. */
interface DrawnLine extends SeriesLine {
  readonly points: readonly Point[];
  readonly label: string;
}

/**
 * One line per series over times, numbers, or categories in order; areas are stacked.
 *
 * @returns null when several rows of a series have the same axis value and lines were not requested: a line through them would invent
 * values. If requested, it goes through their means, with a note.
 * @throws UsageError when values can't be stacked.
 */
export function lineChart(plan: ChartPlan): Drawing | null {
  const { options, rows, color } = plan;
  const [x, y] = [plan.x ?? rowNumbers(rows), plan.y as ChartColumn];
  const isArea = plan.mark === "area";
  const stack =
    !isArea || options.stack === false ? null : options.stack === "normalize" ? "normalize" : "zero";
  const keys = seriesKeys(plan);
  const groups = groupByKeys(keys, rows);
  const ranked = rankedPlaces(groups, 1, sizeBy(y));
  const largest = new Set(ranked.slice(0, MAX_SERIES));
  const whole = groups
    .filter(({ codes }) => largest.has(codes[1] ?? 0))
    .map((group) => lineOf(group, x.numbers, y));
  const isShared = whole.some((line) => line.xs.length < line.rows.length);
  if (!plan.isRequested && isShared) return null;
  const most = Math.max(LEAST_POINTS, Math.floor(MAX_POINTS / Math.max(1, whole.length)));
  const panels = [...new Set(whole.map(({ codes }) => codes[0]))].map((panel) =>
    whole.filter(({ codes }) => codes[0] === panel),
  );
  const isStacked = stack !== null && whole.length > panels.length;
  const shared = isStacked ? panels.map(placesOf) : [];
  const hasSteps = x.kind !== "category" && options.log_x !== true;
  const steps = (isStacked ? shared : whole.map(({ xs }) => xs)).map((xs) => xs.subarray(0, 5000));
  const { usual, isEven } = stepsOf(x, hasSteps ? steps : []);
  const drawn = panels.map((own, panel) => pointsOf(own, most, shared[panel] ?? null)).flat();
  const lines = panels.flat().map((line, at): DrawnLine => {
    const points = drawn[at] ?? [];
    const scale = line.xs.length > most ? 2 * Math.ceil((2 * line.rows.length) / most) : 1;
    return {
      ...{ ...line, label: groupName(line, keys) || y.name },
      points: isArea || usual === null ? points : withGaps(points, 1.5 * scale * usual),
    };
  });
  if (isStacked) lines.forEach(checkSigns);
  const points = lines.flatMap((line) => line.points);
  const channel = valueChannel(plan, { field: y.field }, { isShare: stack === "normalize" });
  const isNamed = !isArea && !isShared && plan.facet === null && color !== null;
  const atEnds = isNamed && ranked.length <= MAX_COLOURS && haveRoom(lines, options);
  const values = lines.flatMap(({ codes, points: own }) =>
    own.map(({ x: at, y: value }, place): Datum => {
      // No neighbour that the line would join.
      const isAlone = value !== null && (own[place - 1]?.y ?? own[place + 1]?.y ?? null) === null;
      const datum = { ...keyFields(codes, keys), [x.field]: x.draw(at), [y.field]: value };
      return isAlone ? { ...datum, alone: true } : datum;
    }),
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
  const compare = isArea ? undefined : byEnd(lines);
  const encoding = {
    x: axisChannel(x, options),
    y: isArea ? { ...channel, stack } : channel,
    ...(color === null ? {} : { detail: { field: color.field, ...titleOf(color, color.name) } }),
    ...colourOf(color, ranked, compare, !atEnds),
  };
  const longest = Math.max(0, ...lines.map((line) => (line.xs.length > most ? line.rows.length : 0)));
  return {
    values,
    body: atEnds ? withNames(mark, encoding, color?.field) : { mark, encoding },
    notes: [
      ranked.length > MAX_SERIES && `the ${MAX_SERIES} largest of ${ranked.length} series`,
      colourNote(ranked),
      panels.some((own, panel) => own.some(({ xs }) => xs.length < (shared[panel]?.length ?? 0))) &&
        "where a series has no row it counts as 0",
      isShared && `the mean where several rows share a value of ${x.name}`,
      !isEven &&
        (isArea || usual === null) &&
        `${isArea ? "areas" : "lines"} join values of ${x.name} that are not evenly apart`,
      longest > 0 &&
        `each line has up to ${quantity(longest, "row")}: of every ${Math.ceil((2 * longest) / most)} the lowest and the highest ${isArea ? "total" : "value"} are drawn`,
    ],
    text: textOf(lines, groups.length),
  };
}

function checkSigns({ label, points }: DrawnLine): void {
  const { low, high } = extentOf(points.map(({ y }) => y));
  if (low < 0 && high > 0)
    throw new UsageError(
      `areas are stacked, and '${label}' has values below and above 0: draw lines (mark 'line')`,
    );
}

/** The last point with a value. */
const endOf = ({ points }: DrawnLine): Point | undefined => points.findLast(({ y }) => y !== null);

/** The order of the codes of lines by their ends from the top. */
function byEnd(lines: readonly DrawnLine[]): (a: number, b: number) => number {
  const ends = new Map(lines.map((line) => [line.codes[1], endOf(line)?.y ?? -Infinity]));
  const end = (code: number): number => ends.get(code) ?? -Infinity;
  return (a, b) => Math.sign(end(b) - end(a)) || a - b;
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
    lines.every(({ label }) => textWidth(label) <= 24)
  );
}

/** Lines, and a layer with their names at their ends. */
function withNames(
  mark: object,
  encoding: Readonly<Record<"x" | "y", ChannelDef>>,
  field: string | undefined,
) {
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
  const texts = some.map(({ label, points }) => {
    const { low, high } = extentOf(points.map((point) => point.y));
    const range = low > high ? "no values" : `${short(low)} to ${short(high)}`;
    return `${label} ${sparkline(points, rangeOf(some), width)} ${range}`;
  });
  return all > some.length ? [...texts, `and ${all - some.length} more series`] : texts;
}
