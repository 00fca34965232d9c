import { expect, test } from "vitest";
import { orderOf } from "../../../src/core/table/value-order.ts";

test.each([
  ["interval year to month", "1-2", 14],
  ["interval year to month", "-1-2", -14],
  ["interval year to month", "0-0", 0],
  ["interval day to second", "3 04:05:06.789", 273_906_789],
  ["interval day to second", "-3 04:05:06.789", -273_906_789],
  ["INTERVAL DAY TO SECOND", "0 00:00:00.001", 1],
])("%s %s", (type, text, expected) => {
  expect(orderOf(type)?.(text)).toBe(expected);
});
