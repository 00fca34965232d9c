import { expect, test } from "@jest/globals";
import { escapePattern } from "../../../src/dialect/regex/escape-pattern.ts";

test("every character of a text stands for itself", () => {
  expect(escapePattern("a.b|c")).toBe("a\\.b\\|c");
  const all = "\\^$.*+?()[]{}|";
  expect(new RegExp(`^${escapePattern(all)}$`).test(all)).toBe(true);
});
