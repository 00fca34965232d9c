import { describe, expect, test } from "@jest/globals";
import { tokenize } from "../../../src/dialect/parse/lexer.ts";

const texts = (sql: string, dialect: "presto" | "hive" = "presto"): string[] =>
  tokenize(sql, dialect)
    .slice(0, -1)
    .map(({ kind, text }) => `${kind}:${text}`);

describe("tokenize", () => {
  test("distinguishes words, numbers, strings and operators, and skips comments", () => {
    expect(texts("select a.b, 'it''s' -- end\n/* x */ <> 1.5e3")).toEqual([
      "word:select", "word:a", "op:.", "word:b", "op:,", "string:it's", "op:<>", "number:1.5e3",
    ]); // prettier-ignore
  });

  test("reads Presto's hexadecimal, octal and binary numbers", () => {
    expect(texts("0x1F 0b101 0o17 1_000")).toEqual(["number:31", "number:5", "number:15", "number:1_000"]);
  });

  test("reads double quotes as a name in Presto, as a string in Hive", () => {
    expect(texts('"a b"')).toEqual(["quoted:a b"]);
    expect(texts('"a b"', "hive")).toEqual(["string:a b"]);
  });

  test("reads backslash escapes in Hive's strings only", () => {
    expect(texts(String.raw`'a\tb'`, "hive")).toEqual(["string:a\tb"]);
    expect(texts(String.raw`'a\tb'`)).toEqual([String.raw`string:a\tb`]);
  });

  test("reports the position of an unterminated string", () => {
    expect(() => tokenize("select\n  'a", "presto")).toThrow(
      expect.objectContaining({ kind: "SYNTAX_ERROR", line: 2, column: 3 }),
    );
  });
});
