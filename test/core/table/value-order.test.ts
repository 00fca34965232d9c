import { expect, test } from "@jest/globals";
import { valueOrderOf } from "../../../src/core/table/value-order.ts";

test.each([
  ["interval year to month", "1-2", 14],
  ["interval year to month", "-1-2", -14],
  ["interval year to month", "0-0", 0],
  ["interval day to second", "3 04:05:06.789", 273_906_789],
  ["interval day to second", "-3 04:05:06.789", -273_906_789],
  ["INTERVAL DAY TO SECOND", "0 00:00:00.001", 1],
  ["decimal(5,2)", "-0.50", -5n * 10n ** 37n],
  [
    "decimal(38,0)",
    "12345678901234567890123456789012345678",
    12345678901234567890123456789012345678n * 10n ** 38n,
  ],
  ["numeric", "2", 2n * 10n ** 38n],
  ["decimal", 0.5, 5n * 10n ** 37n],
])("%s %s", (type, text, expected) => {
  expect(valueOrderOf(type)?.(text)).toBe(expected);
});
