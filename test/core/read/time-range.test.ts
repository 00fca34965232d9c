import { expect, test } from "@jest/globals";
import { timeRangeSql, type TimeBound } from "../../../src/core/read/time-range.ts";

test.each<[TimeBound, TimeBound, string | null]>([
  ["2024-01-01", "2024-01-02", "td_time_range(time, '2024-01-01 00:00:00', '2024-01-02 00:00:00')"],
  [0, null, "td_time_range(time, '1970-01-01 00:00:00', NULL)"],
  [null, 1700000000n, "td_time_range(time, NULL, '2023-11-14 22:13:20')"],
  [-1, undefined, "td_time_range(time, '1969-12-31 23:59:59', NULL)"],
  [
    "2024-01-01 09:00:00+09:00",
    new Date("2024-01-02T00:00:00Z"),
    "td_time_range(time, '2024-01-01 00:00:00', '2024-01-02 00:00:00')",
  ],
  // `time` is whole seconds: 10.5 excludes second 10 as start and includes it as end.
  [10.5, "1970-01-01 00:00:20.5", "td_time_range(time, '1970-01-01 00:00:11', '1970-01-01 00:00:21')"],
  [null, null, null],
])("%p to %p", (start, end, expected) => {
  expect(timeRangeSql([start, end])).toBe(expected);
});

test("no range gives no condition", () => {
  expect(timeRangeSql(null)).toBeNull();
  expect(timeRangeSql(undefined)).toBeNull();
});

test.each<[unknown, string]>([
  [[true, null], "time_range start must be null, unix seconds, text or a Date, not boolean"],
  [[null, NaN], "time_range end must be null, unix seconds, text or a Date, not NaN"],
  [[null, Infinity], "time_range end must be null, unix seconds, text or a Date, not Infinity"],
  [[new Date(NaN), null], "time_range start must be null, unix seconds, text or a Date, not an invalid Date"],
  [["soon", null], 'time_range start "soon" is not a time; write YYYY-MM-DD or YYYY-MM-DD HH:MM:SS[+HH:MM]'],
  [
    ["2021-07-01 12:00:00 BST", null],
    'time_range start "2021-07-01 12:00:00 BST" is not a time; BST is an abbreviation that may mean ' +
      "Europe/London or Asia/Dhaka or Pacific/Bougainville; write the zone's name, or an offset such as +01:00",
  ],
  [[1e15, null], "time_range start is outside the years 0 to 9999"],
  [[{}, null], "time_range start must be null, unix seconds, text or a Date, not object"],
  [["2024-01-01"], "time_range must be a pair [start, end]; null leaves an end open"],
  ["2024-01-01", "time_range must be a pair [start, end]; null leaves an end open"],
])("%p is refused", (range, message) => {
  expect(() => timeRangeSql(range as [TimeBound, TimeBound])).toThrow(message);
});
