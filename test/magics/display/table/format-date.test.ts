import { expect, test } from "@jest/globals";
import { datePrecision, formatDate, formatOffset } from "../../../../src/magics/display/table/format-date.ts";

const at = (iso: string): Date => new Date(iso);

test.each([
  ["2024-05-06T07:08:09Z", null, "second", "2024-05-06 07:08:09"],
  ["2024-05-06T07:08:09Z", "UTC", "second", "2024-05-06 07:08:09+00:00"],
  ["2024-05-06T07:08:09.012Z", "Asia/Tokyo", "millisecond", "2024-05-06 16:08:09.012+09:00"],
  ["2024-05-06T00:00:00Z", null, "day", "2024-05-06"],
  ["2024-05-05T15:00:00Z", "Asia/Tokyo", "day", "2024-05-06 00:00:00+09:00"],
  ["2024-11-03T05:30:00Z", "America/New_York", "second", "2024-11-03 01:30:00-04:00"],
  ["2024-11-03T06:30:00Z", "America/New_York", "second", "2024-11-03 01:30:00-05:00"],
  ["1969-12-31T23:59:59.500Z", "Asia/Kolkata", "millisecond", "1970-01-01 05:29:59.500+05:30"],
  ["0001-01-01T00:00:00Z", null, "day", "0001-01-01"],
  ["-000001-01-01T00:00:00Z", null, "second", "-000001-01-01 00:00:00"],
] as const)("%s in %s to the %s", (iso, zone, precision, text) => {
  expect(formatDate(at(iso), zone, precision)).toBe(text);
});

test("an invalid date", () => {
  expect(formatDate(new Date(NaN), "Asia/Tokyo", "second")).toBe("NaT");
});

test("the precision is the coarsest that loses nothing in the zone", () => {
  expect(datePrecision([at("2024-05-06T00:00:00Z"), new Date(NaN)], null)).toBe("day");
  expect(datePrecision([at("2024-05-06T00:00:00Z")], "Asia/Tokyo")).toBe("second");
  expect(datePrecision([at("2024-05-06T00:00:00Z"), at("2024-05-06T00:00:00.001Z")], null)).toBe(
    "millisecond",
  );
});

test("historical offsets have seconds", () => {
  expect(formatOffset(33_539_000)).toBe("+09:18:59");
});
