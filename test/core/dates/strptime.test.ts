import { describe, expect, test } from "vitest";
import { strptime } from "../../../src/core/dates/strptime.ts";

function iso(pattern: string, text: string): string | null {
  const unixMs = strptime(pattern)(text);
  return unixMs === null ? null : new Date(unixMs).toISOString();
}

describe("matching text", () => {
  test.each([
    ["%Y-%m-%d", "2024-05-06", "2024-05-06T00:00:00.000Z"],
    ["%Y-%m-%d", "2024-5-6", "2024-05-06T00:00:00.000Z"],
    ["%F %T", "2024-05-06 07:08:09", "2024-05-06T07:08:09.000Z"],
    ["%Y-%m-%dT%H:%M:%S.%f%z", "2024-05-06T07:08:09.123456+09:00", "2024-05-05T22:08:09.123Z"],
    ["%Y%m%d%H%M%S", "20240506070809", "2024-05-06T07:08:09.000Z"],
    ["%d/%b/%Y:%H:%M:%S %z", "06/May/2024:07:08:09 -0700", "2024-05-06T14:08:09.000Z"],
    ["%a, %d %B %Y", "Mon, 06 may 2024", "2024-05-06T00:00:00.000Z"],
    ["%A %e %B %y", "Monday  6 June 69", "1969-06-06T00:00:00.000Z"],
    ["%y", "68", "2068-01-01T00:00:00.000Z"],
    ["%m/%d/%Y %I:%M %p", "12/31/2023 12:05 am", "2023-12-31T00:05:00.000Z"],
    ["%I:%M:%S %p", "12:00:00 PM", "1900-01-01T12:00:00.000Z"],
    ["%Y %j", "2024 366", "2024-12-31T00:00:00.000Z"],
    ["%D %R", "05/06/24 07:08", "2024-05-06T07:08:00.000Z"],
    ["%s", "1700000000", "2023-11-14T22:13:20.000Z"],
    ["%s", "-1", "1969-12-31T23:59:59.000Z"],
    ["%Y-%m-%d %H:%M:%S %Z", "2024-05-06 07:08:09 UTC", "2024-05-06T07:08:09.000Z"],
    ["%Y-%m-%d %H:%M %Z", "2024-07-01 00:00 America/New_York", "2024-07-01T04:00:00.000Z"],
    ["%Y-%m-%d %H:%M %Z", "2024-01-01 00:00 Asia/Tokyo", "2023-12-31T15:00:00.000Z"],
    ["100%% on %Y", "100% on 2024", "2024-01-01T00:00:00.000Z"],
    ["%Y%n%m%t%d", "2024 05  06", "2024-05-06T00:00:00.000Z"],
    ["%%Tag %Y", "%Tag 2024", "2024-01-01T00:00:00.000Z"],
    ["(%Y).[%m]", "(2024).[02]", "2024-02-01T00:00:00.000Z"],
    ["%f", "5", "1900-01-01T00:00:00.500Z"],
    ["%H:%M", "  23:59 ", "1900-01-01T23:59:00.000Z"],
    ["%Y", "0099", "0099-01-01T00:00:00.000Z"],
  ])("%s reads %j", (pattern, text, expected) => {
    expect(iso(pattern, text)).toBe(expected);
  });
});

describe("text that does not match", () => {
  test.each([
    ["%s", "9999999999999999"],
    ["%Y-%m-%d", "2023-02-29"],
    ["%Y-%m-%d", "2024-13-01"],
    ["%Y-%m-%d", "2024-05-06 07:08"],
    ["%Y-%m-%d", ""],
    ["%H:%M", "24:00"],
    ["%H:%M", "10:60"],
    ["%I %p", "13 pm"],
    ["%Y %j", "2023 366"],
    ["%Y %j", "2023 0"],
    ["%b", "Foo"],
    ["%Y %Z", "2024 Nowhere/Land"],
    ["(%Y)", "2024"],
    ["%Y.%m", "2024x05"],
  ])("%s refuses %j", (pattern, text) => {
    expect(iso(pattern, text)).toBeNull();
  });

  test("an unsupported directive is named", () => {
    expect(() => strptime("%Y-%Q")).toThrow(
      'date format "%Y-%Q" has %Q, which is not supported; supported are %Y %y ',
    );
    expect(() => strptime("%Y%")).toThrow("has %, which is not supported");
  });
});
