import { bindOnce } from "../../analyze/bind-once.ts";
import { type Typed, withType } from "../../analyze/typed.ts";
import type { CallContext } from "../../functions/function-table.ts";
import { family } from "../../functions/function-table.ts";
import { showDate, showTimestamp } from "../../time/time-text.ts";
import { localTime } from "../../time/local-time.ts";
import { javaPieces } from "../../time/java-format.ts";
import { mysqlPieces } from "../../time/mysql-format.ts";
import {
  inZone,
  instantAt,
  instantOf,
  minutesEast,
  offsetAtStart,
  offsetLiteral,
  resolveZone,
  sessionInstant,
  sessionInstantOf,
  sessionTime,
  startOf,
} from "../../time/zones.ts";
import { MIXED_ZONE } from "../../types/coercion.ts";
import { type Type, DATE, isInteger, TIMESTAMP, UTC_TIMESTAMP } from "../../types/type.ts";
import { formatPattern, parseDatetime, parseMysql } from "./datetime-text.ts";
import { addUnits, countUnits, truncateTo, UNIT_KINDS } from "./datetime-units.ts";
import { engine, literal, type Sql, binary, group } from "../../sql/tree.ts";

const ANY_TIME = "date/timestamp/timestamptz";
const WITH_CLOCK = "timestamp/timestamptz/time/timetz";

/** A calendar field of the value's local time. */
const field = (name: string) => (c: CallContext): Sql => engine`date_part(${literal(name)}, ${localTime(c.args[0]!)})`; // prettier-ignore
const millisecond = (c: CallContext): Sql =>
  engine`(date_part('millisecond', ${localTime(c.args[0]!)})::BIGINT % 1000)`;

/** The statement's start, in the session's time zone; an argument is the precision. */
const now =
  (kind: "date" | "time" | "timetz" | "timestamp" | "timestamptz") =>
  (c: CallContext): Typed => {
    const { constant } = c.args[0] ?? {};
    const precision = typeof constant === "number" ? Math.min(6, constant) : 3;
    const digits = Math.min(3, precision);
    const clock = sessionTime(c.t, digits);
    const instant = startOf(c.t, digits);
    switch (kind) {
      case "date":
        return withType(engine`CAST(${clock} AS DATE)`, DATE);
      case "time":
        return withType(engine`CAST(${clock} AS TIME)`, { kind, precision });
      case "timestamp":
        return withType(clock, { kind, precision });
      case "timetz":
        return withType(engine`CAST(${instant} AS TIME)`, {
          kind,
          precision,
          zone: offsetAtStart(c.t, c.t.zone),
        });
      case "timestamptz":
        return withType(instant, sessionInstant(c.t, precision));
    }
  };

const CLOCK = ["hour", "minute", "second", "timezone_hour", "timezone_minute"];
const EXTRACTED = [
  ...["year", "quarter", "month", "week", "day", "day_of_month", "day_of_week", "dow", "day_of_year", "doy", "year_of_week", "yow"],
  ...CLOCK,
]; // prettier-ignore
const extract = (c: CallContext): Typed => {
  const unit = String(c.args[0]!.constant);
  const value = c.args[1]!;
  if (!EXTRACTED.includes(unit)) c.t.syntaxError(`EXTRACT has no field ${unit}`, c.pos);
  // The functions of these names take more than EXTRACT does.
  const { kind } = value.type;
  if (kind === "date" ? CLOCK.includes(unit) : kind === "timestamp" && unit.startsWith("timezone"))
    c.t.mismatch(
      `cannot extract ${unit.toUpperCase()} from ${c.t.typeName(value.type)}`,
      c.call.args[1]!.pos,
    );
  return c.analyze({ ...c.call, name: unit, args: [c.call.args[1]!] });
};

const fromNanos = (c: CallContext, nanos: Sql): Typed =>
  withType(engine`make_timestamp(CAST(${nanos} // 1000 AS BIGINT))`, sessionInstant(c.t, 6));
const fromUnixtime = (c: CallContext): Typed => {
  const seconds = c.args[0]!;
  const instant = isInteger(seconds.type)
    ? engine`make_timestamp(${seconds.sql} * 1000000)`
    : bindOnce(
        [seconds],
        (x) =>
          engine`make_timestamp(CAST(CASE WHEN isnan(${x}) THEN 0 ELSE round(${x} * 1000) END AS BIGINT) * 1000)`,
      );
  if (c.args.length === 1) return withType(instant, sessionInstant(c.t));
  if (c.args.length === 2) return inZone(c.t, instant, 3, c.args[1]!, c.pos);
  const [hours, minutes] = [c.args[1]!.constant, c.args[2]!.constant];
  if (typeof hours !== "number" || typeof minutes !== "number")
    return c.t.unsupported("from_unixtime with an offset that is not a literal", c.pos);
  return inZone(c.t, instant, 3, offsetLiteral(hours * 60 + minutes), c.pos);
};

const iso = (c: CallContext): Sql => {
  const value = c.args[0]!;
  if (value.type.kind === "date") return showDate(value.sql);
  const precision = "precision" in value.type ? value.type.precision : 3;
  return bindOnce([withType(localTime(value), value.type)], (w) => {
    const cut = showTimestamp(w, precision, "T");
    if (value.type.kind !== "timestamptz") return cut;
    return value.type.zone === "UTC"
      ? engine`(${cut} || 'Z')`
      : engine`(${cut} || ~offset_after(date_diff('minute', ${instantOf(value)}, ${w})))`;
  });
};

const atZone = (c: CallContext): Typed => {
  const value = c.args[0]!;
  const precision = "precision" in value.type ? value.type.precision : 3;
  return inZone(c.t, sessionInstantOf(c.t, value), precision, c.args[1]!, c.pos);
};

/** The instant of a local time in a zone. */
const withZone = (c: CallContext): Typed => {
  const [value, zone] = c.args as [Typed, Typed];
  const precision = "precision" in value.type ? value.type.precision : 3;
  const instant =
    typeof zone.constant === "string"
      ? instantAt(value.sql, resolveZone(zone.constant) ?? "UTC")
      : engine`~instant_in(${value.sql}, svc_zone(${zone.sql}))`;
  return inZone(c.t, instant, precision, zone, c.pos);
};

/** `timezone_hour` and similar: parts of the zone's offset from UTC. */
const zoneOffset =
  (operator: "//" | "%") =>
  (c: CallContext): Sql => {
    const value = c.args[0]!;
    if (value.type.kind === "timetz")
      return engine`(CASE WHEN ${instantOf(value)} IS NOT NULL THEN CAST(${binary(operator, minutesEast(value), engine`60`)} AS BIGINT) END)`;
    return group(
      binary(
        operator,
        engine`date_diff('second', ${instantOf(value)}, ${localTime(value)}) // 60`,
        engine`60`,
      ),
    );
  };

const lastDay = (c: CallContext): Sql => engine`last_day(CAST(${localTime(c.args[0]!)} AS DATE))`;

const sessionZone = (c: CallContext) => literal(c.t.zone);

const dateOfText = (c: CallContext) => c.t.convert(c.args[0]!, DATE, c.pos);

const dateOfTime = (c: CallContext) => engine`CAST(${localTime(c.args[0]!)} AS DATE)`;

const isoDate = (c: CallContext) => readIso(c, DATE, (x) => engine`~iso_date(${x})`);

const isoInstant = (c: CallContext) => parseIso(c);

const timeOfNanos = (c: CallContext) => fromNanos(c, c.args[0]!.sql);

const timeOfLongNanos = (c: CallContext) => fromNanos(c, engine`CAST(${c.args[0]!.sql} AS HUGEINT)`);

const secondsOfInstant = (c: CallContext) => engine`(epoch_us(${instantOf(c.args[0]!)}) / 1e6)`;

const secondsOfLocalTime = (c: CallContext) => engine`(epoch_us(${sessionInstantOf(c.t, c.args[0]!)}) / 1e6)`;

const zoneName = (c: CallContext) => {
  const { sql, type } = c.args[0]!;
  const { zone } = type as { zone: string };
  return zone === MIXED_ZONE ? engine`struct_extract(${sql}, 'z')` : engine`${literal(zone)}`;
};

const mysqlText = (c: CallContext) => formatPattern(c, (format) => mysqlPieces(c.t, format, c.pos));

const jodaText = (c: CallContext) =>
  formatPattern(c, (format, zone) => javaPieces(c.t, format, zone, "joda", c.pos));

export const datetime = family("functions/datetime")`
current_date → date | the day on which the query began | current_date --> "2024-01-15"
  () -> date = ${now("date")}
current_time → time with time zone | the time at which the query began, with the offset of the session's zone; current_time(p): with p digits of the second | typeof(current_time(6)) --> "time(6) with time zone"
  (bigint?) -> timetz = ${now("timetz")}
localtime → time | the time at which the query began, in the session's zone; localtime(p): with p digits of the second | localtime --> "10:30:00.000"
  (bigint?) -> time = ${now("time")}
current_timestamp → timestamp with time zone | the instant at which the query began; current_timestamp(p): with p digits of the second | current_timestamp --> "2024-01-15 10:30:00.000 UTC"
  (bigint?) -> timestamptz = ${now("timestamptz")}
localtimestamp → timestamp | the instant at which the query began, in the session's zone; localtimestamp(p): with p digits of the second | localtimestamp --> "2024-01-15 10:30:00.000"
  (bigint?) -> timestamp = ${now("timestamp")}
now() → timestamp with time zone | the instant at which the query began | date(now()) --> "2024-01-15"
  () -> timestamptz = ${now("timestamptz")}
current_timezone() → varchar | the session's time zone | current_timezone() --> "UTC"
  () -> varchar = ${sessionZone}
date(x) → date | the day of a timestamp or a text | date('2024-01-02') --> "2024-01-02"
  (varchar) -> date = ${dateOfText}
  (${ANY_TIME}) -> date = ${dateOfTime}
last_day_of_month(x) → date | last day of the month | last_day_of_month(date '2024-02-10') --> "2024-02-29"
  (${ANY_TIME}) -> date = ${lastDay}
from_iso8601_date(string) → date | from ISO text | from_iso8601_date('2024-01-15') --> "2024-01-15"
  (varchar) -> date = ${isoDate}
from_iso8601_timestamp(string) → timestamp with time zone | from ISO text | from_iso8601_timestamp('2024-05-01T10:00:00+09:00') --> "2024-05-01 10:00:00.000 +09:00"
  (varchar) -> timestamptz = ${isoInstant}
from_unixtime(seconds[, zone]) → timestamp | from seconds since 1970; from_unixtime(seconds, hours, minutes): in a zone by its offset | from_unixtime(1700000000) --> "2023-11-14 22:13:20.000 UTC"
  (bigint/double) -> timestamptz | (bigint/double, varchar) -> timestamptz | (bigint/double, bigint, bigint) -> timestamptz = ${fromUnixtime}
from_unixtime_nanos(nanoseconds) → timestamp with time zone | from nanoseconds since 1970 | from_unixtime_nanos(1500000000) --> "1970-01-01 00:00:01.500000 UTC"
  (bigint) -> timestamptz = ${timeOfNanos}
  (decimal) -> timestamptz = ${timeOfLongNanos}
to_unixtime(timestamp) → double | seconds since 1970 | to_unixtime(timestamp '2023-11-14 22:13:20') --> 1700000000
  (timestamptz) -> double = ${secondsOfInstant}
  (timestamp) -> double = ${secondsOfLocalTime}
to_iso8601(x) → varchar | as ISO text | to_iso8601(date '2024-01-02') --> "2024-01-02"
  (${ANY_TIME}) -> varchar = ${iso}
to_milliseconds(interval) → bigint | length in milliseconds | to_milliseconds(interval '1' hour) --> 3600000
  (intervalDaySecond) -> bigint = ($1 // 1000)
at_timezone(timestamp, zone) → timestamp with time zone | the same instant in another zone | at_timezone(timestamp '2024-01-01 00:00:00 UTC', 'Asia/Tokyo') --> "2024-01-01 09:00:00 Asia/Tokyo"
  (timestamptz/timestamp, varchar) -> timestamptz = ${atZone}
with_timezone(timestamp, zone) → timestamp with time zone | the wall-clock time as one of the zone | with_timezone(timestamp '2021-08-01 07:08:09.10', 'America/Los_Angeles') --> "2021-08-01 07:08:09.10 America/Los_Angeles"
  (timestamp, varchar) -> timestamptz = ${withZone}
timezone(timestamp) → varchar | its time zone | timezone(timestamp '2024-01-01 00:00:00 Asia/Tokyo') --> "Asia/Tokyo"
  (timestamptz) -> varchar = ${zoneName}
date_trunc(unit, timestamp) → same as timestamp | cut to second, minute, hour, day, week, month, quarter or year | date_trunc('hour', time '10:20:30') --> "10:00:00"
  (varchar, ${UNIT_KINDS}) -> ${UNIT_KINDS} = ${truncateTo}
date_add(unit, value, timestamp) → same as timestamp | so many units later | date_add('day', 3, date '2024-01-30') --> "2024-02-02"
  (varchar, bigint, ${UNIT_KINDS}) -> ${UNIT_KINDS} = ${addUnits}
date_diff(unit, timestamp1, timestamp2) → bigint | whole units from the first to the second | date_diff('day', date '2020-03-01', date '2020-03-02') --> 1
  (varchar, ${UNIT_KINDS}, ${UNIT_KINDS}) -> bigint = ${countUnits}
parse_duration(string) → interval day to second | a duration such as 5m | parse_duration('5m') --> "0 00:05:00.000"
  (varchar) -> intervalDaySecond = ~duration_micros($1)
human_readable_seconds(seconds) → varchar | in weeks, days, hours, minutes and seconds | human_readable_seconds(3600) --> "1 hour"
  (double) -> varchar = ~human_readable_seconds(CAST(CASE WHEN abs($1) >= 9223372036854775807 AND isfinite($1) THEN 9223372036854775807 WHEN isfinite($1) THEN CAST(abs(round($1)) AS BIGINT) WHEN $1 IS NOT NULL THEN fail(INVALID_FUNCTION_ARGUMENT, 'Invalid argument found: ' || ~double_text($1), BIGINT) END AS BIGINT))
date_format(timestamp, format) → varchar | as text, by a MySQL format such as %Y-%m-%d | date_format(timestamp '2024-01-05 14:05:09', '%Y-%m-%d %H:%i') --> "2024-01-05 14:05"
  (${ANY_TIME}, varchar) -> varchar = ${mysqlText}
date_parse(string, format) → timestamp | from text, by a MySQL format | date_parse('2024-01-05', '%Y-%m-%d') --> "2024-01-05 00:00:00.000"
  (varchar, varchar) -> timestamp = ${parseMysql}
format_datetime(timestamp, format) → varchar | as text, by a Joda format such as yyyy-MM-dd | format_datetime(timestamp '2024-01-15 14:05:09', 'yyyy-MM-dd HH:mm') --> "2024-01-15 14:05"
  (${ANY_TIME}, varchar) -> varchar = ${jodaText}
parse_datetime(string, format) → timestamp with time zone | from text, by a Joda format | parse_datetime('30', 'yy') --> "2030-01-01 00:00:00.000 UTC"
  (varchar, varchar) -> timestamptz = ${parseDatetime}
extract(field from x) → bigint | a field of a date or a timestamp | select extract(month from date '2022-10-20') --> [[10]]
  (varchar, ${ANY_TIME}/time/timetz/intervalDaySecond/intervalYearMonth) -> bigint = ${extract}
year(x) → bigint | year | year(date '2024-05-06') --> 2024
  (${ANY_TIME}) -> bigint = ${field("year")}
  (intervalYearMonth) -> bigint = ($1 // 12)
quarter(x) → bigint | quarter of the year | quarter(date '2024-05-06') --> 2
  (${ANY_TIME}) -> bigint = ${field("quarter")}
month(x) → bigint | month of the year | month(date '2024-05-06') --> 5
  (${ANY_TIME}) -> bigint = ${field("month")}
  (intervalYearMonth) -> bigint = ($1 % 12)
week, week_of_year(x) → bigint | ISO week of the year | week(date '2024-05-06') --> 19
  (${ANY_TIME}) -> bigint = ${field("week")}
year_of_week, yow(x) → bigint | year of the ISO week | year_of_week(date '2024-12-30') --> 2025
  (${ANY_TIME}) -> bigint = ${field("isoyear")}
day(x) → bigint | day of the month | day(date '2024-05-06') --> 6
  (${ANY_TIME}) -> bigint = ${field("day")}
  (intervalDaySecond) -> bigint = ($1 // 86400000000)
day_of_month(x) → bigint | day of the month | day_of_month(date '2024-05-06') --> 6
  (${ANY_TIME}) -> bigint = ${field("day")}
day_of_week, dow(x) → bigint | ISO day of the week, 1 is Monday | day_of_week(date '2024-05-06') --> 1
  (${ANY_TIME}) -> bigint = ${field("isodow")}
day_of_year, doy(x) → bigint | day of the year | day_of_year(date '2024-05-06') --> 127
  (${ANY_TIME}) -> bigint = ${field("doy")}
hour(x) → bigint | hour of the day | hour(time '10:20:30') --> 10
  (${WITH_CLOCK}) -> bigint = ${field("hour")}
  (intervalDaySecond) -> bigint = ($1 // 3600000000 % 24)
minute(x) → bigint | minute of the hour | minute(timestamp '2024-05-06 07:08:09.123') --> 8
  (${WITH_CLOCK}) -> bigint = ${field("minute")}
  (intervalDaySecond) -> bigint = ($1 // 60000000 % 60)
second(x) → bigint | second of the minute | second(timestamp '2024-05-06 07:08:09.123') --> 9
  (${WITH_CLOCK}) -> bigint = ${field("second")}
  (intervalDaySecond) -> bigint = ($1 // 1000000 % 60)
millisecond(x) → bigint | millisecond of the second | millisecond(interval '1.234' second) --> 234
  (${WITH_CLOCK}) -> bigint = ${millisecond}
  (intervalDaySecond) -> bigint = ($1 // 1000 % 1000)
timezone_hour(timestamp) → bigint | hours of its zone's offset | timezone_hour(timestamp '2024-01-15 10:20:30 +09:00') --> 9
  (timestamptz/timetz) -> bigint = ${zoneOffset("//")}
timezone_minute(timestamp) → bigint | minutes of its zone's offset | timezone_minute(timestamp '2024-01-15 10:20:30 -03:30') --> -30
  (timestamptz/timetz) -> bigint = ${zoneOffset("%")}
`;

/** ISO text with an offset keeps it; without one it is in the session's zone. */
function readIso(c: CallContext, type: Type, read: (text: Sql) => Sql): Sql {
  return bindOnce([c.args[0]!], (x) => {
    const message = engine`'Invalid format: "' || ${x} || '"'`;
    return engine`coalesce(${read(x)}, ${c.failing(message, type)})`;
  });
}

function parseIso(c: CallContext): Typed {
  const value = c.args[0]!;
  const text = readIso(c, TIMESTAMP, (x) => engine`~iso_instant(${x})`);
  const { zone: session } = c.t;
  if (typeof value.constant !== "string") {
    const own = engine`~zoned(${text}, ~iso_zone(${value.sql}))`;
    const sql =
      session === "UTC"
        ? own
        : engine`(CASE WHEN regexp_matches(${value.sql}, ${literal(ISO_ZONE)}) THEN ${own} ELSE ~zoned(${instantAt(text, session)}, ${literal(session)}) END)`;
    return withType(sql, { ...UTC_TIMESTAMP, zone: MIXED_ZONE } as Type);
  }
  const offset = new RegExp(ISO_ZONE).exec(value.constant)?.[1];
  if (offset === undefined) return withType(instantAt(text, session), sessionInstant(c.t));
  return withType(text, { ...UTC_TIMESTAMP, zone: resolveZone(offset) ?? "UTC" } as Type);
}

/** The zone of an ISO time. */
const ISO_ZONE = "[Tt][^+-]*([Zz]|[+-][0-9:]+)$";
