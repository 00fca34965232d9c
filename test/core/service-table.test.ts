import { expect, test } from "@jest/globals";
import { connect } from "../../src/core/connect.ts";
import { fakeTables } from "./helpers/fake-tables.ts";

const options = { now: () => 1700000000_000, sleep: () => Promise.resolve(), max_cumul_retry_delay: 5 };

test("a new table is created, filled, described and deleted", async () => {
  await using service = await fakeTables();
  const table = await connect("1/key", service.url, options).get_table("db1", "visits");
  expect([table.database, table.table]).toEqual(["db1", "visits"]);
  expect(await table.exists()).toBe(false);
  await expect(table.describe()).rejects.toMatchObject({
    name: "NotFoundError",
    message: "table db1.visits does not exist",
  });
  await table.create();
  expect(await table.exists()).toBe(true);
  await table.import_dataframe([{ host: "a" }, { host: "b" }], { if_exists: "append" });
  expect(service.tables.get("visits")).toEqual([
    { host: "a", time: 1700000000 },
    { host: "b", time: 1700000000 },
  ]);
  expect(await table.describe()).toMatchObject({ db_name: "db1", name: "visits", count: 2 });
  await table.delete();
  expect(service.tables.has("visits")).toBe(false);
  await expect(table.delete()).rejects.toMatchObject({ name: "NotFoundError" });
});

test("a frame is written to a table object as to a name", async () => {
  await using service = await fakeTables();
  const con = connect("1/key", service.url, options);
  await con.load_table_from_dataframe([{ n: 1 }], await con.get_table("db1", "t"));
  expect(service.tables.get("t")).toEqual([{ n: 1, time: 1700000000 }]);
});

test("a database that does not exist", async () => {
  await using service = await fakeTables();
  await expect(connect("1/key", service.url, options).get_table("nowhere", "t")).rejects.toMatchObject({
    name: "NotFoundError",
    message: 'database nowhere does not exist; create it with create_database_if_not_exists("nowhere")',
  });
});

test.each<[string[], string[], string]>([
  [["a", "b"], ["bigint"], "2 column names came with 1 types"],
  [["a"], ["bigint) with (x = 1"], '"bigint) with (x = 1" is not a column type'],
  [["a"], ["bigint, b varchar"], '"bigint, b varchar" is not a column type'],
  [["a"], ["array(bigint"], '"array(bigint" is not a column type'],
  [[""], ["bigint"], '"" can\'t be the name of a table or column'],
])("columns %j of types %j are refused before anything is sent", async (names, types, message) => {
  await using service = await fakeTables();
  const table = await connect("1/key", service.url, options).get_table("db1", "t");
  const sent = service.log.length;
  await expect(table.create(names, types)).rejects.toMatchObject({ name: "ConfigError", message });
  expect(service.log).toHaveLength(sent);
});
