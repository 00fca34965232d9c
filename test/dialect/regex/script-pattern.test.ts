import { expect, test } from "@jest/globals";
import { compilePattern, scriptPattern } from "../../../src/dialect/regex/script-pattern.ts";

const matches = (pattern: string, text: string, hive = false): (string | null)[][] =>
  [...text.matchAll(compilePattern(scriptPattern(pattern, hive)))].map((match) =>
    [...match].map((group) => group ?? null),
  );

test.each<[pattern: string, text: string, found: (string | null)[][]]>([
  ["a++a", "aaa", []],
  ["(a)(?>b|bc)(c)", "abcabc", [["abc", "a", "c"], ["abc", "a", "c"]]],
  ["(?>(x)y)\\1", "xyx", [["xyx", "x"]]],
  ["[a-c&&[^b]]", "abc", [["a"], ["c"]]],
  ["\\bé", "é éé", [["é"], ["é"]]],
  ["(?i)É", "é", [["é"]]],
  ["a$", "a\n", [["a"]]],
  ["(?m)a$", "a\na", [["a"], ["a"]]],
  ["\\Aa|a\\z", "aa", [["a"], ["a"]]],
  ["$|\\A|\\B", "x😀", [[""], [""]]],
  ["(?m)^", "a\n", [[""]]],
])("%s in %j", (pattern, text, found) => expect(matches(pattern, text)).toEqual(found)); // prettier-ignore

test("lines end at a return in Hive only", () => {
  expect(matches("a.", "a\r")).toEqual([["a\r"]]);
  expect(matches("a.", "a\r", true)).toEqual([]);
  expect(matches("a$", "a\r\n")).toEqual([]);
  expect(matches("a$", "a\r\n", true)).toEqual([["a"]]);
});

test("an error names the fault without the converted pattern", () =>
  expect(() => scriptPattern("(?=a)(", false)).toThrow(/^Unterminated group$/));
