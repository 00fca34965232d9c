import { expect, test } from "@jest/globals";
import { timeOfValue, timeShown } from "../../../../src/core/table/expressions/read-time.ts";

test.each([
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2024-02-29 12:30:00", "2024-02-29T12:30:00.000Z"],
  ["2024-02-29 12:30:00 Asia/Tokyo", "2024-02-29T03:30:00.000Z"],
  ["2024-02-29T12:30:00+02:00", "2024-02-29T10:30:00.000Z"],
  ["Feb 29, 2024", "2024-02-29T00:00:00.000Z"],
  ["02-29-2024", "2024-02-29T00:00:00.000Z"],
  [0, "1970-01-01T00:00:00.000Z"],
])("the instant of %j is %s", (value, instant) => {
  expect(timeOfValue(value).toISOString()).toBe(instant);
});

test("what is no time has no instant", () => {
  expect(timeOfValue("tomorrow").getTime()).toBeNaN();
});

test.each([
  ["2024-02-29 12:30:00 Asia/Tokyo", null, "2024-02-29T12:30:00.000Z"],
  ["2024-02-29 12:30:00", "Asia/Tokyo", "2024-02-29T12:30:00.000Z"],
  [new Date("2024-02-29T00:00:00Z"), "Asia/Tokyo", "2024-02-29T09:00:00.000Z"],
  [new Date("2024-02-29T00:00:00Z"), null, "2024-02-29T00:00:00.000Z"],
])("%j in the zone %s shows %s", (value, zone, shown) => {
  expect(timeShown(value, zone).toISOString()).toBe(shown);
});
