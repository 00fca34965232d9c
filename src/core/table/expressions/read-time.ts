import { parseDateText } from "../../dates/calendar.ts";
import { zoneOffsetAt } from "../../dates/zone-offset.ts";
import { parseServiceType } from "../../wire/service-type.ts";
import { timeOrder } from "../value-order.ts";

/** A zone at the end of a text of a time. */
const ZONE = /(?<!\s)\s*(?:Z|[+-]\d{2}(?::?\d{2})?|UTC|GMT|(?<![\w/])[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/;

const ENDS_IN_ZONE = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)\)?\s*$/;

/** Where a text's zone starts; null without one. An offset follows a time of day: the `-29` of `2024-02-29` is a day. */
function zoneStart(text: string, zone: RegExp): number | null {
  const match = zone.exec(text);
  if (match === null) return null;
  const isOffset = /^\s*[+-]/.test(match[0]);
  return isOffset && !text.slice(0, match.index).includes(":") ? null : match.index;
}

const CLOCK = /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?/;

/** The instant of a date, of unix ms or of a text, which is in UTC unless it names a zone, whatever the machine's zone; invalid for others. */
export function timeOfValue(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value !== "string") return new Date(Number(value));
  // A time of day has no date.
  const ms = parseDateText(CLOCK.test(value) ? `1970-01-01 ${value}` : value);
  if (ms !== null) return new Date(ms);
  return new Date(Date.parse(zoneStart(value, ENDS_IN_ZONE) === null ? `${value} UTC` : value));
}

/** A date whose time in UTC is the time that the value shows: of a `Date` in its column's zone, of a text the one that is written. */
export function timeShown(value: unknown, zone: string | null | undefined): Date {
  if (typeof value === "string") return timeOfValue(value.slice(0, zoneStart(value, ZONE) ?? value.length));
  const date = timeOfValue(value);
  if (zone === null || zone === undefined || Number.isNaN(date.getTime())) return date;
  return new Date(date.getTime() + zoneOffsetAt(zone, date.getTime()));
}

const WALL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?)?$/;

/** The text of a time, which may lack parts, as the service writes those of a type; null for no time. */
export function textOfTime(text: string, type: string): string | null {
  const [, day, minutes = "00:00", seconds = "00", fraction = ""] = WALL.exec(text.trim()) ?? [];
  const date = timeOfValue(text);
  if (day === undefined) {
    // Times of day, and years of more than four digits.
    if (timeOrder(text) !== text) return text;
    return Number.isNaN(date.getTime()) ? null : textOfTime(date.toISOString().slice(0, -1), type);
  }
  if (Number.isNaN(date.getTime())) return null;
  const { name, parameters } = parseServiceType(type);
  const time = `${minutes}:${seconds}`;
  if (name === "date" && time === "00:00:00" && !/[1-9]/.test(fraction)) return day;
  const digits = fraction.padEnd(parameters?.[0] ?? 3, "0");
  return `${day} ${time}${digits === "" ? "" : `.${digits}`}`;
}
