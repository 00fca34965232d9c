import type { TimeUnit } from "../columns/time-unit.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
/** Pixels for a label. */
export const LABEL_WIDTH = 58;

/** Distances between ticks, ascending; intervals by the names of Vega's time units. */
const STEPS = [
  ...[1, 5, 15, 30].map((step) => ({ interval: "seconds", step, ms: step * SECOND })),
  ...[1, 5, 15, 30].map((step) => ({ interval: "minutes", step, ms: step * MINUTE })),
  ...[1, 3, 6, 12].map((step) => ({ interval: "hours", step, ms: step * HOUR })),
  ...[1, 2].map((step) => ({ interval: "day", step, ms: step * DAY })),
  ...[1, 2].map((step) => ({ interval: "week", step, ms: 7 * step * DAY })),
  ...[1, 3, 6].map((step) => ({ interval: "month", step, ms: 30.4 * step * DAY })),
  ...[1, 2, 5, 10, 20, 50, 100].map((step) => ({ interval: "year", step, ms: 365.2 * step * DAY })),
];

const format = (form: string): string => `utcFormat(datum.value, '${form}')`;
/** Tests for the first tick of a year, with ticks this many days apart. */
const firstOfYear = (days: number): string => `utcmonth(datum.value) == 0 && utcdate(datum.value) <= ${days}`;
const HOURS = [
  format("%H:%M"),
  "utchours(datum.value) == 0 && utcminutes(datum.value) == 0",
  format("%b %-d, %Y"),
  format("%b %-d"),
];
/** Expressions for an interval's labels: the first line, which labels besides the first get a second line, that of the first, and that of the others if it differs. */
const labels = (step: number): Readonly<Record<string, readonly string[]>> => ({
  seconds: [format("%H:%M:%S"), "false", format("%b %-d, %Y")],
  minutes: HOURS,
  hours: HOURS,
  day: [format("%b %-d"), firstOfYear(step), format("%Y")],
  week: [format("%b %-d"), firstOfYear(7 * step), format("%Y")],
  month: [format("%b"), firstOfYear(1), format("%Y")],
  quarter: [`'Q' + utcquarter(datum.value)`, firstOfYear(1), format("%Y")],
});

/**
 * Axis properties for a range of times: ticks that fit the width, no finer than the times, and below the first label, and those where it
 * changes, the year or the day. Of a single time, it whole.
 */
export function timeTicks(
  { low, high }: { low: number; high: number },
  unit: TimeUnit,
  width: number,
): Readonly<Record<string, unknown>> {
  if (!(high >= low)) return {};
  if (high === low) return { labelExpr: format(unit.ms >= DAY ? "%b %-d, %Y" : "%b %-d, %Y %H:%M:%S") };
  // Months have different lengths.
  const tick = STEPS.find(({ ms }) => ms > 0.9 * unit.ms && (high - low) / ms <= width / LABEL_WIDTH);
  if (tick === undefined || high - low < SECOND) return {};
  const { interval, step } = tick;
  // Vega's weeks begin on Sundays, the data's on any day.
  const weeks = Array.from({ length: Math.floor((high - low) / tick.ms) + 1 }, (_, at) => low + at * tick.ms);
  const ticks = interval === "week" ? { values: weeks } : { tickCount: { interval, step } };
  const isQuarter = unit.unit === "quarter" && step === 3;
  const [first, changes, second, again = second] = labels(step)[isQuarter ? "quarter" : interval] ?? [];
  const labelExpr =
    first === undefined
      ? format("%Y")
      : `[${first}, datum.index == 0 ? ${second} : ${changes} ? ${again} : '']`;
  return { ...ticks, labelExpr, labelOverlap: "greedy" };
}
