import { expect, test } from "@jest/globals";
import { instantAt, offsetMinutes, resolveZone, wallClock } from "../../../src/dialect/time/zones.ts";

test.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["JST", "Asia/Tokyo"],
  ["+9", "+09:00"],
  ["UTC-0330", "-03:30"],
  ["Z", "UTC"],
  ["Mars/Base", null],
  ["+15:00", null],
])("the zone %s is %s", (name, zone) => expect(resolveZone(name)).toBe(zone));

test("fixed offsets are added, named zones are the engine's", () => {
  expect(offsetMinutes("-03:30")).toBe(-210);
  expect(wallClock("x", "+09:00")).toBe("(x + to_minutes(540))");
  expect(instantAt("x", "+09:00")).toBe("(x - to_minutes(540))");
  expect(wallClock("x", "Asia/Tokyo")).toBe("((x AT TIME ZONE 'UTC') AT TIME ZONE 'Asia/Tokyo')");
  expect(wallClock("x", "UTC")).toBe("x");
});
