import type { TimeSql } from "../td/td-writers.ts";

/** Patterns that truncate a time to a unit, because Spark has date_trunc and Hive only FLOOR. */
const PATTERNS: Readonly<Record<string, string>> = {
  second: "yyyy-MM-dd HH:mm:ss",
  minute: "yyyy-MM-dd HH:mm:00",
  hour: "yyyy-MM-dd HH:00:00",
  day: "yyyy-MM-dd 00:00:00",
  month: "yyyy-MM-01 00:00:00",
  year: "yyyy-01-01 00:00:00",
};

/** Correct if the server's session time zone is UTC, as it should be for this service. */
export const hiveTime: TimeSql = {
  dialect: "hive",
  // Hive's CAST drops a zone, and a time of day with a T or without seconds; Spark's fails for other texts.
  parse: (text, zone) => {
    const part = (pattern: string): string => `regexp_extract(${text}, '${pattern}', 1)`;
    const own = part(":[0-9.]+ *(Z|[A-Z]{3,4}|[-+][0-9]{2}:?[0-9]{2}|[A-Za-z]+/[A-Za-z_/]+) *$");
    const zoneSql = `CASE WHEN ${own} = '' THEN ${zone} WHEN ${own} = 'Z' THEN 'UTC' WHEN ${own} RLIKE '^[-+]' THEN concat('GMT', ${own}) ELSE ${own} END`;
    const wall = `regexp_replace(${part("^ *([0-9]{4}(-[0-9]{1,2}){0,2}([ T][0-9:.]+)?)")}, 'T', ' ')`;
    const minutes = `regexp_replace(${wall}, '( [0-9]{1,2})$', '$1:00')`;
    const full = `regexp_replace(${minutes}, '( [0-9]{1,2}:[0-9]{1,2})$', '$1:00')`;
    return `CASE WHEN (${text}) RLIKE '^ *[0-9]{4}' THEN ${parse(full, zoneSql)} END`;
  },
  format: (seconds, pattern, zone) => `date_format(${local(seconds, zone)}, ${pattern})`,
  truncate: (unit, seconds, zone) => {
    const time = local(seconds, zone);
    const word = unit.replace(/'/g, "").toLowerCase();
    const pattern = PATTERNS[word];
    if (pattern !== undefined) return parse(`date_format(${time}, '${pattern}')`, zone);
    // The Monday on or before the day, a week before the Monday after it.
    if (word === "week") return parse(`date_add(next_day(${time}, 'MO'), -7)`, zone);
    if (word === "quarter")
      return parse(`add_months(trunc(${time}, 'YY'), CAST((quarter(${time}) - 1) * 3 AS int))`, zone);
    return null;
  },
};

function parse(text: string, zone: string): string {
  return `unix_timestamp(to_utc_timestamp(CAST(${text} AS timestamp), ${zone}))`;
}

function local(seconds: string, zone: string): string {
  return `from_utc_timestamp(from_unixtime(${seconds}), ${zone})`;
}
