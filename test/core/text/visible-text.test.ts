import { expect, test } from "@jest/globals";
import { ConfigError } from "../../../src/core/errors.ts";
import { oneLine, visibleText } from "../../../src/core/text/visible-text.ts";

test.each([
  ["a\tb\r\nc", "a\tb\nc"],
  ["\u001b]52;c;Y3VybA==\u0007", "\\u001b]52;c;Y3VybA==\\u0007"],
  ["\u001b[2J\u001b]0;title\u001b\\", "\\u001b[2J\\u001b]0;title\\u001b\\"],
  ["\u001b[31mred\u001b[0m", "red"],
  ["100 %\rdone\b\b", "100 %\\rdone\\u0008\\u0008"],
  ["\u009b2J \u007f \u0000", "\\u009b2J \\u007f \\u0000"],
  ["safe\u202egnp.exe\u2066x\u2069\u200f", "safe\\u202egnp.exe\\u2066x\\u2069\\u200f"],
  ["日本 é 👩‍👩‍👧 עברית", "日本 é 👩‍👩‍👧 עברית"],
])("%j", (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test("one line", () => {
  expect(oneLine("a\tb\nc\u2028\u202e")).toBe("a\\tb\\nc\\u2028\\u202e");
});

test("errors that quote data can't emit terminal control sequences", () => {
  expect(new ConfigError("cannot cast '\u001b[2J'\nto bigint").message).toBe(
    "cannot cast '\\u001b[2J'\nto bigint",
  );
});
