import { describe, expect, test } from "@jest/globals";
import { quoteTime } from "../../../src/clusters/hive-server/quote-time.ts";
import { placeInText } from "../../../src/clusters/td/rewrite-calls.ts";

describe("quoteTime", () => {
  test.each([
    ["SELECT time, t.Time AS time FROM t", "SELECT `time`, t.`Time` AS `time` FROM t"],
    ["SELECT max(time)-1, from_unixtime(time) FROM t", "SELECT max(`time`)-1, from_unixtime(`time`) FROM t"],
    ["CREATE TABLE t (time bigint)", "CREATE TABLE t (`time` bigint)"],
    ["UPDATE t SET time = 5", "UPDATE t SET `time` = 5"],
    ["SET a.time = 1;\nSELECT time", "SET a.time = 1;\nSELECT `time`"],
    [`SELECT 'time', "a \\" time", \`time\`, time_range -- time\n/* time */`, null],
    ["SELECT CAST(x AS timestamp WITH LOCAL TIME ZONE), time ('1')", null],
  ])("%s", (sql, written) => {
    expect(quoteTime(sql).sql).toBe(written ?? sql);
  });

  test("positions refer to the user's text", () => {
    const text = "SELECT time,\n time, nix";
    expect(placeInText(text, quoteTime(text), 2, 10)).toEqual({ line: 2, column: 8 });
  });
});
