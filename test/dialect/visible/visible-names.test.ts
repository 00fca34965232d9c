import { expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { visibleNames, type VisibleNames } from "../../../src/dialect/visible/visible-names.ts";
import { countTokens } from "./count-tokens.ts";

const TABLES: Readonly<Record<string, readonly string[]>> = { t: ["a", "b"], u: ["c"] };

function namesAt(marked: string, dialect: Dialect = "presto"): VisibleNames {
  const offset = marked.indexOf("¦");
  return visibleNames(marked.replace("¦", ""), offset, {
    dialect,
    database: "d",
    columns: (_, table) => TABLES[table]?.map((name) => ({ name, type: "bigint" })) ?? null,
  });
}

const columns = (marked: string, dialect?: Dialect): string =>
  namesAt(marked, dialect)
    .relations.flatMap((relation) => relation.columns ?? [])
    .map(({ name }) => name)
    .join(" ");

test.each([
  ["¦", "word"],
  ["sel¦", "word"],
  ["select ¦", "value"],
  ["select a ¦", "word"],
  ["select a as ¦", "name"],
  ["select cast(a as ¦", "type"],
  ["select a from ¦", "table"],
  ["select a from d.¦", "table"],
  ["select a from t, ¦", "table"],
  ["select a from t ¦", "word"],
  ["select a from t join u on ¦", "value"],
  ["select a from t where a between 1 ¦", "word"],
  ["select case when a ¦", "word"],
  ["select case when a then ¦", "value"],
  ["select a from t group ¦", "word"],
  ["select a from t limit ¦", "word"],
  ["with ¦", "name"],
  ["with x as (select 1) ¦", "word"],
  ["insert into ¦", "table"],
  ["insert into t (¦", "value"],
  ["update t set ¦", "value"],
  ["drop table ¦", "table"],
])("%s expects a %s", (marked, expected) => {
  expect(namesAt(marked).expected).toBe(expected);
});

test.each([
  ["brackets that are not closed", "select max(a, (a from t where ¦", "a b"],
  ["words too many", "select a b c, d e f from t x y where ¦", "a b"],
  ["a comma too many", "select a, from t where a, b group by ¦", "a b"],
  ["a comma too few", "select a ¦a from t", "a b"],
  ["a join without its condition", "select ¦ from t join u where 1 = 1", "a b c"],
  ["a wrong first word", "selct a, ¦ from t", "a b"],
  ["no table after a comma", "select ¦ from t, where a = 1", "a b"],
  ["characters of no token", "select # from t where ¦", "a b"],
  ["a text that is not closed", "select ¦ from t where a = 'x", "a b"],
  ["a comment that is not closed", "select ¦ from t /* x", "a b"],
  ["another statement before and after", "select c from u; select ¦ from t; select c from u", "a b"],
  ["an unsupported clause", "select ¦ from t match_recognize (x)", ""],
  ["WITHIN GROUP", "select ¦ listagg(a, ',') within group (order by b) from t", "a b"],
  ["a function that is called like a word of joins", "select ¦ left(a, 1) x, right(a) from t", "a b"],
])("%s: %s", (_, marked, expected) => {
  expect(columns(marked)).toBe(expected);
});

test.each([
  ["a subquery in FROM does not see its neighbours", "select * from t, (select ¦ from u)", "c"],
  ["LATERAL does", "select * from t, lateral (select ¦ from u)", "c a b"],
  ["UNNEST too", "select * from t cross join unnest(¦) x(y)", "a b"],
  ["a condition of a join sees both sides", "select * from t join u on ¦", "a b c"],
  ["a subquery sees the queries around it", "select (select ¦ from u) from t", "c a b"],
  ["ORDER BY sees the select list", "select a as z from t order by ¦", "a b z"],
  ["a lambda sees its parameters", "select transform(a, x -> ¦) from t", "x a b"],
  ["VALUES in FROM see nothing", "select * from (values (¦, 1)) v(x, y)", ""],
  [
    "a common table sees those before it",
    "with x as (select a from t), y as (select ¦ from x) select 1",
    "a",
  ],
  [
    "a recursive one itself",
    "with recursive x(n) as (select a from t union all select ¦ from x) select 1",
    "n",
  ],
])("%s: %s", (_, marked, expected) => {
  expect(columns(marked)).toBe(expected);
});

test.each([
  ["select ¦ from t lateral view explode(a) v as e", "a b e"],
  ["select x.¦ from (select count(*), a from t group by a) x", "_c0 a"],
  ["from t select ¦", "a b"],
  ["from (select a from t) x insert into u select ¦", "a"],
])("Hive: %s", (marked, expected) => {
  expect(columns(marked, "hive")).toBe(expected);
});

test("a column that is computed has its type", () => {
  const [relation] = namesAt(
    "with x as (select count(*) n, nope + 1 as m, a from t) select ¦ from x",
  ).relations;
  expect(relation).toEqual({
    name: "x",
    table: null,
    columns: [
      { name: "n", type: "bigint" },
      { name: "m", type: null },
      { name: "a", type: "bigint" },
    ],
  });
});

test.each([
  ["select items", (n: number) => `select ${"a + 1, ".repeat(n)} ¦ from t`],
  ["words that fit nowhere", (n: number) => `select ${"a b c, d e f ".repeat(n)} from t where ¦`],
  ["open brackets", (n: number) => `select ${"(a b ".repeat(n)} from t where ¦`],
  ["open calls", (n: number) => `select ${"max(".repeat(n)}¦ from t`],
  ["joins", (n: number) => `select * from t ${"join u on 1 = 1 ".repeat(n)} where ¦`],
  ["conditions", (n: number) => `select * from t where ${"a = 1 and ".repeat(n)}¦`],
  ["braces and signs", (n: number) => `select ${"{ + [ ".repeat(n)}¦ from t`],
])("%s take work in proportion to their number", (_, statement) => {
  const work = (n: number): number => countTokens(() => namesAt(statement(n)));
  expect(work(1000) / work(500)).toBeLessThan(2.6);
});

const commonColumns = (marked: string): string =>
  namesAt(marked)
    .commonTables.map(({ name, columns }) => `${name}: ${columns?.map((one) => one.name).join(" ") ?? "?"}`)
    .join(", ");

test.each([
  ["one in FROM, and those that it reads", "with x as (select a from t), y as (select * from x), z as (select c from u) select ¦ from y", "z: ?, y: a, x: a"],
  ["one of an outer query", "with x as (select a from t), y as (select b from t) select * from (with z as (select * from x) select ¦ from z)", "z: a, y: ?, x: a"],
  ["the one at the cursor", "with x as (select a from t), y as (select b from t) select x¦ from t", "y: ?, x: a"],
  ["the one before a dot", "with x as (select a from t), y as (select b from t) select y.¦ from t", "y: b, x: ?"],
  ["those after the cursor's", "with x as (select a from t), y as (select ¦ from x), z as (select c from u) select 1", "x: a"],
])("of WITH only what is read has columns: %s", (_, marked, columns) => {
  expect(commonColumns(marked)).toBe(columns);
}); // prettier-ignore
