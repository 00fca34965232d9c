import { expect, test } from "@jest/globals";
import { splitArguments } from "../../../../src/magics/cell/arguments/split-arguments.ts";

test.each([
  ["", []],
  ["  a  b\t c ", ["a", "b", "c"]],
  ["'a b' \"c d\"", ["a b", "c d"]],
  ["a'b c'\"d\"e", ["ab cde"]],
  ["''", [""]],
  ["a\\ b \\'c", ["a b", "'c"]],
  ['\'a\\b\' "a\\b\\"c\\\\"', ["a\\b", 'a\\b"c\\']],
  ["a\\", ["a\\"]],
  ["日本 '語 '", ["日本", "語 "]],
])("%j", (line, words) => {
  expect(splitArguments(line).map(({ text }) => text)).toEqual(words);
});

test("records whether an argument was quoted", () => {
  expect(splitArguments("a 'b' \\c").map(({ quoted }) => quoted)).toEqual([false, true, true]);
});

test("an unterminated quote", () => {
  expect(() => splitArguments("a 'b c")).toThrow("no closing ' for 'b c");
  expect(() => splitArguments('"\\"')).toThrow('no closing " for "\\"');
});
