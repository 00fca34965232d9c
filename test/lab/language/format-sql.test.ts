import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { tokenize } from "../../../src/dialect/parse/lexer.ts";
import { formatSql } from "../../../src/lab/language/format-sql.ts";
import { readCorpus } from "../../service/corpus/read-corpus.ts";

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
  for (const { dialect, sql, error } of readCorpus(
    fileURLToPath(new URL("../../service/corpus", import.meta.url)),
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
  expect(refused).toEqual(["select limit, sort from (selec", "create table tab_h2 (id bigint"]);
});
