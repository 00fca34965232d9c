import type { TimeSql } from "../td/td-writers.ts";

export const trinoTime: TimeSql = {
  dialect: "presto",
  parse: (text, zone) => `CAST(to_unixtime(with_timezone(CAST(${text} AS timestamp), ${zone})) AS bigint)`,
  format: (seconds, pattern, zone) => `format_datetime(from_unixtime(${seconds}, ${zone}), ${pattern})`,
  truncate: (unit, seconds, zone) =>
    `CAST(to_unixtime(date_trunc(${unit}, from_unixtime(${seconds}, ${zone}))) AS bigint)`,
};
