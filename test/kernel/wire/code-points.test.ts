import { expect, test } from "@jest/globals";
import { clientUnit, CODE_POINTS, UTF16 } from "../../../src/kernel/wire/code-points.ts";

test.each([
  ["abc", 2, 2],
  ["😀😀x", 0, 0],
  ["😀😀x", 1, 2],
  ["😀😀x", 3, 5],
  ["é日本", 3, 3],
  ["", 0, 0],
])("%j: code point %i is UTF-16 unit %i", (text, codePoints, utf16) => {
  expect(CODE_POINTS.toUtf16(text, codePoints)).toBe(utf16);
  expect(CODE_POINTS.fromUtf16(text, utf16)).toBe(codePoints);
});

test("offsets past the end are clamped; one inside a surrogate pair rounds up", () => {
  expect(CODE_POINTS.toUtf16("😀", 9)).toBe(2);
  expect(CODE_POINTS.fromUtf16("ab", 9)).toBe(2);
  expect(CODE_POINTS.fromUtf16("😀x", 1)).toBe(1);
});

test.each([
  ["/tmp/jupyter/kernel-v2-12345abc.json", UTF16],
  ["C:\\Users\\Ann\\jupyter\\runtime\\kernel-v2-1.json", UTF16],
  ["/tmp/kernel-2f1c.json", CODE_POINTS],
  ["/tmp/kernel-v2-folder/connection.json", CODE_POINTS],
])("the offset unit of the client with %s", (file, unit) => {
  expect(clientUnit(file)).toBe(unit);
});
