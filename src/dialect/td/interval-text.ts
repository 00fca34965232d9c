import { DateTime } from "luxon";
import { earliest, luxonZone, parseTime } from "./zoned-time.ts";

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
/** Units by the letters that stand for them in the service's functions. */
export const UNITS: Readonly<Record<string, Unit>> = {
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  M: "month",
  q: "quarter",
  y: "year",
};

/**
 * Parses `-7d`, `1M`, `-1h/now`, `-10d/-1M`, `-1d/2024-01-01`, `0d/now`. A range extends from an anchor to the start of the unit that many
 * units away from the anchor's unit: `-1d` is yesterday, `1d` and `0d` are today, `-1h/now` is from the start of the last hour to now. The
 * anchor is the start of the unit at `nowSeconds`, or is given after the slash.
 *
 * @returns Unix seconds, end exclusive; null for other text.
 */
export function parseInterval(
  text: string,
  nowSeconds: number,
  zone: string,
): { start: number; end: number } | null {
  const [duration, offset, ...more] = text.trim().split("/");
  const length = readLength(duration ?? "");
  if (length === null || more.length > 0) return null;
  const { amount, unit } = length;
  const now = DateTime.fromSeconds(nowSeconds, { zone: luxonZone(zone) });
  const point = offset === undefined ? startOf(now, unit) : offsetPoint(offset, now, zone);
  if (point === null) return null;
  const grid = startOf(point, unit);
  const isStart = grid.toMillis() === point.toMillis();
  const other = moved(grid, unit, amount === 0 && isStart ? 1 : amount);
  const [start, end] = other < point ? [other, point] : [point, other];
  return { start: Math.floor(start.toSeconds()), end: Math.floor(end.toSeconds()) };
}

/** Where midnight comes twice, a day begins with the first. */
function startOf(time: DateTime, unit: Unit): DateTime {
  return isFixed(unit) ? time.startOf(unit) : earliest(time.startOf(unit));
}

function moved(start: DateTime, unit: Unit, amount: number): DateTime {
  const to = start.plus({ [unit]: amount });
  return isFixed(unit) ? to : earliest(to);
}

function isFixed(unit: Unit): boolean {
  return unit === "hour" || unit === "minute" || unit === "second";
}

function readLength(text: string): { amount: number; unit: Unit } | null {
  const match = /^([+-]?)(\d+)([smhdwMqy])$/.exec(text);
  if (match === null) return null;
  return { amount: (match[1] === "-" ? -1 : 1) * Number(match[2]), unit: UNITS[match[3]!]! };
}

function offsetPoint(offset: string, now: DateTime, zone: string): DateTime | null {
  if (offset === "now") return now;
  const length = readLength(offset);
  if (length !== null) return moved(startOf(now, length.unit), length.unit, length.amount);
  const seconds = /^\d{9,}$/.test(offset) ? Number(offset) : parseTime(offset, zone);
  return seconds === null ? null : DateTime.fromSeconds(seconds, { zone: luxonZone(zone) });
}
