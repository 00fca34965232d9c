import { expect, test } from "@jest/globals";
import { printSql } from "../../../src/dialect/sql/print-sql.ts";
import { word } from "../../../src/dialect/sql/tree.ts";
import { instantAt, offsetMinutes, resolveZone, wallClock } from "../../../src/dialect/time/zones.ts";

test.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["+9", "+09:00"],
  ["UTC-0330", "-03:30"],
  ["Z", "UTC"],
  ["JST", null],
  ["PDT", null],
  ["CET", "CET"],
  ["UT+5", "+05:00"],
  ["Mars/Base", null],
  ["+15:00", null],
])("the zone %s is %s", (name, zone) => expect(resolveZone(name)).toBe(zone));

test("fixed offsets are added, named zones are left to the engine", () => {
  expect(offsetMinutes("-03:30")).toBe(-210);
  expect(printSql(wallClock(word("x"), "+09:00")).sql).toBe("(x + to_minutes(540))");
  expect(printSql(instantAt(word("x"), "+09:00")).sql).toBe("(x - to_minutes(540))");
  expect(printSql(wallClock(word("x"), "Asia/Tokyo")).sql).toBe(
    "((x AT TIME ZONE 'UTC') AT TIME ZONE 'Asia/Tokyo')",
  );
  expect(printSql(wallClock(word("x"), "UTC")).sql).toBe("x");
});
