import { expect, test } from "@jest/globals";
import { queryTables } from "../../../src/magics/cell/query-tables.ts";

test.each<[string, string[], string[]]>([
  ['select * from a join db.b on a.x = b.x, "C d" where x in (select y from e)', ["a", "C d", "e"], []],
  ["with a as (select * from a), b as (select * from a) select * from b, c", ["a", "c"], []],
  ["with recursive a(n) as (select 1 union all select n + 1 from a where n < 3) select * from a", [], []],
  ["select 'from x' as y from 'my file.csv' f, job(42) -- from z", ["'my file.csv'", "job(42)"], []],
  ["select {a} from {b} join {c.d} t on t.x = {e} where x in {list} limit {n}", [], ["b", "c.d"]],
  ["select * from {a:id} join {b} on {c:raw}", [], ["b"]],
  ["select * from {b", [], []],
  ["selec * from a", [], []],
  ["select {col:id} from a where {cond:raw}", ["a"], []],
  ["select '{a}' from b -- {c}", ["b"], []],
  ["select * from unnest(array[1]) t(x), lateral (select * from u)", ["u"], []],
])("%s", (query, named, placeholders) => {
  const tables = queryTables(query, "presto");
  expect([tables.named.map(({ name }) => name), tables.placeholders.map(({ path }) => path)]).toEqual([
    named,
    placeholders,
  ]);
});

test("Hive's", () => {
  const { named } = queryTables(
    'select * from `my t` lateral view explode(xs) e as x join "f.csv" f on true',
    "hive",
  );
  expect(named.map(({ name }) => name)).toEqual(["my t", "'f.csv'"]);
});

test.each([
  [
    "select * from {a}, {b} x, {c} as y(p, q) join {d} tablesample bernoulli (10) on true",
    "presto",
    [false, true, true, false],
  ],
  ["select * from {a} tablesample (10 percent) x, {b}", "hive", [true, false]],
] as const)("which tables in braces have another name: %s", (query, dialect, aliased) => {
  expect(queryTables(query, dialect).placeholders.map((placeholder) => placeholder.aliased)).toEqual(aliased);
});
