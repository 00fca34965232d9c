// This folder: the TD functions of both dialects.

import { aggregate, family, forms, type CallContext } from "../functions/function-table.ts";
import { withType, type Typed, sqlOf } from "../analyze/typed.ts";
import { mapOf, VARCHAR, BOOLEAN } from "../types/type.ts";
import {
  tdDateTrunc,
  scheduledTime,
  timeAdd,
  timeFormat,
  timeParse,
  timeString,
  timeText,
  wholeTime,
} from "./time.ts";
import { engine, type Sql, apart, chain, nested, separated, constant, group } from "../sql/tree.ts";
import { windowSql } from "../analyze/expressions/window.ts";
import { parseInterval } from "./interval-text.ts";
import { optionalZone, parseTime } from "./zoned-time.ts";

/** A bound as SQL of unix seconds: literals are evaluated here, so that the engine can skip blocks by `time`. */
function boundSql(c: CallContext, value: Typed, zone: string): Sql | null {
  if (value.constant === null) return null;
  if (typeof value.constant === "number") return constant(String(Math.trunc(value.constant)));
  if (typeof value.constant === "string") {
    if (value.constant === "") return null;
    const seconds = parseTime(value.constant, zone);
    if (seconds === null)
      c.t.invalid(`'${value.constant}' is not a time that ${c.call.name} can read`, c.pos);
    return constant(String(seconds));
  }
  return value.type.kind === "varchar" ? timeText(value.sql, zone) : wholeTime(value).sql;
}

/** TD_TIME_RANGE(time, start, end[, zone]): start inclusive, end exclusive; NULL leaves a side open. */
const timeRange = (c: CallContext): Typed => {
  const [time, start, end] = c.args as [Typed, Typed, Typed | undefined];
  const zone = optionalZone(c.t, c.args[3], c.pos);
  const low = boundSql(c, start, zone);
  const high = end === undefined ? null : boundSql(c, end, zone);
  return between(time, low, high);
};

function between(time: Typed, low: Sql | null, high: Sql | null): Typed {
  const parts = [
    low === null ? null : engine`${time.sql} >= ${low}`,
    high === null ? null : engine`${time.sql} < ${high}`,
  ].filter((part) => part !== null);
  return withType(
    parts.length === 0 ? engine`(${time.sql} IS NOT NULL)` : group(chain("AND", parts)),
    BOOLEAN,
  );
}

function readInterval(
  c: CallContext,
  text: Typed,
  zoneArgument: Typed | undefined,
): { start: number; end: number } {
  const interval = c.t.literalText(text, `${c.call.name} with a range`, c.pos);
  const zone = optionalZone(c.t, zoneArgument, c.pos);
  const range = parseInterval(interval, c.t.scheduledTimeMs / 1000, zone);
  if (range === null)
    return c.t.invalid(`'${interval}' is not an interval such as '-7d' or '-1M/2024-01-01'`, c.pos);
  return range;
}

/** TD_INTERVAL(time, '-7d/-1d'[, zone]): a range relative to the scheduled time. */
const interval = (c: CallContext): Typed => {
  const { start, end } = readInterval(c, c.args[1]!, c.args[2]);
  return between(c.args[0]!, constant(String(start)), constant(String(end)));
};

/** TD_INTERVAL_RANGE('-7d'[, zone]): start and end of that range. */
const intervalRange = (c: CallContext): Sql => {
  const { start, end } = readInterval(c, c.args[0]!, c.args[1]);
  return engine`[CAST(${start} AS BIGINT), CAST(${end} AS BIGINT)]`;
};

/** Number of a row's session: rows of one key in time order, split at gaps of more than `timeout` seconds. */
function sessionNumber(time: Sql, timeout: Sql, over: Sql): Sql {
  const gap = engine`${time} - lag(${time}, 1, ${time} - ${timeout} - 1) OVER ${over}`;
  const start = nested(engine`CASE WHEN ${gap} > ${timeout} THEN TRUE END`);
  return engine`nullif(${apart(engine`count(${start}) OVER ${over}`)}, 0)`;
}

/** TD_SESSIONIZE_WINDOW(time, timeout) OVER (PARTITION BY key ORDER BY time): the session's id. */
const sessionizeWindow = (c: CallContext): Sql => {
  const spec = c.call.over!;
  if (spec.frame !== null) return c.t.unsupported("a frame in td_sessionize_window", c.pos);
  const over = windowSql(c.t, spec, c.scope);
  const key =
    spec.partitionBy.length === 0
      ? engine`''`
      : chain(
          "||",
          separated(spec.partitionBy.map((expr) => engine`coalesce(CAST(${c.analyze(expr).sql} AS VARCHAR), '')`), ":"), // prettier-ignore
        );
  return engine`~session_id(${key}, ${sessionNumber(c.args[0]!.sql, c.args[1]!.sql, over)})`;
};

/**
 * TD_SESSIONIZE(time, timeout, key) of a subquery sorted by key and time, as documented. The engine does not preserve the order of
 * subqueries, so rows are sorted here.
 */
const sessionize = (c: CallContext): Sql => {
  const [time, timeout, key] = sqlOf(c.args) as [Sql, Sql, Sql];
  return engine`~session_id(coalesce(${key}, ''), ${sessionNumber(time, timeout, engine`(PARTITION BY ${key} ORDER BY ${time})`)})`;
};

const conditional = (name: string) => forms(
  aggregate("(bigint, boolean) -> bigint", `CAST(@${name}(CASE WHEN $2 THEN $1 END) AS BIGINT)`),
  aggregate("(double, boolean) -> double", `@${name}(CASE WHEN $2 THEN $1 END)`),
); // prettier-ignore

/** The value at the first or last of the keys, in lexicographic order of the keys. */
const byKeys = (name: string) => forms(
  aggregate("(T, O) -> T", `@${name}($1, $2)`),
  aggregate("(T, O, P) -> T", `@${name}($1, struct_pack(a := $2, b := $3))`),
  aggregate("(T, O, P, Q) -> T", `@${name}($1, struct_pack(a := $2, b := $3, c := $4))`),
); // prettier-ignore

const userAgent = (c: CallContext): Sql | Typed =>
  c.args.length === 1
    ? withType(engine`svc_parse_agent(${c.args[0]!.sql})`, mapOf(VARCHAR, VARCHAR))
    : engine`svc_parse_agent(${c.args[0]!.sql})[${c.args[1]!.sql}]`;

/** The engine's texts are UTF-8 only. */
const urlEncode = (c: CallContext): Sql =>
  /^utf-?8$/i.test(String(c.args[1]!.constant))
    ? engine`svc_url_encode(${c.args[0]!.sql})`
    : c.t.unsupported("td_url_encode with a character set other than 'UTF-8'", c.pos);

/** The service's own functions of Hive alone. */
export const serviceFunctionsOfHive = family("service functions of Hive")`
-- Zero where the divisor is.
td_divide(x, y) → double | quotient, zero where y is | td_divide(1, 4) --> 0.25
  (double, double) -> double = (CASE WHEN $2 = 0 AND $1 IS NOT NULL THEN 0.0 ELSE $1 / $2 END)
`;

/** The service's own functions, for both dialects. */
export const serviceFunctions = family("service functions")`
-- A number with a fraction, such as a quotient in Hive, is a time too, and no text.
td_time_range(time, start[, end[, zone]]) → boolean | whether unix time lies in [start, end) | td_time_range(1700000000, '2023-11-14', '2023-11-15') --> true
  (bigint, !varchar/bigint/double, !varchar) -> boolean | (bigint, !varchar/bigint/double, !varchar, varchar) -> boolean | (bigint, !varchar/bigint/double, bigint) -> boolean | (bigint, !varchar/bigint/double, bigint, varchar) -> boolean | (bigint, !varchar/bigint/double, double) -> boolean | (bigint, !varchar/bigint/double, double, varchar) -> boolean = ${timeRange}
  (bigint, !varchar/bigint/double) -> boolean = ${timeRange}
td_interval(time, interval[, zone]) → boolean | whether unix time lies in an interval such as '-1d' | td_interval(1705200000, '-1d') --> true
  (bigint, varchar) -> boolean | (bigint, varchar, varchar) -> boolean = ${interval}
td_interval_range(interval[, zone]) → array | start and end of an interval, as unix times | td_interval_range('1d') --> [1705276800,1705363200]
  (varchar) -> array(bigint) | (varchar, varchar) -> array(bigint) = ${intervalRange}
td_time_format(time, format[, zone]) → varchar | unix time as text, by a format such as 'yyyy-MM-dd HH:mm:ss z' | td_time_format(1700000000, 'yyyy-MM-dd', 'jst') --> "2023-11-15"
  (bigint, varchar) -> varchar | (bigint, varchar, varchar) -> varchar = ${timeFormat}
td_time_string(time, format_code[, zone]) → varchar | unix time as text, by a code such as 'd!' | td_time_string(1700000000, 'd!') --> "2023-11-14"
  (bigint, varchar) -> varchar | (bigint, varchar, varchar) -> varchar = ${timeString}
td_time_parse(string[, zone]) → bigint | text as unix time | td_time_parse('2023-11-14') --> 1699920000
  (varchar) -> bigint | (varchar, varchar) -> bigint = ${timeParse}
td_time_add(time, duration[, zone]) → bigint | unix time later by a duration such as '1d' | td_time_add(1700000000, '-2h') --> 1699992800
  (!varchar/bigint/double, varchar) -> bigint | (!varchar/bigint/double, varchar, varchar) -> bigint = ${timeAdd}
td_date_trunc(unit, time[, zone]) → bigint | unix time cut to a unit | td_date_trunc('hour', 1700000000) --> 1699999200
  (varchar, bigint) -> bigint | (varchar, bigint, varchar) -> bigint = ${tdDateTrunc}
td_scheduled_time() → bigint | unix time for which the job was scheduled | td_scheduled_time() --> 1705314600
  () -> bigint = ${scheduledTime}
td_first(x, order, …) → same as x | x of the row that comes first in that order | select td_first(x, y) from (values ('b', 2), ('a', 1)) t(x, y) --> [["a"]]
  ${byKeys("arg_min_null")}
td_last(x, order, …) → same as x | x of the row that comes last in that order | select td_last(x, y) from (values ('b', 2), ('a', 1)) t(x, y) --> [["b"]]
  ${byKeys("arg_max_null")}
aggregate td_avgif(x, condition) → double | mean of the rows where the condition holds | select td_avgif(x, x > 1) from (values 1, 2, 4) t(x) --> [[3]]
  (double, boolean) -> double = @avg(CASE WHEN $2 THEN $1 END)
td_sumif(x, condition) → same as x | total of the rows where the condition holds | select td_sumif(x, x > 1) from (values 1, 2, 4) t(x) --> [[6]]
  ${conditional("sum")}
aggregate td_countif(condition) → bigint | number of rows where the condition holds | select td_countif(x > 1) from (values 1, 2, 4) t(x) --> [[2]]
  (boolean) -> bigint = @count(CASE WHEN $1 THEN 1 END)
td_url_decode(string) → varchar | decoded | td_url_decode('a%20b+c') --> "a b c"
  (varchar) -> varchar = ~url_decoded(replace($1, '+', ' '))
td_url_encode(string[, charset]) → varchar | encoded, in UTF-8 | td_url_encode('a b&c') --> "a+b%26c"
  (varchar) -> varchar = svc_url_encode($1)
  (varchar, varchar) -> varchar = ${urlEncode}
td_md5(string) → varchar | MD5 hash | td_md5('a') --> "0cc175b9c0f1b6a831c399e269772661"
  (varchar) -> varchar = md5($1)
td_array_index(array, index) → element | the element, from 0; null when it is not there | td_array_index(array[5,6], 0) --> 5
  (array(T), bigint) -> T = (CASE WHEN $2 >= 0 THEN $1[$2 + 1] END)
td_parse_agent(string[, key]) → map or varchar | what a user agent says | td_parse_agent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36', 'name') --> "Chrome"
  (varchar) -> map(varchar, varchar) | (varchar, varchar) -> varchar = ${userAgent}
window td_sessionize_window(time, timeout) → varchar | window: session of each row, by a pause | select count(distinct s) from (select td_sessionize_window(time, 100) over (order by time) s from logs) t --> [[2]]
  (bigint, bigint) -> varchar = ${sessionizeWindow}
td_sessionize(time, timeout, key) → varchar | session of each row; rows must be ordered | select count(distinct s) from (select td_sessionize(time, 60, path) s from (select * from logs order by path, time) l) t --> [[3]]
  (bigint, bigint, varchar) -> varchar = ${sessionize}
`;
