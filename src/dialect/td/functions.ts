import { aggregate, family, forms, scalar, windowed, type CallContext } from "../functions/function-table.ts";
import { typed, type Typed } from "../analyze/typed.ts";
import { mapOf, VARCHAR } from "../types/type.ts";
import { tdDateTrunc, scheduledTime, timeAdd, timeFormat, timeParse, timeString } from "./time.ts";
import { interval, intervalRange, timeRange } from "./ranges.ts";
import { sessionize, sessionizeWindow } from "./sessionize.ts";
import { engine, type Sql } from "../sql/tree.ts";

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
    ? typed(engine`svc_parse_agent(${c.args[0]!.sql})`, mapOf(VARCHAR, VARCHAR))
    : engine`svc_parse_agent(${c.args[0]!.sql})[${c.args[1]!.sql}]`;

/** The engine's texts are UTF-8 only. */
const urlEncode = (c: CallContext): Sql =>
  /^utf-?8$/i.test(String(c.args[1]!.constant))
    ? engine`svc_url_encode(${c.args[0]!.sql})`
    : c.t.unsupported("td_url_encode with a character set other than 'UTF-8'", c.pos);

/** The service's own functions of Hive alone. */
export const serviceFunctionsOfHive = family("service functions of Hive", {
  // Zero where the divisor is.
  td_divide: scalar(
    "(double, double) -> double",
    "(CASE WHEN $2 = 0 AND $1 IS NOT NULL THEN 0.0 ELSE $1 / $2 END)",
  ),
});

/** The service's own functions, for both dialects. */
export const serviceFunctions = family("service functions", {
  td_time_range: forms(
    // A number with a fraction, such as a quotient in Hive, is a time too, and no text.
    ...["!varchar", "bigint", "double"].map((to) =>
      scalar(
        `(bigint, !varchar/bigint/double, ${to}) -> boolean | (bigint, !varchar/bigint/double, ${to}, varchar) -> boolean`,
        timeRange,
      ),
    ),
    scalar("(bigint, !varchar/bigint/double) -> boolean", timeRange),
  ),
  td_interval: scalar("(bigint, varchar) -> boolean | (bigint, varchar, varchar) -> boolean", interval),
  td_interval_range: scalar(
    "(varchar) -> array(bigint) | (varchar, varchar) -> array(bigint)",
    intervalRange,
  ),
  td_time_format: scalar("(bigint, varchar) -> varchar | (bigint, varchar, varchar) -> varchar", timeFormat),
  td_time_string: scalar("(bigint, varchar) -> varchar | (bigint, varchar, varchar) -> varchar", timeString),
  td_time_parse: scalar("(varchar) -> bigint | (varchar, varchar) -> bigint", timeParse),
  td_time_add: scalar(
    "(!varchar/bigint/double, varchar) -> bigint | (!varchar/bigint/double, varchar, varchar) -> bigint",
    timeAdd,
  ),
  td_date_trunc: scalar("(varchar, bigint) -> bigint | (varchar, bigint, varchar) -> bigint", tdDateTrunc),
  td_scheduled_time: scalar("() -> bigint", scheduledTime),
  td_first: byKeys("arg_min_null"),
  td_last: byKeys("arg_max_null"),
  td_avgif: aggregate("(double, boolean) -> double", "@avg(CASE WHEN $2 THEN $1 END)"),
  td_sumif: conditional("sum"),
  td_countif: aggregate("(boolean) -> bigint", "@count(CASE WHEN $1 THEN 1 END)"),
  td_url_decode: scalar("(varchar) -> varchar", "~url_decoded(replace($1, '+', ' '))"),
  td_url_encode: forms(
    scalar("(varchar) -> varchar", "svc_url_encode($1)"),
    scalar("(varchar, varchar) -> varchar", urlEncode),
  ),
  td_md5: scalar("(varchar) -> varchar", "md5($1)"),
  td_array_index: scalar("(array(T), bigint) -> T", "(CASE WHEN $2 >= 0 THEN $1[$2 + 1] END)"),
  td_parse_agent: scalar("(varchar) -> map(varchar, varchar) | (varchar, varchar) -> varchar", userAgent),
  td_sessionize_window: windowed("(bigint, bigint) -> varchar", sessionizeWindow),
  td_sessionize: scalar("(bigint, bigint, varchar) -> varchar", sessionize),
});
