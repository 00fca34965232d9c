import { expect, test } from "@jest/globals";
import { decimalText } from "../../../src/core/text/decimal-text.ts";

test.each<[unknown, number, string]>([
  [12.5, 2, "12.50"],
  [0, 2, "0.00"],
  [-0, 0, "0"],
  [1234567890123.45, 4, "1234567890123.4500"],
  [1e-7, 7, "0.0000001"],
  [-1.2345e-26, 38, "-0.00000000000000000000000001234500000000"],
  [1.5e21, 1, "1500000000000000000000.0"],
  [0.30000000000000004, 2, "0.30000000000000004"],
  ["12345678901234567.890", 3, "12345678901234567.890"],
  [12345678901234567890n, 1, "12345678901234567890.0"],
  [NaN, 2, "NaN"],
])("the text of %p with %d digits", (value, scale, text) => {
  expect(decimalText(value, scale)).toBe(text);
});
