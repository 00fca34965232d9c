import { expect, test } from "@jest/globals";
import { readAnyTime, timeReader } from "../../../src/core/dates/value-to-unix-ms.ts";

test("a number of seconds with milliseconds is that millisecond", () => {
  for (let ms = -3_000_000; ms <= 3_000_000; ms += 7) {
    if (readAnyTime(ms / 1000) !== ms || timeReader("s")(ms / 1000) !== ms) expect(ms / 1000).toBe(ms);
  }
  expect(readAnyTime(4123.766)).toBe(4_123_766);
});

test("fractions of a millisecond are cut off", () => {
  expect([0.0019, -0.0001, 1700000000.1239].map(readAnyTime)).toEqual([1, -1, 1700000000123]);
  expect([1.9, -0.1].map(timeReader("us"))).toEqual([0, -1]);
  expect(timeReader("D")(0.5)).toBe(43_200_000);
});
