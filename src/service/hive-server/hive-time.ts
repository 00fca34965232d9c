import type { TimeSql } from "../td/td-writers.ts";

/** Right where the server's own session is in UTC, as it should be in front of this service. */
export const hiveTime: TimeSql = {
  parse: (text, zone) => `unix_timestamp(to_utc_timestamp(CAST(${text} AS timestamp), ${zone}))`,
  format: (seconds, pattern, zone) =>
    `date_format(from_utc_timestamp(from_unixtime(${seconds}), ${zone}), ${pattern})`,
  truncate: (unit, seconds, zone) =>
    `unix_timestamp(to_utc_timestamp(date_trunc(${unit}, from_utc_timestamp(from_unixtime(${seconds}), ${zone})), ${zone}))`,
};
