import { expect, test } from "@jest/globals";
import { scan } from "../../../src/dialect/parse/scan.ts";

const kinds = (sql: string, dialect: "presto" | "hive" = "presto"): string[] =>
  [...scan(sql, dialect)].map(({ kind, text, closed }) => `${kind}${closed ? "" : "?"} ${text}`);

test.each([
  ["a.b_1", ["word a", "op .", "word b_1"]],
  ["'it''s' 'x", ["string 'it''s'", "string? 'x"]],
  ["'a\\' b", ["string 'a\\'", "word b"]],
  ['"a""b" "c', ['quoted "a""b"', 'quoted? "c']],
  ["1.5e-3 .5 1e 2x", ["number 1.5e-3", "number .5", "number 1e", "number 2x"]],
  ["a--b\nc /* d */ /* e", ["word a", "comment --b", "word c", "comment /* d */", "comment? /* e"]],
  ["x -> x <> y || z", ["word x", "op ->", "word x", "op <>", "word y", "op ||", "word z"]],
  ["列 = {a}", ["word 列", "op =", "op {", "word a", "op }"]],
  ["😀", ["op 😀"]],
  ["U&'a' x'0f' u & 'b'", ["unicode U&'a'", "binary x'0f'", "word u", "op &", "string 'b'"]],
])("%s", (sql, tokens) => {
  expect(kinds(sql)).toEqual(tokens);
});

test("Hive's quotes", () => {
  expect(kinds("'a\\' b' \"c\\\"\" `d``e`", "hive")).toEqual([
    "string 'a\\' b'",
    'string "c\\""',
    "quoted `d``e`",
  ]);
  expect(kinds("'a\\", "hive")).toEqual(["string? 'a\\"]);
});

test("tokens cover the text except for white space", () => {
  const sql = "select 'a' /* b */ , \"c\" -- d\n from `e` where f >= 1e5";
  let end = 0;
  for (const token of scan(sql, "presto")) {
    expect(sql.slice(end, token.start).trim()).toBe("");
    expect(sql.slice(token.start, token.end)).toBe(token.text);
    end = token.end;
  }
  expect(end).toBe(sql.length);
});
