import { expect, test } from "@jest/globals";
import { beforeLineEnd, takesLineFeed, withLineEnds } from "../../../src/dialect/regex/line-ends.ts";

test.each<[pattern: string, changed: string]>([
  ["a$", "a!"],
  ["a$|(b$)", "a!|(b!)"],
  ["a\\$[$][^$]\\\\$", "a\\$[$][^$]\\\\!"],
  ["[]$]$", "[]$]!"],
  ["(?m)a$", "(?m)a$"],
])("line ends of %s", (pattern, changed) => expect(withLineEnds(pattern, false, "!")).toBe(changed));

test.each<[pattern: string, rest: string | null]>([
  ["a$", "a"],
  ["(a|b)$", "(a|b)"],
  ["a|b$", null],
  ["a\\$", null],
  ["a\\\\$", "a\\\\"],
  ["a$b$", null],
  ["(?m)a$", null],
])("what stands before the only line end of %s", (pattern, rest) =>
  expect(beforeLineEnd(pattern, false)).toBe(rest),
);

test.each<[rest: string, takes: boolean]>([
  ["a\\s+", true],
  ["[^a]*", true],
  ["\\s", false],
  ["[^\\s]+", false],
  ["[^\\n]+", false],
  ["a+", false],
  ["\\s+?", false],
])("%s takes a line feed: %s", (rest, takes) => expect(takesLineFeed(rest)).toBe(takes));
