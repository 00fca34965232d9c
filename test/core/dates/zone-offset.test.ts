import { expect, test } from "@jest/globals";
import { zoneOffsetAt, zoneOffsetMs } from "../../../src/core/dates/zone-offset.ts";

const HOUR = 3_600_000;

test.each([
  ["UTC", "2024-01-01T00:00", 0],
  ["z", "2024-01-01T00:00", 0],
  ["+05:45", "2024-01-01T00:00", 5.75 * HOUR],
  ["-08", "2024-01-01T00:00", -8 * HOUR],
  ["America/New_York", "2024-01-15T12:00", -5 * HOUR],
  ["America/New_York", "2024-07-15T12:00", -4 * HOUR],
  // The hour of 3 November that is repeated: the first occurrence counts.
  ["America/New_York", "2024-11-03T01:30", -4 * HOUR],
  ["America/New_York", "2024-11-03T02:00", -5 * HOUR],
  ["America/New_York", "2024-03-10T01:59", -5 * HOUR],
  ["America/New_York", "2024-03-10T03:00", -4 * HOUR],
  ["Asia/Kolkata", "1999-12-31T23:59", 5.5 * HOUR],
  ["gmt", "2024-07-01T00:00", 0],
  ["Japan", "2024-07-01T00:00", 9 * HOUR],
  ["JST", "2024-07-01T00:00", 9 * HOUR],
  ["KST", "2024-07-01T00:00", 9 * HOUR],
  ["HKT", "2024-07-01T00:00", 8 * HOUR],
  ["SGT", "2024-07-01T00:00", 8 * HOUR],
  ["WIB", "2024-07-01T00:00", 7 * HOUR],
  ["PKT", "2024-07-01T00:00", 5 * HOUR],
  ["SAST", "2024-07-01T00:00", 2 * HOUR],
])("%s at %s", (zone, local, expected) => {
  expect(zoneOffsetMs(zone, Date.parse(`${local}Z`))).toBe(expected);
});

test("an unknown zone", () => {
  expect(zoneOffsetMs("Atlantis", 0)).toBeNull();
  expect(zoneOffsetMs("+25:00", 0)).toBeNull();
});

test.each(["BST", "PST", "PDT", "AST", "NST", "IST", "EST", "CET", "bst", "MIT"])(
  "%s is not a zone",
  (name) => {
    expect(zoneOffsetMs(name, 0)).toBeNull();
    expect(() => zoneOffsetAt(name, 0)).toThrow(`no such time zone: ${name}`);
  },
);

test("the offset at an instant, also before time zones existed; an unknown zone is an error", () => {
  expect(zoneOffsetAt("Asia/Tokyo", Date.UTC(2024, 0, 1))).toBe(9 * 3_600_000);
  expect(zoneOffsetAt("-03:30", Date.UTC(2024, 0, 1))).toBe(-3.5 * 3_600_000);
  expect(zoneOffsetAt("Asia/Tokyo", Date.UTC(1880, 0, 1))).toBe(33_539_000);
  expect(zoneOffsetAt("Asia/Tokyo", Date.parse("-000043-03-15T00:00Z"))).toBe(33_539_000);
  expect(() => zoneOffsetAt("Atlantis", 0)).toThrow("no such time zone: Atlantis");
});
