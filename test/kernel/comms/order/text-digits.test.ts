import { expect, test } from "@jest/globals";
import { decimalKey } from "../../../../src/kernel/comms/order/text-digits.ts";

test("keys of decimals sort by their bytes like the values", () => {
  const ordered = [
    "-Infinity",
    "-12345678901234567890123456789012345678",
    "-100",
    "-99.5",
    "-10.01",
    "-10",
    "-1.55",
    "-1.5",
    "-1.4",
    "-0.10",
    "-0.01",
    "0",
    "0.00000000000000000000000000000000000001",
    "0.01",
    "0.1",
    "1",
    "1.4",
    "1.5",
    "1.55",
    "9.99",
    "10",
    "99999999999999999999999999999999999999",
    "Infinity",
  ];
  expect(ordered.map(decimalKey).sort()).toEqual(ordered.map(decimalKey));
  expect(new Set(ordered.map(decimalKey)).size).toBe(ordered.length);
});

test("digits that change no value change no key", () => {
  expect(decimalKey("1.50")).toBe(decimalKey("1.5"));
  expect(decimalKey("-0.00")).toBe(decimalKey("0"));
  expect(decimalKey("007")).toBe(decimalKey("7.000"));
});
