import { expect, test } from "@jest/globals";
import { allDigits, oneOf, wholeDigits, withWhole } from "../../../src/dialect/analyze/whole-digits.ts";
import { BIGINT, decimal } from "../../../src/dialect/types/type.ts";

test("a number has the digits of its type, unless fewer are known", () => {
  expect(wholeDigits({ type: decimal(7, 2) })).toBe(5);
  expect(wholeDigits({ type: BIGINT })).toBe(19);
  expect(wholeDigits(withWhole({ type: decimal(38, 2) }, 15))).toBe(15);
  expect(wholeDigits(withWhole({ type: decimal(7, 2) }, 15))).toBe(5);
  expect(allDigits(withWhole({ type: decimal(38, 2) }, 15))).toBe(17);
});

test("a literal has its own digits", () => {
  expect(wholeDigits({ type: decimal(38, 2), constant: -100 })).toBe(3);
  expect(wholeDigits({ type: decimal(38, 2), constant: 99.99 })).toBe(3);
  expect(wholeDigits({ type: decimal(38, 2), constant: null })).toBe(0);
});

test("one of several numbers has at most the digits of the longest", () => {
  const [sum, price] = [withWhole({ type: decimal(38, 2) }, 15), { type: decimal(7, 2) }];
  expect(wholeDigits(oneOf({ type: decimal(38, 2) }, [price, sum]))).toBe(15);
  expect(wholeDigits(oneOf({ type: decimal(38, 2) }, [{ type: decimal(38, 2) }, sum]))).toBe(36);
});
