import { bindOnce } from "../../analyze/bind-once.ts";
import { type Typed, typed } from "../../analyze/typed.ts";
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
  bindOnce([typed(wall, TIMESTAMP)], (w) => piecesSql(javaPieces(c.t, format, "UTC", "java", c.pos), w));

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
  if (c.args.length === 0) return engine`CAST(${Math.floor(c.t.options.scheduledTimeMs / 1000)} AS BIGINT)`;
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
      return typed(shiftZone(from)({ ...c, args }), MICROS);
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

const toDate = forms(
  scalar("(timestamp) -> date", "CAST($1 AS DATE)"),
  scalar("(date) -> date", "$1"),
  scalar("(!varchar) -> date", "~hive_date($1)"),
);

export const dates = family("LanguageManual UDF, Date Functions", {
  current_date: scalar("() -> date", today),
  current_timestamp: scalar("() -> timestamp", (c) => typed(startOf(c.t), MICROS)),
  from_unixtime: scalar("(!bigint) -> varchar | (!bigint, !varchar) -> varchar", fromUnixtime),
  unix_timestamp: scalar(
    "() -> bigint | (!varchar/date/timestamp) -> bigint | (!varchar/date/timestamp, !varchar) -> bigint",
    unixTimestamp,
  ),
  to_unix_timestamp: scalar(
    "(!varchar/date/timestamp) -> bigint | (!varchar/date/timestamp, !varchar) -> bigint",
    unixTimestamp,
  ),
  to_date: toDate,
  date: toDate,
  timestamp: scalar("(timestamp) -> timestamp", "$1"),
  year: dateField("year"),
  quarter: dateField("quarter"),
  month: dateField("month"),
  day: dateField("day"),
  dayofmonth: dateField("day"),
  dayofweek: scalar("(date/timestamp) -> integer", "CAST(date_part('dow', $1) + 1 AS INTEGER)"),
  dayofyear: dateField("doy"),
  weekofyear: dateField("week"),
  hour: clockField("hour"),
  minute: clockField("minute"),
  // Null for the text of a date alone, which has an hour and a minute.
  second: clockField("second", "CASE WHEN NOT regexp_full_match($1, '\\s*\\d+-\\d+-\\d+\\s*') THEN $1 END"),
  extract: scalar("(varchar, date/timestamp/varchar) -> integer", extract),
  datediff: scalar("(date, date) -> integer", "CAST($1 - $2 AS INTEGER)"),
  date_add: scalar("(date, !integer) -> date", "CAST($1 + $2 AS DATE)"),
  date_sub: scalar("(date, !integer) -> date", "CAST($1 - $2 AS DATE)"),
  add_months: forms(
    // A year before the first is written without its era.
    scalar(
      "(date, !integer) -> varchar",
      "replace(CAST(CAST(~hive_months_later($1, $2) AS DATE) AS VARCHAR), ' (BC)', '')",
    ),
    scalar("(timestamp, !integer, !varchar) -> varchar", monthsLater),
  ),
  last_day: scalar("(date) -> varchar", "~hive_date_text(last_day($1))"),
  next_day: scalar("(date, !varchar) -> varchar", "~hive_date_text(~hive_next_day($1, upper($2)))"),
  trunc: forms(
    scalar("(date, !varchar) -> varchar", "~hive_date_text(CAST(~hive_trunc_date($1, upper($2)) AS DATE))"),
    truncNumber,
  ),
  months_between: scalar("(timestamp, timestamp) -> double", "~hive_months_between($1, $2)"),
  date_format: scalar("(date/timestamp, !varchar) -> varchar", dateFormat),
  from_utc_timestamp: zoned(true),
  to_utc_timestamp: zoned(false),
});
