import { expect, test } from "@jest/globals";
import { parameterValue } from "../../../src/magics/cell/parameter-value.ts";

test.each([
  ["7", 7],
  ["0.50", 0.5],
  ["true", true],
  ["null", null],
  ['"7"', "7"],
  ["2024-01-01", "2024-01-01"],
  ["007", "007"],
  ["9007199254740993", "9007199254740993"],
  ['["a", 2]', ["a", 2]],
  ["[9007199254740993]", ["9007199254740993"]],
  ["1e999", "1e999"],
  ["it's", "it's"],
  ["", ""],
])("%s is %j", (text, value) => {
  expect(parameterValue(text)).toEqual(value);
});
