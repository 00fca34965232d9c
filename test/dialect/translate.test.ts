import { expect, test } from "@jest/globals";
import type { Catalogue } from "../../src/dialect/catalogue.ts";
import { translate } from "../../src/dialect/translate.ts";
import { BIGINT } from "../../src/dialect/types/type.ts";
import { planOf } from "./translate-query.ts";

/** The tables that the translation asks the catalogue for; `orders` and `items` are there. */
async function asked(sql: string): Promise<string[]> {
  const names: string[] = [];
  const catalogue: Catalogue = {
    describe: ({ database, table: name }) => {
      names.push(name);
      const isThere = name === "orders" || name === "items";
      return Promise.resolve(isThere ? { database, name, columns: [{ name: "id", type: BIGINT }] } : null);
    },
    databases: () => Promise.resolve(["shop"]),
    tables: () => Promise.resolve([{ name: "orders", view: false }]),
    viewText: () => Promise.resolve(null),
    comments: () => Promise.resolve({ table: null, columns: new Map() }),
  };
  await translate(sql, "presto", { database: "shop", scheduledTimeMs: 0, mayWrite: true, catalogue });
  return names.sort();
}

test("the catalogue is asked for tables, and not for names that WITH defines", async () => {
  expect(
    await asked(
      "with a as (select id from orders), b as (select id from a) select * from a join b using (id) where id in (select id from items)",
    ),
  ).toEqual(["items", "orders"]);
});

test("a common table with a table's name reads that table", async () => {
  expect(await asked("with orders as (select id from orders) select id from orders")).toEqual(["orders"]);
});

test("a recursive common table is no table", async () => {
  expect(
    await asked(
      "with recursive n(x) as (select 1 union all select x + 1 from n where x < 5) select * from n",
    ),
  ).toEqual([]);
});

test("the target of a statement is asked for", async () => {
  expect(await asked("insert into orders with a as (select id from items) select id from a")).toEqual([
    "items",
    "orders",
  ]);
});

test.each([
  ["select id from t where price > 1", true],
  ["select date '2024-01-15' + interval '1' day", true],
  ["select now()", false],
  ["select count(*) from t where td_interval(id, '-1d')", false],
])("a plan says whether it is the same at any scheduled time: %s", async (sql, isTimeless) => {
  expect(await planOf(sql)).toMatchObject({ kind: "query", isTimeless });
});
