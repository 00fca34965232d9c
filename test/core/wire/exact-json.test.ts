import { expect, test } from "@jest/globals";
import { parseExactJson, withUnsafeIntegers } from "../../../src/core/wire/exact-json.ts";

test.each<[string, unknown]>([
  ["[1234567890123456789]", ["1234567890123456789"]],
  ["[-1234567890123456789, 1]", ["-1234567890123456789", 1]],
  ["[1234567890123456]", [1234567890123456]],
  ["[9007199254740991, 9007199254740993]", [9007199254740991, "9007199254740993"]],
  ['{"a 9007199254740993": "9007199254740993"}', { "a 9007199254740993": "9007199254740993" }],
  // Digits after a decimal point or an exponent are not integers.
  ["[1234567890123456789,0.30000000000000004]", ["1234567890123456789", 0.30000000000000004]],
  ["[1234567890123456789,-0.12345678901234567e-7]", ["1234567890123456789", -0.12345678901234567e-7]],
  ["[12345678901234567.5,1.2345678901234567E+20]", [12345678901234568, 123456789012345670000]],
  [
    '["1234567890123456789, \\"1234567890123456789",1234567890123456789]',
    ['1234567890123456789, "1234567890123456789', "1234567890123456789"],
  ],
])("%s", (text, value) => {
  expect(parseExactJson(text)).toEqual(value);
});

test.each(["x", '\\"', "\\\\"])(
  "a string of 16 million characters beside a long integer: %s",
  (character) => {
    const long = character.repeat(16_000_000 / character.length);
    expect(parseExactJson(`["${long}",1234567890123456789]`)).toEqual([
      JSON.parse(`"${long}"`),
      "1234567890123456789",
    ]);
  },
);

test.each([
  ["[9007199254740.93]", "[9007199254740.93]"],
  ["[90071992547409.93]", '["90071992547409.93"]'],
])("a fraction that a double would change is written as asked: %s", (text, written) => {
  expect(withUnsafeIntegers(text, (digits) => `"${digits}"`, true)).toBe(written);
});
