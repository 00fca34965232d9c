import { ConfigError } from "../errors.ts";
import { parseDateText } from "../dates/calendar.ts";
import { ambiguousZone } from "../../dialect/time/zone-names.ts";

/** One end of a time range: open, unix seconds, text (UTC without a zone), or a Date. */
export type TimeBound = number | bigint | string | Date | null | undefined;

function boundUnixMs(bound: Exclude<TimeBound, null | undefined>, side: string): number {
  if (typeof bound === "bigint") return Number(bound) * 1000;
  if (typeof bound === "number" && Number.isFinite(bound)) return bound * 1000;
  if (bound instanceof Date && !Number.isNaN(bound.getTime())) return bound.getTime();
  if (typeof bound === "string") {
    const unixMs = parseDateText(bound);
    if (unixMs !== null) return unixMs;
    throw new ConfigError(
      `time_range ${side} ${JSON.stringify(bound)} is not a time; ${ambiguousZone(bound) ?? "write YYYY-MM-DD or YYYY-MM-DD HH:MM:SS[+HH:MM]"}`,
    );
  }
  const text =
    typeof bound === "number" ? String(bound) : bound instanceof Date ? "an invalid Date" : typeof bound;
  throw new ConfigError(`time_range ${side} must be null, unix seconds, text or a Date, not ${text}`);
}

/** A bound as SQL: `NULL`, or a quoted UTC time. `time` is in whole seconds, so fractions are rounded up. */
function boundSql(bound: TimeBound, side: string): string {
  if (bound === null || bound === undefined) return "NULL";
  const unixMs = Math.ceil(boundUnixMs(bound, side) / 1000) * 1000;
  const text = Number.isFinite(unixMs) && Math.abs(unixMs) <= 8.64e15 ? new Date(unixMs).toISOString() : "";
  // The service can't parse years before 0 or after 9999.
  if (!/^\d{4}-/.test(text)) throw new ConfigError(`time_range ${side} is outside the years 0 to 9999`);
  return `'${text.slice(0, 10)} ${text.slice(11, 19)}'`;
}

/** The condition for rows from `start` (inclusive) to `end` (exclusive); null when both ends are open. */
export function timeRangeSql(range: readonly [TimeBound, TimeBound] | null | undefined): string | null {
  if (range === null || range === undefined) return null;
  if (!Array.isArray(range) || range.length !== 2)
    throw new ConfigError("time_range must be a pair [start, end]; null leaves an end open");
  const start = boundSql(range[0], "start");
  const end = boundSql(range[1], "end");
  return start === "NULL" && end === "NULL" ? null : `td_time_range(time, ${start}, ${end})`;
}
