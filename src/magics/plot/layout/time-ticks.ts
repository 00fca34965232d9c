import { extentOf } from "./drawing.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const LABEL_WIDTH = 58;

/** Distances between ticks, ascending; intervals by the names of Vega's time units. */
const STEPS = [
  ...[1, 5, 15, 30].map((step) => ({ interval: "seconds", step, ms: step * SECOND })),
  ...[1, 5, 15, 30].map((step) => ({ interval: "minutes", step, ms: step * MINUTE })),
  ...[1, 3, 6, 12].map((step) => ({ interval: "hours", step, ms: step * HOUR })),
  ...[1, 2].map((step) => ({ interval: "day", step, ms: step * DAY })),
  ...[1, 2].map((step) => ({ interval: "week", step, ms: 7 * step * DAY })),
  ...[1, 3, 6].map((step) => ({ interval: "month", step, ms: 30.4 * step * DAY })),
  ...[1, 2, 5, 10, 20, 50, 100].map((step) => ({ interval: "year", step, ms: 365.25 * step * DAY })),
];

const format = (form: string): string => `utcFormat(datum.value, '${form}')`;
/** Tests for the first tick of a year, with ticks this many days apart. */
const firstOfYear = (days: number): string => `utcmonth(datum.value) == 0 && utcdate(datum.value) <= ${days}`;
/** Below an hour the day has no year, because Vega drops labels that don't fit. */
const HOURS = [
  format("%H:%M"),
  "utchours(datum.value) == 0 && utcminutes(datum.value) == 0",
  format("%b %-d, %Y"),
  format("%b %-d"),
];
/**
 * Expressions for an interval's labels: the first line; which labels besides the first get a second line; the second line of the first
 * label; and that of the others if it differs.
 */
const labels = (step: number): Readonly<Record<string, readonly string[]>> => ({
  seconds: [format("%H:%M:%S"), "false", format("%b %-d, %Y")],
  minutes: HOURS,
  hours: HOURS,
  day: [format("%b %-d"), firstOfYear(step), format("%Y")],
  week: [format("%b %-d"), firstOfYear(7 * step), format("%Y")],
  month: [format("%b"), firstOfYear(1), format("%Y")],
});

/**
 * Axis properties for times in unix ms: ticks that fit the width, and below the first label, and those where it changes, the year or the
 * day. Of a single time, it whole. Empty for ranges shorter than a second, or without values.
 */
export function timeTicks(numbers: ArrayLike<number>, width: number): Readonly<Record<string, unknown>> {
  const { low, high } = extentOf(numbers);
  if (low === high) return { labelExpr: `replace(${format("%b %-d, %Y %H:%M:%S")}, ' 00:00:00', '')` };
  const found = STEPS.find(({ ms }) => (high - low) / ms <= width / LABEL_WIDTH);
  if (found === undefined || !(high - low >= SECOND)) return {};
  const { interval, step } = found;
  const [first, changes, second, again = second] = labels(step)[interval] ?? [];
  const labelExpr =
    first === undefined
      ? format("%Y")
      : `[${first}, datum.index == 0 ? ${second} : ${changes} ? ${again} : '']`;
  return { tickCount: { interval, step }, labelExpr, labelOverlap: "greedy" };
}
