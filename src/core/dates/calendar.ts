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
