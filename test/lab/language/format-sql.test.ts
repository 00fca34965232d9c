import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { tokenize } from "../../../src/dialect/parse/lexer.ts";
import { formatSql } from "../../../src/lab/language/format-sql.ts";
import { readCorpus } from "../../service/corpus/read-corpus.ts";
import { someOf } from "../../jest/short-form.ts";

const format = (query: string, dialect: Dialect = "presto"): string =>
  formatSql({ line: "", dialect, query });

test.each([
  ["hive", "select 1L, 1.5D, -2.5BD", "select\n  1L,\n  1.5D,\n  -2.5BD"],
  ["presto", "select 1_000_000, 0o17", "select\n  1_000_000,\n  0o17"],
] as const)("%s: the dialect's numbers stay: %s", (dialect, query, formatted) => {
  expect(format(query, dialect)).toBe(formatted);
});

test.each([
  ["select 1 from t_{suffix:raw}_x", "select\n  1\nfrom\n  t_{suffix:raw}_x"],
  ["select {a:raw}{b:raw}, {naïve.x}", "select\n  {a:raw}{b:raw},\n  {naïve.x}"],
  ["select 1 from {db:id}.{t:id} where x in {xs}", "select\n  1\nfrom\n  {db:id}.{t:id}\nwhere\n  x in {xs}"],
  ["select '%{x:raw}  %', {{y}}", "select\n  '%{x:raw}  %',\n  {{y}}"],
])("placeholders keep what they touch: %s", (query, formatted) => {
  expect(format(query)).toBe(formatted);
});

test.each([
  [
    "presto",
    "select limit, t.limit, offset, a from t where set = 1 and limit > 2 order by window, limit limit 5",
    "select\n  limit,\n  t.limit,\n  offset,\n  a\nfrom\n  t\nwhere\n  set = 1\n  and limit > 2\norder by\n  window,\n  limit\nlimit\n  5",
  ],
  ["presto", "select count(*) limit from t offset", "select\n  count(*) limit\nfrom\n  t offset"],
  ["hive", "select limit, sort from t limit 5", "select\n  limit,\n  sort\nfrom\n  t\nlimit\n  5"],
] as const)("%s: words of clauses can be names: %s", (dialect, query, formatted) => {
  expect(format(query, dialect)).toBe(formatted);
});

test("Hive's types stay as they are", () => {
  expect(format("select cast(x as struct<a:int, b:array<map<string,int>>>), a<b, c>d from t", "hive")).toBe(
    "select\n  cast(x as struct<a:int, b:array<map<string,int>>>),\n  a < b,\n  c > d\nfrom\n  t",
  );
});

test("comments stay as they are, in their places", () => {
  expect(format("/* head\n * of {x}\n */\nselect /*+ mapjoin(t) */ a,b -- 1L  and\n-- end")).toBe(
    "/* head\n * of {x}\n */\nselect\n  /*+ mapjoin(t) */\n  a,\n  b -- 1L  and\n  -- end",
  );
});

test.each([
  ["hive", "select 1,\n  f(a => 1)", "line 2 column 7"],
  ["presto", "select 1 /* open", "line 1 column 10"],
  ["presto", "select (1", "line 1 column 10"],
] as const)("%s: a query that the formatter misreads is refused: %s", (dialect, query, place) => {
  expect(() => format(query, dialect)).toThrow(place);
});

test("the formatted queries of the corpus have the same tokens", () => {
  const tokens = (sql: string, dialect: Dialect): unknown =>
    tokenize(sql, dialect).map(({ kind, text }) => [kind, text]);
  const refused: string[] = [];
  for (const { dialect, sql, error } of someOf(
    readCorpus(fileURLToPath(new URL("../../service/corpus", import.meta.url))),
    5,
  )) {
    if (error === "SYNTAX_ERROR") continue;
    let formatted: string;
    try {
      formatted = format(sql, dialect);
    } catch {
      refused.push(sql.slice(0, 30));
      continue;
    }
    expect(tokens(formatted, dialect)).toEqual(tokens(sql, dialect));
  }
  expect(refused).toEqual([]);
});
