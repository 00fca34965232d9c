import { bindOnce } from "../../analyze/bind-once.ts";
import { type Typed, typed } from "../../analyze/typed.ts";
import type { CallContext, FunctionForm } from "../../functions/function-table.ts";
import { family, forms, scalar } from "../../functions/function-table.ts";
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
import { engineType } from "../../types/engine-type.ts";
import { MIXED_ZONE } from "../../types/coercion.ts";
import { type Type, DATE, isInteger, TIMESTAMP, UTC_TIMESTAMP } from "../../types/type.ts";
import { formatPattern, parseDatetime, parseMysql } from "./datetime-text.ts";
import { dateAdd, dateDiff, dateTrunc } from "./datetime-units.ts";
import { engine, literal, type Sql } from "../../sql/tree.ts";

const ANY_TIME = "date/timestamp/timestamptz";
const WITH_CLOCK = "timestamp/timestamptz/time/timetz";

/** A calendar field of the value's local time. */
const part = (sql: (w: Sql) => Sql, kinds = ANY_TIME): FunctionForm[] =>
  scalar(`(${kinds}) -> bigint`, (c) => sql(localTime(c.args[0]!)));
const field = (name: string): FunctionForm[] => part((w) => engine`date_part(${literal(name)}, ${w})`);
const clockField = (name: string): FunctionForm[] =>
  part((w) => engine`date_part(${literal(name)}, ${w})`, WITH_CLOCK);
const millisecond = part((w) => engine`(date_part('millisecond', ${w})::BIGINT % 1000)`, WITH_CLOCK);
/** Fields of intervals: days, hours… of one kind, years and months of the other. */
const intervalField = (kind: string, sql: string): FunctionForm[] => scalar(`(${kind}) -> bigint`, sql);
const ofDays = (micros: number, size: number): FunctionForm[] =>
  intervalField("intervalDaySecond", size === 0 ? `($1 // ${micros})` : `($1 // ${micros} % ${size})`);

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
        return typed(engine`CAST(${clock} AS DATE)`, DATE);
      case "time":
        return typed(engine`CAST(${clock} AS TIME)`, { kind, precision });
      case "timestamp":
        return typed(clock, { kind, precision });
      case "timetz":
        return typed(engine`CAST(${instant} AS TIME)`, {
          kind,
          precision,
          zone: offsetAtStart(c.t, c.t.zone),
        });
      case "timestamptz":
        return typed(instant, sessionInstant(c.t, precision));
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
  typed(engine`make_timestamp(CAST(${nanos} // 1000 AS BIGINT))`, sessionInstant(c.t, 6));
const fromUnixtime = (c: CallContext): Typed => {
  const seconds = c.args[0]!;
  const instant = isInteger(seconds.type)
    ? engine`make_timestamp(${seconds.sql} * 1000000)`
    : bindOnce(
        [seconds],
        (x) =>
          engine`make_timestamp(CAST(CASE WHEN isnan(${x}) THEN 0 ELSE round(${x} * 1000) END AS BIGINT) * 1000)`,
      );
  if (c.args.length === 1) return typed(instant, sessionInstant(c.t));
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
  return bindOnce([typed(localTime(value), value.type)], (w) => {
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
const zoneOffset = (divide: Sql): FunctionForm[] =>
  scalar("(timestamptz/timetz) -> bigint", (c) => {
    const value = c.args[0]!;
    if (value.type.kind === "timetz")
      return engine`(CASE WHEN ${instantOf(value)} IS NOT NULL THEN CAST(${minutesEast(value)} ${divide} AS BIGINT) END)`;
    return engine`(date_diff('second', ${instantOf(value)}, ${localTime(value)}) // 60 ${divide})`;
  });

const lastDay = (c: CallContext): Sql => engine`last_day(CAST(${localTime(c.args[0]!)} AS DATE))`;

export const datetime = family("functions/datetime", {
  current_date: scalar("() -> date", now("date")),
  current_time: scalar("(bigint?) -> timetz", now("timetz")),
  localtime: scalar("(bigint?) -> time", now("time")),
  current_timestamp: scalar("(bigint?) -> timestamptz", now("timestamptz")),
  localtimestamp: scalar("(bigint?) -> timestamp", now("timestamp")),
  now: scalar("() -> timestamptz", now("timestamptz")),
  current_timezone: scalar("() -> varchar", (c) => literal(c.t.zone)),
  date: forms(
    scalar("(varchar) -> date", (c) => c.t.convert(c.args[0]!, DATE, c.pos)),
    scalar(`(${ANY_TIME}) -> date`, (c) => engine`CAST(${localTime(c.args[0]!)} AS DATE)`),
  ),
  last_day_of_month: scalar(`(${ANY_TIME}) -> date`, lastDay),
  from_iso8601_date: scalar("(varchar) -> date", (c) => readIso(c, DATE, (x) => engine`~iso_date(${x})`)),
  from_iso8601_timestamp: scalar("(varchar) -> timestamptz", (c) => parseIso(c)),
  from_unixtime: scalar(
    "(bigint/double) -> timestamptz | (bigint/double, varchar) -> timestamptz | (bigint/double, bigint, bigint) -> timestamptz",
    fromUnixtime,
  ),
  from_unixtime_nanos: forms(
    scalar("(bigint) -> timestamptz", (c) => fromNanos(c, c.args[0]!.sql)),
    scalar("(decimal) -> timestamptz", (c) => fromNanos(c, engine`CAST(${c.args[0]!.sql} AS HUGEINT)`)),
  ),
  to_unixtime: forms(
    scalar("(timestamptz) -> double", (c) => engine`(epoch_us(${instantOf(c.args[0]!)}) / 1e6)`),
    scalar("(timestamp) -> double", (c) => engine`(epoch_us(${sessionInstantOf(c.t, c.args[0]!)}) / 1e6)`),
  ),
  to_iso8601: scalar(`(${ANY_TIME}) -> varchar`, iso),
  to_milliseconds: scalar("(intervalDaySecond) -> bigint", "($1 // 1000)"),
  at_timezone: scalar("(timestamptz/timestamp, varchar) -> timestamptz", atZone),
  with_timezone: scalar("(timestamp, varchar) -> timestamptz", withZone),
  timezone: scalar("(timestamptz) -> varchar", (c) => {
    const { sql, type } = c.args[0]!;
    const { zone } = type as { zone: string };
    return zone === MIXED_ZONE ? engine`struct_extract(${sql}, 'z')` : engine`${literal(zone)}`;
  }),
  date_trunc: dateTrunc,
  date_add: dateAdd,
  date_diff: dateDiff,
  parse_duration: scalar("(varchar) -> intervalDaySecond", "~duration_micros($1)"),
  human_readable_seconds: scalar(
    "(double) -> varchar",
    "~human_readable_seconds(CAST(CASE WHEN abs($1) >= 9223372036854775807 AND isfinite($1) THEN 9223372036854775807 WHEN isfinite($1) THEN CAST(abs(round($1)) AS BIGINT) WHEN $1 IS NOT NULL THEN CAST('svc!INVALID_FUNCTION_ARGUMENT!Invalid argument found: ' || ~double_text($1) AS BIGINT) END AS BIGINT))",
  ),
  date_format: scalar(`(${ANY_TIME}, varchar) -> varchar`, (c) =>
    formatPattern(c, (format) => mysqlPieces(c.t, format, c.pos)),
  ),
  date_parse: scalar("(varchar, varchar) -> timestamp", parseMysql),
  format_datetime: scalar(`(${ANY_TIME}, varchar) -> varchar`, (c) =>
    formatPattern(c, (format, zone) => javaPieces(c.t, format, zone, "joda", c.pos)),
  ),
  parse_datetime: scalar("(varchar, varchar) -> timestamptz", parseDatetime),
  extract: scalar(
    `(varchar, ${ANY_TIME}/time/timetz/intervalDaySecond/intervalYearMonth) -> bigint`,
    extract,
  ),
  year: forms(field("year"), intervalField("intervalYearMonth", "($1 // 12)")),
  quarter: field("quarter"),
  month: forms(field("month"), intervalField("intervalYearMonth", "($1 % 12)")),
  week: field("week"),
  week_of_year: field("week"),
  year_of_week: field("isoyear"),
  yow: field("isoyear"),
  day: forms(field("day"), ofDays(86400000000, 0)),
  day_of_month: field("day"),
  day_of_week: field("isodow"),
  dow: field("isodow"),
  day_of_year: field("doy"),
  doy: field("doy"),
  hour: forms(clockField("hour"), ofDays(3600000000, 24)),
  minute: forms(clockField("minute"), ofDays(60000000, 60)),
  second: forms(clockField("second"), ofDays(1000000, 60)),
  millisecond: forms(millisecond, ofDays(1000, 1000)),
  timezone_hour: zoneOffset(engine`// 60`),
  timezone_minute: zoneOffset(engine`% 60`),
});

/** ISO text with an offset keeps it; without one it is in the session's zone. */
function readIso(c: CallContext, type: Type, read: (text: Sql) => Sql): Sql {
  return bindOnce([c.args[0]!], (x) => {
    const message = engine`'Invalid format: "' || ${x} || '"'`;
    return engine`coalesce(${read(x)}, ${c.failing(message, engineType(type))})`;
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
    return typed(sql, { ...UTC_TIMESTAMP, zone: MIXED_ZONE } as Type);
  }
  const offset = new RegExp(ISO_ZONE).exec(value.constant)?.[1];
  if (offset === undefined) return typed(instantAt(text, session), sessionInstant(c.t));
  return typed(text, { ...UTC_TIMESTAMP, zone: resolveZone(offset) ?? "UTC" } as Type);
}

/** The zone of an ISO time. */
const ISO_ZONE = "[Tt][^+-]*([Zz]|[+-][0-9:]+)$";
