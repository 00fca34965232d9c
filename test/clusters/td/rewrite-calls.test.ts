import { describe, expect, test } from "@jest/globals";
import { positionInText, rewriteCalls } from "../../../src/clusters/td/rewrite-calls.ts";
import { tdWriters } from "../../../src/clusters/td/td-writers.ts";
import { trinoTime } from "../../../src/clusters/trino/trino-statement.ts";

/** What Trino runs for TD_TIME_PARSE of a text that is no literal. */
const parsed = (text: string): string => {
  const plain = `regexp_replace(regexp_replace(${text}, '([0-9])T([0-9])', '$1 $2'), 'Z *$', ' UTC')`;
  return `CASE WHEN regexp_like(${text}, '^ *[0-9]{4}') THEN CAST(floor(to_unixtime(CASE WHEN regexp_like(${text}, ':.*[-+A-Z]') THEN CAST(${plain} AS timestamp with time zone) ELSE with_timezone(CAST(${plain} AS timestamp), 'Asia/Tokyo') END)) AS bigint) END`;
};

const rewrite = (sql: string) => rewriteCalls(sql, "presto", tdWriters(trinoTime, Date.UTC(2024, 0, 1)));

describe("rewriteCalls", () => {
  test.each([
    [
      "TD_TIME_RANGE(time, '2024-01-01', '2024-01-02 00:00:01')",
      "(time >= 1704067200 AND time < 1704153601)",
    ],
    ["td_time_range ( time , NULL, 5 )", "(time < 5)"],
    ["td_time_range(time, null, null)", "(TRUE)"],
    ["TD_TIME_RANGE(t, '2024-01-01 00:00:00+09:00', null)", "(t >= 1704034800)"],
    ["TD_TIME_RANGE(t, '2024-01-01', NULL, 'JST')", "(t >= 1704034800)"],
    [
      "TD_TIME_RANGE(t, TD_TIME_FORMAT(u, 'yyyy-MM-dd'), x || '-01', 'JST')",
      `(t >= ${parsed("format_datetime(from_unixtime(u, 'UTC'), 'yyyy-MM-dd')")} AND t < ${parsed("x || '-01'")})`,
    ],
    ["TD_TIME_RANGE(t, min(x), max(y) + 1)", "(t >= min(x) AND t < max(y) + 1)"],
    ["TD_INTERVAL(t, '-1d', 'JST')", "(t >= 1703948400 AND t < 1704034800)"],
    [
      "TD_TIME_RANGE(t, TD_TIME_ADD(TD_SCHEDULED_TIME(), '-1d'), TD_SCHEDULED_TIME())",
      "(t >= (CAST(1704067200 AS bigint) + -86400) AND t < CAST(1704067200 AS bigint))",
    ],
    ["TD_TIME_FORMAT(t, 'yyyy-MM-dd, HH')", "format_datetime(from_unixtime(t, 'UTC'), 'yyyy-MM-dd, HH')"],
    ["TD_TIME_PARSE(day, 'Asia/Tokyo')", parsed("day")],
    ["TD_TIME_PARSE('', 'Asia/Tokyo')", parsed("''")],
    ["TD_TIME_PARSE('1970-01-02')", "CAST(86400 AS bigint)"],
    ["TD_DATE_TRUNC('day', t)", "CAST(to_unixtime(date_trunc('day', from_unixtime(t, 'UTC'))) AS bigint)"],
    ["'TD_SCHEDULED_TIME()' /* TD_SCHEDULED_TIME() */ \"td_scheduled_time\" a.td_scheduled_time()", null],
    ["TD_INTERVAL(time, x)", null],
    ["TD_TIME_ADD(time, x)", null],
    ["TD_TIME_RANGE(time, 'unclosed", null],
  ])("%s", (sql, rewritten) => {
    expect(rewrite(sql).sql).toBe(rewritten ?? sql);
  });

  test("a call that stays keeps the rewritten calls within it", () => {
    expect(rewrite("TD_INTERVAL(TD_SCHEDULED_TIME(), x)").sql).toBe(
      "TD_INTERVAL(CAST(1704067200 AS bigint), x)",
    );
    expect(rewrite("TD_TIME_RANGE(TD_SCHEDULED_TIME(), 5").sql).toBe(
      "TD_TIME_RANGE(CAST(1704067200 AS bigint), 5",
    );
  });

  test("calls inside each other, whose text multiplies, are refused at a length", () => {
    const sql = `${"td_time_parse(".repeat(10)}x${")".repeat(10)}`;
    expect(() => rewrite(sql)).toThrow(
      "td_time_parse with its arguments is longer than 1000000 characters in the cluster's SQL; name the inner value in WITH, and use the name here",
    );
  });

  test("calls are refused beyond sixteen inside each other", () => {
    const nested = (count: number): string => `${"td_time_add(".repeat(count)}x${", '1d')".repeat(count)}`;
    expect(rewrite(nested(16)).sql).toContain("(x + 86400)");
    expect(() => rewrite(nested(17))).toThrow(
      "td_time_add is inside more than 16 other TD functions; name the inner value in WITH, and use the name here",
    );
  });

  test("a bound that is no time is an error", () => {
    expect(() => rewrite("TD_TIME_RANGE(t, 'abc')")).toThrow(
      "'abc' is not a time that td_time_range can read",
    );
  });

  test("a backslash does not escape in Presto's strings, but does in Hive's", () => {
    const writers = tdWriters(trinoTime, Date.UTC(2024, 0, 1));
    expect(rewriteCalls("SELECT 'C:\\', TD_SCHEDULED_TIME()", "presto", writers).sql).toBe(
      "SELECT 'C:\\', CAST(1704067200 AS bigint)",
    );
    const hive = "SELECT 'it\\'s TD_SCHEDULED_TIME()', \"a\\\"TD_SCHEDULED_TIME()\"";
    expect(rewriteCalls(hive, "hive", writers).sql).toBe(hive);
  });

  test("positions refer to the user's text", () => {
    const text = "SELECT TD_SCHEDULED_TIME(), nix,\n TD_TIME_FORMAT(t, 'y') a, foo";
    const rewritten = rewrite(text);
    const place = (line: number, column: number) => positionInText(text, rewritten, line, column);
    expect(rewritten.sql).toBe(
      "SELECT CAST(1704067200 AS bigint), nix,\n format_datetime(from_unixtime(t, 'UTC'), 'y') a, foo",
    );
    expect(place(1, 1)).toEqual({ line: 1, column: 1 });
    expect(place(1, 10)).toEqual({ line: 1, column: 8 });
    expect(place(1, 36)).toEqual({ line: 1, column: 29 });
    expect(place(2, 30)).toEqual({ line: 2, column: 2 });
    expect(place(2, 51)).toEqual({ line: 2, column: 28 });
  });
});
