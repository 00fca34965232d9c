import { expect, test } from "@jest/globals";
import { toCodePoints, toUtf16 } from "../../../src/kernel/wire/code-points.ts";

test.each([
  ["abc", 2, 2],
  ["😀😀x", 0, 0],
  ["😀😀x", 1, 2],
  ["😀😀x", 3, 5],
  ["é日本", 3, 3],
  ["", 0, 0],
])("%j: code point %i is UTF-16 unit %i", (text, codePoints, utf16) => {
  expect(toUtf16(text, codePoints)).toBe(utf16);
  expect(toCodePoints(text, utf16)).toBe(codePoints);
});

test("offsets behind the text are its end, and one inside a pair is the pair's", () => {
  expect(toUtf16("😀", 9)).toBe(2);
  expect(toCodePoints("ab", 9)).toBe(2);
  expect(toCodePoints("😀x", 1)).toBe(1);
});
