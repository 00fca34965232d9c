import { expect, test } from "@jest/globals";
import { LONG_DECIMAL_FUNCTIONS } from "../../../../src/engine/library/script/long-decimals.ts";

type Run = (...args: readonly unknown[]) => string | null;
const run = (name: string): Run => LONG_DECIMAL_FUNCTIONS[name]!.run as unknown as Run;

test("a product of long decimals is rounded half up", () => {
  const product = run("svc_decimal_product");
  expect(product("-15", "25", 1n)).toBe("-38");
  expect(product("12345678901234567890", "12345678901234567890", 3n)).toBe(
    "152415787532388367501905199875019052",
  );
});

test("a product has at most 38 digits up to the last that is not 0", () => {
  const product = run("svc_decimal_product");
  expect(product("12345678901234567891", "12345678901234567891", 3n)).toBeNull();
  expect(product("10000000000000000000", "10000000000000000000", 3n)).toBe(`1${"0".repeat(35)}`);
});

test("a quotient has more digits, with its own point, or none by 0 and past 38", () => {
  const quotient = run("svc_decimal_quotient");
  expect(quotient("2", "3", 4, 0)).toBe("6667");
  expect(quotient("0.02", "3", 4, 6)).toBe(".006667");
  expect(quotient("-1", "8", 2, 0)).toBe("-13");
  expect(quotient("-12.5", "0.5", 0, 1)).toBe("-2.5");
  expect(quotient("-1.00", "3.0", 1, 2)).toBe("-.33");
  expect(quotient("1", "0", 4, 0)).toBeNull();
  expect(quotient("1", "1", 38, 0)).toBeNull();
});

test("a total of two parts has any number of digits", () => {
  const total = run("svc_decimal_total");
  expect(total("12", "-3")).toBe("11999999999999999997");
  expect(total("-99999999999999999999", "-5")).toBe("-99999999999999999999000000000000000005");
});
