import { expect, test } from "@jest/globals";
import { parseInterval } from "../../../src/dialect/td/interval-text.ts";

const unix = (text: string): number => Date.parse(text) / 1000;

// Clocks in Havana went back from 01:00 to 00:00 on 2021-11-07.
test.each([
  ["1d", "2021-11-07T12:00:00-05:00", "2021-11-07T00:00:00-04:00", "2021-11-08T00:00:00-05:00"],
  ["-1d", "2021-11-07T12:00:00-05:00", "2021-11-06T00:00:00-04:00", "2021-11-07T00:00:00-04:00"],
  ["-1d", "2021-11-08T12:00:00-05:00", "2021-11-07T00:00:00-04:00", "2021-11-08T00:00:00-05:00"],
  ["-1d/-1d", "2021-11-09T12:00:00-05:00", "2021-11-07T00:00:00-04:00", "2021-11-08T00:00:00-05:00"],
  ["1h", "2021-11-07T00:30:00-05:00", "2021-11-07T00:00:00-05:00", "2021-11-07T01:00:00-05:00"],
  ["1h", "2021-11-07T00:30:00-04:00", "2021-11-07T00:00:00-04:00", "2021-11-07T00:00:00-05:00"],
])("%s at %s, where midnight comes twice, begins with the first", (text, now, start, end) => {
  expect(parseInterval(text, unix(now), "America/Havana")).toEqual({ start: unix(start), end: unix(end) });
});
