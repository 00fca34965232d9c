import { expect, test } from "@jest/globals";
import {
  countDecimals,
  counted,
  groupThousands,
  shortNumber,
} from "../../../src/magics/display/number-text.ts";

test.each<[string, string]>([
  ["1", "1"],
  ["123", "123"],
  ["1234", "1,234"],
  ["-1234567.8901", "-1,234,567.8901"],
  ["0.12345", "0.12345"],
  ["12345678901234567890", "12,345,678,901,234,567,890"],
  ["1e+21", "1e+21"],
  ["NaN", "NaN"],
])("%s is grouped as %s", (text, grouped) => {
  expect(groupThousands(text)).toBe(grouped);
});

test.each<[number, string]>([
  [0, "0"],
  [1 / 3, "0.3333333"],
  [-0.0000012345678, "-0.000001234568"],
  [1234.56789012, "1234.56789"],
  [123456789, "123456789"],
  [1e21, "1e+21"],
  [NaN, "NaN"],
  [-Infinity, "-Infinity"],
])("%d is short as %s", (value, text) => {
  expect(shortNumber(value)).toBe(text);
});

test.each<[number, number]>([
  [5, 0],
  [-0, 0],
  [0.5, 1],
  [1.25, 2],
  [1 / 3, 6],
  [1e-9, 0],
  [1.0000001, 0],
  [1e21 + 0.5, 0],
])("%d needs %d decimals", (value, decimals) => {
  expect(countDecimals(value)).toBe(decimals);
});

test.each<[number, string]>([
  [0, "0 rows"],
  [1, "1 row"],
  [9999, "9999 rows"],
  [10_000, "10,000 rows"],
])("%d rows: %s", (count, text) => {
  expect(counted(count, "row")).toBe(text);
});
