import { bindOnce } from "../../analyze/bind-once.ts";
import { type Typed, withType } from "../../analyze/typed.ts";
import { type CallContext, family, forms, scalar } from "../../functions/function-table.ts";
import { truncNumber } from "./math.ts";
import { javaFirstYear, readTime } from "../../time/mysql-format.ts";
import { piecesSql } from "../../time/format-pieces.ts";
import { javaPieces, javaPrefix, javaReading } from "../../time/java-format.ts";
import { wholeSeconds } from "../../time/time-text.ts";
import { instantAt, resolveZone, startOf, wallClock } from "../../time/zones.ts";
import { convertHive } from "../convert.ts";
import { TIMESTAMP, type Type } from "../../types/type.ts";
import { engine, literal, type Sql } from "../../sql/tree.ts";

const MICROS: Type = { kind: "timestamp", precision: 6 };
const DEFAULT_FORMAT = "yyyy-MM-dd HH:mm:ss";

/** Parts of an interval, each without those above it. */
const IN_INTERVAL: Readonly<Record<string, readonly [type: string, sql: string]>> = {
  year: ["intervalYearMonth", "$1 // 12"],
  month: ["intervalYearMonth", "$1 % 12"],
  day: ["intervalDaySecond", "$1 // 86400000000"],
  hour: ["intervalDaySecond", "$1 // 3600000000 % 24"],
  minute: ["intervalDaySecond", "$1 // 60000000 % 60"],
  second: ["intervalDaySecond", "$1 // 1000000 % 60"],
};

const ofInterval = (name: string) => {
  const part = IN_INTERVAL[name];
  return part === undefined ? [] : [scalar(`(${part[0]}) -> integer`, `CAST(${part[1]} AS INTEGER)`)];
};

const dateField = (name: string) =>
  forms(
    ...ofInterval(name),
    scalar("(date/timestamp) -> integer", `CAST(date_part('${name}', $1) AS INTEGER)`),
  );
/** Also accepts text with a time of day only: `12:58:59`. */
const clockField = (name: string, ofText = "$1") =>
  forms(
    ...ofInterval(name),
    scalar("(timestamp) -> integer", `CAST(date_part('${name}', $1) AS INTEGER)`),
    scalar("(!varchar) -> integer", `CAST(date_part('${name}', ~hive_clock(${ofText})) AS INTEGER)`),
  );

/** Null where one of the arguments is the literal null: a format, a zone. */
const unlessNull =
  (write: (c: CallContext) => Sql) =>
  (c: CallContext): Sql =>
    c.args.some((arg) => arg.constant === null) ? engine`NULL` : write(c);

const textAt = (c: CallContext, index: number): string =>
  c.t.literalText(c.args[index]!, `${c.call.name} with a format`, c.pos);

const formatted = (c: CallContext, wall: Sql, format: string): Sql =>
  bindOnce([withType(wall, TIMESTAMP)], (w) => piecesSql(javaPieces(c.t, format, "UTC", "java", c.pos), w));

const dateFormat = unlessNull((c) =>
  formatted(
    c,
    c.args[0]!.type.kind === "date" ? engine`CAST(${c.args[0]!.sql} AS TIMESTAMP)` : c.args[0]!.sql,
    textAt(c, 1),
  ),
);

const fromUnixtime = unlessNull((c) =>
  formatted(
    c,
    engine`make_timestamp(${c.args[0]!.sql} * 1000000)`,
    c.args.length === 1 ? DEFAULT_FORMAT : textAt(c, 1),
  ),
);

const unixTimestamp = unlessNull((c) => {
  if (c.args.length === 0) return engine`CAST(${Math.floor(c.t.scheduledTimeMs / 1000)} AS BIGINT)`;
  const [value] = c.args as [Typed];
  if (value.type.kind !== "varchar") return wholeSeconds(engine`CAST(${value.sql} AS TIMESTAMP)`);
  if (c.args.length === 1) return engine`~hive_unix_time(${value.sql})`;
  const { format, zoned } = javaReading(c.t, textAt(c, 1), "java", c.pos);
  const prefix = literal(javaPrefix(c.t, textAt(c, 1), c.pos));
  const start = engine`regexp_extract(${value.sql}, ${prefix})`;
  const read = readTime(zoned ? engine`~offset_text(${start})` : start, format, javaFirstYear(c.t));
  return wholeSeconds(zoned ? engine`${read} AT TIME ZONE 'UTC'` : read);
});

/** Java's abbreviations of zones. Source: java.time.ZoneId, SHORT_IDS. */
const SHORT_IDS: Readonly<Record<string, string>> = {
  ACT: "Australia/Darwin", AET: "Australia/Sydney", AGT: "America/Argentina/Buenos_Aires", ART: "Africa/Cairo", AST: "America/Anchorage",
  BET: "America/Sao_Paulo", BST: "Asia/Dhaka", CAT: "Africa/Harare", CNT: "America/St_Johns", CST: "America/Chicago", CTT: "Asia/Shanghai", EAT: "Africa/Addis_Ababa",
  ECT: "Europe/Paris", EST: "-05:00", HST: "-10:00", IET: "America/Indiana/Indianapolis", IST: "Asia/Kolkata", JST: "Asia/Tokyo", MIT: "Pacific/Apia",
  MST: "-07:00", NET: "Asia/Yerevan", NST: "Pacific/Auckland", PLT: "Asia/Karachi", PNT: "America/Phoenix", PRT: "America/Puerto_Rico", PST: "America/Los_Angeles",
  SST: "Pacific/Guadalcanal", VST: "Asia/Ho_Chi_Minh",
}; // prettier-ignore

/** A name as Java's time zones know it: one that they don't know is GMT, such as `EDT` and offsets without GMT. */
function hiveZone(c: CallContext): string {
  const name = c.t.literalText(c.args[1]!, "a time zone", c.pos);
  if (/^(?:[a-z+-]|UTC[+-]|[CEMP]DT$)/.test(name)) return "UTC";
  return SHORT_IDS[name] ?? resolveZone(name) ?? "UTC";
}

/** Converts local time in a zone to UTC, or back. */
const shiftZone = (from: boolean) =>
  unlessNull((c) => (from ? wallClock(c.args[0]!.sql, hiveZone(c)) : instantAt(c.args[0]!.sql, hiveZone(c))));

/** With a format the result keeps the time of day. */
const monthsLater = unlessNull((c) =>
  formatted(c, engine`~hive_months_later(${c.args[0]!.sql}, ${c.args[1]!.sql})`, textAt(c, 2)),
);

/** Numbers are times, as in a cast: integers are milliseconds, other numbers seconds. */
const zoned = (from: boolean) =>
  scalar(
    "(timestamp/varchar/boolean/tinyint/smallint/integer/bigint/real/double/decimal, varchar) -> timestamp",
    (c) => {
      const [time, ...rest] = c.args as [Typed, Typed];
      const args = [convertHive(c.t, time, TIMESTAMP, c.pos), ...rest];
      return withType(shiftZone(from)({ ...c, args }), MICROS);
    },
  );

const extract = (c: CallContext): Typed => {
  const unit = String(c.args[0]!.constant);
  const [field, one] =
    /^(?:(year|month|week|day|hour|minute|second)s?|quarter|dayofweek)$/.exec(unit) ??
    c.t.syntaxError(`extract has no field '${unit}'`, c.pos);
  return c.analyze({
    ...c.call,
    name: one === "week" ? "weekofyear" : (one ?? field),
    args: [c.call.args[1]!],
  });
};

const today = (c: CallContext): Sql => engine`CAST(${startOf(c.t)} AS DATE)`;

const startOfStatement = (c: CallContext) => withType(startOf(c.t), MICROS);

const seconds = clockField(
  "second",
  "CASE WHEN NOT regexp_full_match($1, '\\s*\\d+-\\d+-\\d+\\s*') THEN $1 END",
);

export const dates = family("LanguageManual UDF, Date Functions")`
current_date() → date | today | current_date --> "2024-01-15"
  () -> date = ${today}
current_timestamp() → timestamp | now | current_timestamp --> "2024-01-15 10:30:00"
  () -> timestamp = ${startOfStatement}
from_unixtime(seconds[, format]) → string | from seconds since 1970 | from_unixtime(0) --> "1970-01-01 00:00:00"
  (!bigint) -> varchar | (!bigint, !varchar) -> varchar = ${fromUnixtime}
unix_timestamp([date[, format]]) → bigint | seconds since 1970 | unix_timestamp('2009-03-20 11:30:01') --> 1237548601
  () -> bigint | (!varchar/date/timestamp) -> bigint | (!varchar/date/timestamp, !varchar) -> bigint = ${unixTimestamp}
to_unix_timestamp(date[, format]) → bigint | seconds since 1970 | to_unix_timestamp(date '2010-10-20') --> 1287532800
  (!varchar/date/timestamp) -> bigint | (!varchar/date/timestamp, !varchar) -> bigint = ${unixTimestamp}
to_date, date(timestamp) → date | its day | to_date('2020-1-5') --> "2020-01-05"
  (timestamp) -> date = CAST($1 AS DATE)
  (date) -> date = $1
  (!varchar) -> date = ~hive_date($1)
timestamp(x) → timestamp | cast | timestamp('2020-01-15 10:00:00') --> "2020-01-15 10:00:00"
  (timestamp) -> timestamp = $1
year(date) → int | year | year('2020-05-06') --> 2020
  ${dateField("year")}
quarter(date) → int | quarter of the year | quarter('2020-05-06') --> 2
  ${dateField("quarter")}
month(date) → int | month of the year | month('2020-01-15') --> 1
  ${dateField("month")}
day, dayofmonth(date) → int | day of the month | day('2020-05-06') --> 6
  ${dateField("day")}
dayofweek(date) → int | day of the week, 1 is Sunday | dayofweek('2020-05-06') --> 4
  (date/timestamp) -> integer = CAST(date_part('dow', $1) + 1 AS INTEGER)
dayofyear(date) → int | day of the year | dayofyear('2024-02-01') --> 32
  ${dateField("doy")}
weekofyear(date) → int | week of the year | weekofyear('2008-02-20') --> 8
  ${dateField("week")}
hour(timestamp) → int | hour of the day | hour('13:14:15') --> 13
  ${clockField("hour")}
minute(timestamp) → int | minute of the hour | minute('13:14:15') --> 14
  ${clockField("minute")}
-- Null for the text of a date alone, which has an hour and a minute.
second(timestamp) → int | second of the minute | second('13:14:15') --> 15
  ${seconds}
extract(field from x) → int | a field of a date or a timestamp | select extract(month from '2020-05-15') --> [[5]]
  (varchar, date/timestamp/varchar) -> integer = ${extract}
datediff(end, start) → int | days from start to end | datediff('2009-03-01', '2009-02-27') --> 2
  (date, date) -> integer = CAST($1 - $2 AS INTEGER)
date_add(date, days) → date | so many days later | date_add('2008-12-31', 1) --> "2009-01-01"
  (date, !integer) -> date = CAST($1 + $2 AS DATE)
date_sub(date, days) → date | so many days earlier | date_sub('2008-12-31', 1) --> "2008-12-30"
  (date, !integer) -> date = CAST($1 - $2 AS DATE)
-- A year before the first is written without its era.
add_months(date, n[, format]) → string | so many months later | add_months('2009-08-31', 1) --> "2009-09-30"
  (date, !integer) -> varchar = replace(CAST(CAST(~hive_months_later($1, $2) AS DATE) AS VARCHAR), ' (BC)', '')
  (timestamp, !integer, !varchar) -> varchar = ${monthsLater}
last_day(date) → string | last day of the month | last_day('2020-02-10') --> "2020-02-29"
  (date) -> varchar = ~hive_date_text(last_day($1))
next_day(date, weekday) → string | the next such day | next_day('2015-01-14', 'TU') --> "2015-01-20"
  (date, !varchar) -> varchar = ~hive_date_text(~hive_next_day($1, upper($2)))
trunc(date, unit) → string | cut to a month or a year; trunc(x[, digits]) of a number | trunc('2020-05-15', 'MM') --> "2020-05-01"
  (date, !varchar) -> varchar = ~hive_date_text(CAST(~hive_trunc_date($1, upper($2)) AS DATE))
  ${truncNumber}
months_between(date1, date2) → double | months between two dates | months_between('2020-03-31', '2020-02-29') --> 1
  (timestamp, timestamp) -> double = ~hive_months_between($1, $2)
date_format(date, format) → string | as text, by a Java format such as yyyy-MM-dd | date_format('2020-01-15', 'yyyy/MM') --> "2020/01"
  (date/timestamp, !varchar) -> varchar = ${dateFormat}
from_utc_timestamp(timestamp, zone) → timestamp | UTC as local time of a zone | from_utc_timestamp('2020-01-15', 'Asia/Tokyo') --> "2020-01-15 09:00:00"
  ${zoned(true)}
to_utc_timestamp(timestamp, zone) → timestamp | local time of a zone as UTC | to_utc_timestamp('2020-01-15 09:00:00', 'Asia/Tokyo') --> "2020-01-15 00:00:00"
  ${zoned(false)}
`;
