import type { TimeSql } from "../td/td-writers.ts";

export const trinoTime: TimeSql = {
  dialect: "presto",
  // A text's own zone comes before the given one; CAST AS timestamp drops it.
  parse: (text, zone) => {
    const plain = `regexp_replace(regexp_replace(${text}, '([0-9])T([0-9])', '$1 $2'), 'Z *$', ' UTC')`;
    const time = `CASE WHEN regexp_like(${text}, ':.*[-+A-Z]') THEN CAST(${plain} AS timestamp with time zone) ELSE with_timezone(CAST(${plain} AS timestamp), ${zone}) END`;
    return `CASE WHEN regexp_like(${text}, '^ *[0-9]{4}') THEN CAST(floor(to_unixtime(${time})) AS bigint) END`;
  },
  format: (seconds, pattern, zone) => `format_datetime(from_unixtime(${seconds}, ${zone}), ${pattern})`,
  truncate: (unit, seconds, zone) =>
    `CAST(to_unixtime(date_trunc(${unit}, from_unixtime(${seconds}, ${zone}))) AS bigint)`,
};
