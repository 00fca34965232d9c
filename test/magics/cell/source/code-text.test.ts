import { expect, test } from "@jest/globals";
import {
  isIdentifier,
  literalOf,
  quoteString,
  templateText,
} from "../../../../src/magics/cell/source/code-text.ts";

const run = (code: string): unknown => (0, eval)(`(${code})`);

test.each(['a"b\\', "two\nlines", "\u2028\u2029", "é\0"])(
  "the literal of %j has that value, on one line",
  (text) => {
    expect(run(quoteString(text))).toBe(text);
    expect(quoteString(text)).not.toMatch(/[\n\u2028\u2029]/);
  },
);

test.each(["a`b${c}$d\\", "two\r\nlines\ttab", "half \ud800, \udc00", "\u0007"])(
  "the template of %j has that value",
  (text) => {
    expect(run(`\`${templateText(text)}\``)).toBe(text);
  },
);

test("a template keeps its lines", () => {
  expect(templateText("select `a`\nfrom ${t}")).toBe("select \\`a\\`\nfrom \\${t}");
});

test("a literal of JSON has no prototype of the text's choice", () => {
  const value = JSON.parse('{"a":[1,null,"x"],"__proto__":{"b":true}}') as object;
  expect(literalOf(value)).toBe('{"a":[1,null,"x"],["__proto__"]:{"b":true}}');
  expect(Object.getPrototypeOf(run(literalOf(value)))).toBe(Object.prototype);
});

test("names that can be declared", () => {
  expect(["df", "$x", "größe", "class", "2x", "a-b", "await", "of", ""].filter(isIdentifier)).toEqual([
    "df",
    "$x",
    "größe",
    "of",
  ]);
});
