import type { ChartColumn } from "./chart-column.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** Units of times from the finest to the coarsest, with Vega-Lite's names; weeks begin on any day, which Vega-Lite has no unit for. */
const UNITS = [
  { unit: "ms", ms: 1, timeUnit: null },
  { unit: "second", ms: SECOND, timeUnit: "utcyearmonthdatehoursminutesseconds" },
  { unit: "minute", ms: MINUTE, timeUnit: "utcyearmonthdatehoursminutes" },
  { unit: "hour", ms: HOUR, timeUnit: "utcyearmonthdatehours" },
  { unit: "day", ms: DAY, timeUnit: "utcyearmonthdate" },
  { unit: "week", ms: 7 * DAY, timeUnit: null },
  { unit: "month", ms: 30.4 * DAY, timeUnit: "utcyearmonth" },
  { unit: "quarter", ms: 91.3 * DAY, timeUnit: "utcyearquarter" },
  { unit: "year", ms: 365.25 * DAY, timeUnit: "utcyear" },
] as const;

/** What the times of a column are: the coarsest unit that all of them begin. */
export type TimeUnit = (typeof UNITS)[number];

const unitOf = (name: TimeUnit["unit"]): TimeUnit => UNITS.find(({ unit }) => unit === name) as TimeUnit;

/** The calendar's months of a unit; null for a unit of equal lengths. */
const monthsOf = ({ unit }: TimeUnit): number | null =>
  unit === "year" ? 12 : unit === "quarter" ? 3 : unit === "month" ? 1 : null;

/**
 * The unit of times, which the query or `date_trunc` has chosen; of a few times, rather a finer one.
 *
 * @param clock - Shifts an instant to the clock that is drawn.
 */
export function timeUnitOf({ numbers, clock }: Pick<ChartColumn, "numbers" | "clock">): TimeUnit {
  const distinct = new Set<number>();
  let finest: number = DAY;
  for (let row = 0, before = NaN; row < numbers.length; row += 1) {
    const instant = numbers[row] ?? NaN;
    if (instant === before || !Number.isFinite(instant)) continue;
    before = instant;
    const time = clock(instant);
    while (finest > 1 && time % finest !== 0)
      finest = finest === DAY ? HOUR : finest === HOUR ? MINUTE : finest === MINUTE ? SECOND : 1;
    if (finest === 1) return unitOf("ms");
    if (finest === DAY) distinct.add(time);
  }
  if (finest !== DAY) return UNITS.find(({ ms }) => ms === finest) as TimeUnit;
  const days = Array.from(distinct, (time) => new Date(time));
  const begins = (months: number): boolean =>
    days.every((day) => day.getUTCDate() === 1 && day.getUTCMonth() % months === 0);
  if (days.length > 1 && begins(12)) return unitOf("year");
  if (days.length > 2 && begins(3)) return unitOf("quarter");
  if (days.length > 1 && begins(1)) return unitOf("month");
  const [first] = distinct;
  const isWeekly = days.length > 2 && days.every((day) => (day.getTime() - (first ?? 0)) % (7 * DAY) === 0);
  return unitOf(isWeekly ? "week" : "day");
}

/** The finest unit of Vega-Lite, no finer than `least`, of which at most so many, or as few as can be, cover a range. */
export const coarseUnit = (range: number, most: number, least = 0): TimeUnit =>
  UNITS.find(({ ms, timeUnit }) => timeUnit !== null && ms >= least && range / ms <= most) ?? unitOf("year");

/** The number of a unit since 1970; of weeks, since the first of January. */
export function unitIndex(unit: TimeUnit, time: number): number {
  const months = monthsOf(unit);
  if (months === null) return Math.floor(time / unit.ms);
  const date = new Date(time);
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
}

/** When a unit of this index begins; not of weeks. */
export function unitStart(unit: TimeUnit, index: number): number {
  const months = monthsOf(unit);
  if (months === null) return index * unit.ms;
  const start = new Date(0);
  start.setUTCFullYear(Math.floor((index * months) / 12), (index * months) % 12, 1);
  return start.getTime();
}

/** The time some units later. */
export const laterTime = (unit: TimeUnit, time: number, units: number): number =>
  monthsOf(unit) === null ? time + units * unit.ms : unitStart(unit, unitIndex(unit, time) + units);

/**
 * The usual distance between consecutive times, in units, if more than half of them have it; null for irregular times, such as the days on
 * which a stock exchange is open.
 */
export function regularStep(unit: TimeUnit, times: readonly number[]): number | null {
  const counts = new Map<number, number>();
  let steps = 0;
  for (let at = 1; at < times.length; at += 1) {
    const step = unitIndex(unit, times[at] ?? 0) - unitIndex(unit, times[at - 1] ?? 0);
    if (step === 0) continue;
    counts.set(step, (counts.get(step) ?? 0) + 1);
    steps += 1;
  }
  const [usual] = [...counts].sort((a, b) => b[1] - a[1]);
  if (usual === undefined || usual[1] <= steps / 2) return null;
  const isWorkday = unit.unit === "day" && times.length > 7 && !times.some(isWeekend);
  return isWorkday ? null : usual[0];
}

const isWeekend = (time: number): boolean => new Date(time).getUTCDay() % 6 === 0;
