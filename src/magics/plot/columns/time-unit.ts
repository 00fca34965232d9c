export const DAY = 86_400_000;

/**
 * Units of times from the finest to the coarsest: Vega-Lite's name (weeks begin on any day, so that it draws them as days),
 * and how many characters of `2024-05-06 07:08:09.123` name one.
 */
const UNITS = [
  { unit: "ms", ms: 1, timeUnit: null, digits: 23 },
  { unit: "second", ms: 1000, timeUnit: "utcyearmonthdatehoursminutesseconds", digits: 19 },
  { unit: "minute", ms: 60_000, timeUnit: "utcyearmonthdatehoursminutes", digits: 16 },
  { unit: "hour", ms: 3_600_000, timeUnit: "utcyearmonthdatehours", digits: 16 },
  { unit: "day", ms: DAY, timeUnit: "utcyearmonthdate", digits: 10 },
  { unit: "week", ms: 7 * DAY, timeUnit: "utcyearmonthdate", digits: 10 },
  { unit: "month", ms: 30.437 * DAY, timeUnit: "utcyearmonth", months: 1, digits: 7 },
  { unit: "quarter", ms: 91.31 * DAY, timeUnit: "utcyearquarter", months: 3, digits: 7 },
  { unit: "year", ms: 365.25 * DAY, timeUnit: "utcyear", months: 12, digits: 4 },
] as const;

/** What the times of a column are: the coarsest unit that all of them begin. */
export interface TimeUnit {
  readonly unit: (typeof UNITS)[number]["unit"];
  readonly ms: number;
  readonly timeUnit: string | null;
  /** The calendar's months of a unit; absent for a unit of equal lengths. */
  readonly months?: number;
  readonly digits: number;
}

const unitOf = (name: TimeUnit["unit"]): TimeUnit => UNITS.find(({ unit }) => unit === name) as TimeUnit;

/** The unit of times, which the query or `date_trunc` has chosen; of a few times, rather a finer one. */
export function timeUnitOf(numbers: ArrayLike<number>, clock: (unixMs: number) => number): TimeUnit {
  const days = new Set<number>();
  let finest = 4;
  for (let row = 0, before = NaN; row < numbers.length && finest > 0; row += 1) {
    const instant = numbers[row] ?? NaN;
    if (instant === before || !Number.isFinite(instant)) continue;
    before = instant;
    const time = clock(instant);
    while (finest > 0 && time % (UNITS[finest]?.ms ?? 1) !== 0) finest -= 1;
    if (finest === 4) days.add(time);
  }
  if (finest < 4) return UNITS[finest] as TimeUnit;
  const [first = 0] = days;
  const dates = [...days].map((day) => new Date(day));
  const begin = (months: number): boolean =>
    dates.every((date) => date.getUTCDate() === 1 && date.getUTCMonth() % months === 0);
  if (days.size > 1 && begin(12)) return unitOf("year");
  if (days.size > 2 && begin(3)) return unitOf("quarter");
  if (days.size > 1 && begin(1)) return unitOf("month");
  const isWeekly = days.size > 2 && dates.every((day) => (day.getTime() - first) % (7 * DAY) === 0);
  return unitOf(isWeekly ? "week" : "day");
}

/** The finest unit of Vega-Lite, no finer than `least`, of which at most so many, or as few as can be, cover a range. */
export const coarseUnit = (range: number, most: number, least: number): TimeUnit =>
  UNITS.find((unit) => hasBand(unit) && unit.ms >= least && range / unit.ms <= most) ?? unitOf("year");

/** Whether Vega-Lite knows where a unit begins and ends. */
export const hasBand = ({ unit }: Pick<TimeUnit, "unit">): boolean => unit !== "week" && unit !== "ms";

/** When the unit of a time begins. */
export function unitStart({ ms, months }: TimeUnit, time: number): number {
  if (months === undefined) return Math.floor(time / ms) * ms;
  const date = new Date(time);
  // Unlike Date.UTC, it reads years below 100 as they are.
  return new Date(0).setUTCFullYear(
    date.getUTCFullYear(),
    months * Math.floor(date.getUTCMonth() / months),
    1,
  );
}

/** The times from one beginning of a unit to another. */
export function unitsFrom({ ms, months }: TimeUnit, low: number, high: number): number[] {
  const month = new Date(low).getUTCMonth();
  return Array.from({ length: Math.round((high - low) / ms) + 1 }, (_, at) =>
    months === undefined ? low + at * ms : new Date(low).setUTCMonth(month + at * months),
  );
}

/** A time as text, no finer than its unit: `2024`, `2024-05`, `2024-05-06`, `2024-05-06 07:08`. */
export const unitText = ({ digits }: TimeUnit, time: number): string =>
  Number.isFinite(time) ? new Date(time).toISOString().replace("T", " ").slice(0, digits) : "null";
