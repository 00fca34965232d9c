import { expect, test } from "@jest/globals";
import { decimalsAreDoubles, hasEffect, sessionHints } from "../../../src/dialect/parse/session-hints.ts";

test("sessionHints reads the leading comment lines", () => {
  const sql = `-- client: x
-- set session join_distribution_type = 'BROADCAST'
-- set session hive.a_b = 3;

SELECT 1 -- set session c = 1
-- set session d = 2`;
  expect([...sessionHints(sql)]).toEqual([
    ["join_distribution_type", "BROADCAST"],
    ["hive.a_b", "3"],
  ]);
});

test("sessionHints reads no more than a thousand lines, and none behind other text", () => {
  const hint = "-- set session a = 1\n";
  expect(sessionHints(`${"--\n".repeat(999)}${hint}select 1`).size).toBe(1);
  expect(sessionHints(`${"--\n".repeat(1000)}${hint}select 1`).size).toBe(0);
  expect(sessionHints(`\r\n \t${hint}`).get("a")).toBe("1");
  expect(sessionHints(`/* */ ${hint}`).size).toBe(0);
});

test("decimal literals are doubles where the last property of the name says so", () => {
  const name = "parse_decimal_literals_as_double";
  expect(decimalsAreDoubles([])).toBe(false);
  expect(decimalsAreDoubles([[name, "TRUE"]])).toBe(true);
  expect(
    decimalsAreDoubles([
      [name, "true"],
      [name, "false"],
    ]),
  ).toBe(false);
  expect(() => decimalsAreDoubles([[name, "yes"]])).toThrow(
    "session property 'parse_decimal_literals_as_double' must be true or false, not yes",
  );
  expect([name, "join_distribution_type"].map(hasEffect)).toEqual([true, false]);
});
