import { expect, test } from "@jest/globals";
import { strftime } from "../../../src/core/dates/strftime.ts";

const noon = new Date("2024-12-31T12:04:05.678Z");

test.each([
  ["%Y-%m-%d %H:%M:%S.%f", "2024-12-31 12:04:05.678000"],
  ["%F %T %R", "2024-12-31 12:04:05 12:04"],
  ["%D %r", "12/31/24 12:04:05 PM"],
  ["%y %e %j %I %p", "24 31 366 12 PM"],
  ["%a %A %b %h %B", "Tue Tuesday Dec Dec December"],
  ["%z %Z %s", "+0000 UTC 1735646645"],
  ["%n%t%%", "\n\t%"],
])("%s", (pattern, text) => {
  expect(strftime(pattern)(noon)).toBe(text);
});

test("single digits, midnight, and years of other centuries", () => {
  const format = strftime("%Y %y %D %e %j %I %p %r");
  expect(format(new Date("0907-01-02T00:00:00Z"))).toBe("0907 07 01/02/07  2 002 12 AM 12:00:00 AM");
  const before = new Date(0);
  before.setUTCFullYear(-44, 2, 15);
  expect(strftime("%F %D")(before)).toBe("-0044-03-15 03/15/56");
});

test.each(["", "YYYY-MM-DD"])("%j is no pattern: all dates would be the same text", (pattern) => {
  expect(() => strftime(pattern)).toThrow('date_format must be a strftime pattern such as "%Y-%m-%d"');
});

test("an unknown directive is named", () => {
  expect(() => strftime("%Y %q")).toThrow('date_format "%Y %q" has %q, which is not supported');
  expect(() => strftime("100%")).toThrow('date_format "100%" has %, which is not supported');
});
