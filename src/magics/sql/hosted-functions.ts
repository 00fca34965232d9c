import type { SqlDialect } from "./dialect.ts";

/** Functions that the hosted service adds to each language: a line each, `signature | what it gives`. */
export const HOSTED_FUNCTIONS: Readonly<Record<SqlDialect, string>> = {
  presto: `
td_interval(time, interval[, zone]) → boolean | whether unix time lies in an interval such as '-1d'
td_interval_range(interval[, zone]) → array | start and end of an interval, as unix times
td_scheduled_time() → bigint | unix time for which the job was scheduled
td_time_add(time, duration[, zone]) → bigint | unix time later by a duration such as '1d'
td_time_format(time, format[, zone]) → varchar | unix time as text, by a format such as 'yyyy-MM-dd HH:mm:ss z'
td_time_parse(string[, zone]) → bigint | text as unix time
td_time_range(time, start, end[, zone]) → boolean | whether unix time lies in [start, end)
td_time_string(time, format_code[, zone]) → varchar | unix time as text, by a code such as 'd!'
td_date_trunc(unit, time[, zone]) → bigint | unix time cut to a unit
td_sessionize(time, timeout, key) → varchar | session of each row; rows must be ordered
td_url_decode(string) → varchar | decoded
td_parse_user_agent(string[, key]) → varchar | what a user agent says
td_ip_to_country_code(string) → varchar | country of an IP address
`,
  hive: `
td_interval(time, interval[, zone]) → boolean | whether unix time lies in an interval such as '-1d'
td_scheduled_time() → bigint | unix time for which the job was scheduled
td_time_add(time, duration[, zone]) → bigint | unix time later by a duration such as '1d'
td_time_format(time, format[, zone]) → string | unix time as text, by a format such as 'yyyy-MM-dd HH:mm:ss z'
td_time_parse(string[, zone]) → bigint | text as unix time
td_time_range(time, start, end[, zone]) → boolean | whether unix time lies in [start, end)
td_time_string(time, format_code[, zone]) → string | unix time as text, by a code such as 'd!'
td_date_trunc(unit, time[, zone]) → bigint | unix time cut to a unit
td_first(x, order, …) → same as x | x of the row that comes first in that order
td_last(x, order, …) → same as x | x of the row that comes last in that order
td_sessionize(time, timeout, key) → string | session of each row; rows must be ordered
td_url_decode(string) → string | decoded
td_parse_user_agent(string[, key]) → string | what a user agent says
td_parse_agent(string) → map | what a user agent says
td_ip_to_country_code(string) → string | country of an IP address
td_md5(string) → string | MD5 hash
td_x_rank(key) → bigint | rank of each row in its run of equal keys
`,
};
