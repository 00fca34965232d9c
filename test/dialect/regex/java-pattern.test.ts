import { describe, expect, test } from "@jest/globals";
import { enginePattern, readPattern } from "../../../src/dialect/regex/java-pattern.ts";

const script = (pattern: string, hive: boolean): string =>
  readPattern(pattern, hive)
    .map((piece) => piece.script)
    .join("");

describe.each<[pattern: string, engine: string | null, script: string]>([
  ["a+b?", "a+b?", "a+b?"],
  ["\\d\\w\\s", "[0-9][0-9A-Za-z_][\\t-\\r ]", "[0-9][0-9A-Za-z_][\\t-\\r ]"],
  ["[\\s\\S]", "[\\t-\\r \\x00-\\x08\\x0e-\\x1f!-\\x{10ffff}]", "[\\t-\\r [^\\t-\\r ]]"],
  ["\\x41\\x{1F600}\\u00e9\\07\\t\\e", "A😀é\u0007\t\u001b", "A😀é\u0007\t\u001b"],
  ["\\Qa.b\\E+", "a\\.b+", "a\\.b+"],
  ["[a-z&&[^aeiou]]", null, "[[a-z]&&[[^aeiou]]]"],
  ["[ab[cd]]", "[abcd]", "[ab[cd]]"],
  ["[ab[^cd]]", null, "[ab[^cd]]"],
  ["[]a-]", "[\\]a\\-]", "[\\]a\\-]"],
  ["(?<year>\\d)", "(?P<year>[0-9])", "(?<year>[0-9])"],
  ["(?i)\\p{L}+", "(?i)[\\p{L}]+", "[\\p{L}]+"],
  ["\\p{Greek}", "[\\p{Greek}]", "[\\p{Script=Greek}]"],
  ["a++", null, "a++"],
  ["(?>a)(?=b)\\1", null, "(?>a)(?=b)\\1"],
  ["{a}]", "\\{a\\}\\]", "\\{a\\}\\]"],
])("%s", (pattern, engine, source) => {
  test.each(["presto", "hive"])("%s", (dialect) => {
    expect(enginePattern(pattern, dialect === "hive")?.source ?? null).toBe(engine);
    expect(script(pattern, dialect === "hive")).toBe(source);
  });
});

test.each<[pattern: string, presto: string | null, hive: string | null]>([
  [".", ".", "[^\\n\\r\u0085\u2028\u2029]"],
  ["(?s).", "(?s).", "(?s)."],
  ["[[:digit:]]", "[\\p{Nd}]", "[\\:digit\\:]"],
  ["\\p{Alpha}", "[\\p{L}\\p{M}]", "[A-Za-z]"],
  ["\\0101", "\b1", "A"],
  ["(?i)aé", "(?i)aé", "(?i)a(?-i:é)"],
  ["(?iu)é", "(?i)é", "(?i)é"],
  ["(?m)^a", null, null],
  ["(?m)a$", "(?m)a$", null],
  ["\\h", "h", "[\\t \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]"],
])("%s differs between the dialects", (pattern, presto, hive) => {
  expect(enginePattern(pattern, false)?.source ?? null).toBe(presto);
  expect(enginePattern(pattern, true)?.source ?? null).toBe(hive);
});

test("`\\b` of the engine knows only the letters of ASCII", () => {
  expect(enginePattern("\\bfoo", false)).toEqual({ source: "\\bfoo", asciiOnly: true });
  expect(enginePattern("foo", false)).toEqual({ source: "foo", asciiOnly: false });
});

test.each<[pattern: string, hive: boolean, message: string]>([
  ["[a", false, "a character class has no end"],
  ["(?x)a b", false, "the flag x is not supported"],
  ["\\p{Klingon}", false, "the property \\p{Klingon} is unknown or not supported"],
  ["\\Ga", false, "the escape \\G is not supported"],
  ["\\y", true, "there is no escape \\y"],
  ["\\x{110000}", false, "\\x{110000} is no character"],
])("%s is refused", (pattern, hive, message) => expect(() => readPattern(pattern, hive)).toThrow(message));
