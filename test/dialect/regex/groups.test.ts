import { expect, test } from "@jest/globals";
import { readGroups } from "../../../src/dialect/regex/groups.ts";

test.each<[pattern: string, groups: string]>([
  ["abc", ""],
  ["(a)(b)", "a b"],
  ["(a)?(b)", "a? b"],
  ["(a)|(b)", "a? b?"],
  ["(a|b)c", "a|b"],
  ["(?:(a)|b)+(c)", "a? c"],
  ["((a)*b)", "(a)*b a?"],
  ["(a){0,3}(b){2}", "a? b"],
  ["(?<year>\\d+)-(?P<month>\\d+)", "year=\\d+ month=\\d+"],
  ["(?=(a))(?!(b))(?<!(c))", "a b? c?"],
  ["[(](a)\\((b)[^])](c)", "a b c"],
  ["(?i)(a)(?i:(b))", "a b"],
])("%s", (pattern, groups) =>
  expect(
    readGroups(pattern, false)
      .map(({ name, body, optional }) => `${name === null ? "" : `${name}=`}${body}${optional ? "?" : ""}`)
      .join(" "),
  ).toBe(groups),
);
