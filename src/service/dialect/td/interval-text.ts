import { DateTime } from "luxon";
import type { DurationLike } from "luxon";
import { resolveZone } from "../time/zones.ts";
import { luxonZone, parseTime } from "./zoned-time.ts";

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
const UNITS: Readonly<Record<string, Unit>> = {
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
 * Reads `-7d`, `-1h/-1d`, `-1M/2024-01-01`, `-1d/now`, `+1d`. The part after the slash moves the point that the range counts from. The
 * range ends (or, for a plus, begins) at that point cut down to the unit, unless the point is `now` or a date, which is taken as it is.
 *
 * @returns Unix seconds, the end not included; null when the text is no interval.
 */
export function parseInterval(
  text: string,
  nowSeconds: number,
  zone: string,
): { start: number; end: number } | null {
  const [duration, offset, ...more] = text.trim().split("/");
  const match = /^([+-]?)(\d+)([smhdwMqy])$/.exec(duration ?? "");
  if (match === null || more.length > 0) return null;
  const unit = UNITS[match[3]!]!;
  const now = DateTime.fromSeconds(nowSeconds, { zone: luxonZone(zone) });
  const point = offset === undefined ? now.startOf(unit) : offsetPoint(offset, now, zone, unit);
  if (point === null) return null;
  const length: DurationLike = { [unit]: Number(match[2]) };
  const forward = match[1] === "+";
  const [start, end] = forward ? [point, point.plus(length)] : [point.minus(length), point];
  return { start: Math.floor(start.toSeconds()), end: Math.floor(end.toSeconds()) };
}

function offsetPoint(offset: string, now: DateTime, zone: string, unit: Unit): DateTime | null {
  if (offset === "now") return now;
  const match = /^([+-]?)(\d+)([smhdwMqy])$/.exec(offset);
  if (match === null) {
    const seconds = /^\d{9,}$/.test(offset) ? Number(offset) : parseTime(offset, zone, resolveZone);
    return seconds === null ? null : DateTime.fromSeconds(seconds, { zone: luxonZone(zone) });
  }
  const own = UNITS[match[3]!]!;
  const moved = now.startOf(own).plus({ [own]: (match[1] === "+" ? 1 : -1) * Number(match[2]) });
  return moved.startOf(unit);
}
