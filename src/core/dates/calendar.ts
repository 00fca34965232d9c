// This folder: dates as numbers and texts.

import { zoneOffsetMs } from "./zone-offset.ts";

export const MONTHS: readonly string[] =
  "January February March April May June July August September October November December".split(" ");

export const WEEKDAYS: readonly string[] = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(
  " ",
);

const SECOND_MS = 1000;
export const DAY_MS = 86_400 * SECOND_MS;
/** Years 0 to 9999. A value outside is most likely in another unit. */
export const isTimeMs = (unixMs: number): boolean =>
  unixMs >= -62_167_219_200_000 && unixMs < 253_402_300_800_000;

/** A date and time of day. `month` and `day` count from 1. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  /** 0 to 999.999...; `Date` later truncates fractions of a ms. */
  readonly ms?: number;
  /** As for {@link zoneOffsetMs}. @default UTC */
  readonly zone?: string | undefined;
}

/** Unix ms; null for a date, time or zone that does not exist. Years below 100 are taken literally. */
export function civilToUnixMs({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
  zone,
}: CivilTime): number | null {
  if (hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) return null;
  const localMs = date.getTime() + ((hour * 60 + minute) * 60 + second) * SECOND_MS + ms;
  const offsetMs = zone === undefined ? 0 : zoneOffsetMs(zone, localMs);
  return offsetMs === null ? null : localMs - offsetMs;
}

/** Day of the year, from 1, of unix ms in UTC. */
export function dayOfYear(unixMs: number): number {
  const date = new Date(unixMs);
  const newYear = new Date(0);
  newYear.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((unixMs - newYear.getTime()) / DAY_MS) + 1;
}

const FORM =
  /^([+-]\d{6}|\d{4})-?(\d{2})-?(\d{2})(?:[T ]\s*(\d{2}|\d(?!\d))(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?\s*([A-Za-z][A-Za-z0-9_+/-]*|[+-]\d{2}(?::?\d{2}){0,2})?$/;

/**
 * Parses a date, or a date and time, as ISO and the engines write it: `2024-05-06`, `2024-05-06 07:08:09.123`,
 * `2024-05-06T07:08:09Z`, optionally followed by an offset or a zone name. Without a zone it is UTC.
 *
 * @returns unix ms, truncated; null for anything else.
 */
export function parseDateText(text: string): number | null {
  const match = FORM.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = "", zone] = match;
  return civilToUnixMs({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    ms: Number(fraction.slice(0, 3).padEnd(3, "0")),
    zone,
  });
}
