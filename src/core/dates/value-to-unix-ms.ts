import { ConfigError } from "../errors.ts";
import { DAY_MS, isTimeMs, parseDateText } from "./calendar.ts";
import { strptime } from "./strptime.ts";

/** Reads a non-null value. @returns unix ms, or null when it is not a time. */
export type TimeReader = (value: unknown) => number | null;

/** Each unit in ms: a factor and a divisor. */
const UNITS = {
  D: [DAY_MS, 1],
  s: [1000, 1],
  ms: [1, 1],
  us: [1, 1000],
  ns: [1, 1_000_000],
} as const;

function inRange(unixMs: number): number | null {
  return isTimeMs(unixMs) ? unixMs : null;
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

/** A double such as 4123.766 s times 1000 can be just below the ms that it was written for. */
function nearestMs(count: number, factor: number, divisor = 1): number {
  const nearest = Math.round((count * factor) / divisor);
  return (nearest * divisor) / factor === count ? nearest : Math.floor((count * factor) / divisor);
}

/** A count of units since 1970; BigInts are exact; the result is truncated to ms. */
function unitReader([factor, divisor]: readonly [number, number]): TimeReader {
  return (value) => {
    const count = typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value) : value;
    if (typeof count === "bigint")
      return inRange(Number(floorDivide(count * BigInt(factor), BigInt(divisor))));
    return typeof count === "number" ? inRange(nearestMs(count, factor, divisor)) : null;
  };
}

/** Reads a number too large for unix seconds in a finer unit: `2024-05-06T07:08:09.000Z in milliseconds`. Null for values of another type. */
export function finerUnit(value: unknown): string | null {
  for (const [unit, name] of [
    ["ms", "milli"],
    ["us", "micro"],
    ["ns", "nano"],
  ] as const) {
    const unixMs = unitReader(UNITS[unit])(value);
    if (unixMs !== null) return `${new Date(unixMs).toISOString()} in ${name}seconds ("${unit}")`;
  }
  return null;
}

/** Without a format: ISO text, or unix seconds as a number or digits. */
export const readAnyTime: TimeReader = (value) => {
  if (typeof value === "number") return inRange(nearestMs(value, 1000));
  if (typeof value === "bigint") return inRange(Number(value * 1000n));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (typeof value !== "string") return null;
  // Eight digits are a date without hyphens.
  if (/^\s*-?\d{9,}(\.\d+)?\s*$/.test(value)) return inRange(nearestMs(Number(value), 1000));
  return parseDateText(value);
};

/** A reader for a format of `parse_dates`: a unit for integers, else a strftime pattern. */
export function timeReader(format: string): TimeReader {
  if (Object.hasOwn(UNITS, format)) return unitReader(UNITS[format as keyof typeof UNITS]);
  if (!format.includes("%"))
    throw new ConfigError(
      `date format ${JSON.stringify(format)} is neither a strftime pattern nor one of D, s, ms, us, ns`,
    );
  const parse = strptime(format);
  // Dates written as numbers, such as 20240506, are parsed as text.
  return (value) => (/^(?:string|number|bigint)$/.test(typeof value) ? parse(String(value)) : null);
}
