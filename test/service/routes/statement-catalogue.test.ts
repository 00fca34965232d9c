import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type Service } from "../../../src/service/start-service.ts";
import { runStatement } from "../helpers/run-statement.ts";

let folder: string;
let service: Service;
const run = (sql: string, headers?: Record<string, string>) => runStatement(service, sql, headers);
const rows = async (sql: string, headers?: Record<string, string>) => (await run(sql, headers)).rows;
/** The name of a statement's error. */
const errorOf = async (sql: string, headers?: Record<string, string>) =>
  (await run(sql, headers)).end.error?.errorName;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-catalogue-"));
  service = await startService({ dataDir: folder });
  expect((await run("create schema test_db")).end.updateType).toBe("CREATE SCHEMA");
  await run(`create table orders (
    id bigint comment 'the key', item varchar, price decimal(10,2), at timestamp,
    tags array(array(bigint)), "float" row("struct(" bigint, b map(varchar, array(double))), d date
  ) comment 'what was bought'`);
  await run("create view bought comment 'one of them' as select id, item from orders");
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test("schemas are created and dropped, and are databases of the service", async () => {
  expect(await errorOf("create schema test_db")).toBe("SCHEMA_ALREADY_EXISTS");
  expect(await errorOf("create schema if not exists test_db")).toBeUndefined();
  expect(await errorOf("create schema ab")).toBe("SYNTAX_ERROR");
  expect(await errorOf("create schema system.made")).toBe("PERMISSION_DENIED");
  expect(await errorOf("create schema other.made")).toBe("CATALOG_NOT_FOUND");
  await run('create schema "td-presto".second');
  await run("create table second.one as select 1 as n");
  const request = new Request("http://svc.test/v3/table/list/second", {
    headers: { authorization: `TD1 ${service.apikey}` },
  });
  expect(await (await service.app(request)).json()).toMatchObject({ tables: [{ name: "one", count: 1 }] });
  expect(await errorOf("drop schema second")).toBe("SCHEMA_NOT_EMPTY");
  expect((await run("drop schema second cascade")).end).toMatchObject({ updateType: "DROP SCHEMA" });
  expect(await errorOf("drop schema second")).toBe("SCHEMA_NOT_FOUND");
  expect(await errorOf("drop schema if exists second")).toBeUndefined();
  expect(await errorOf("drop schema information_schema")).toBe("PERMISSION_DENIED");
});

test("views, renames and table names that the REST API can't handle are refused", async () => {
  expect(await errorOf("create table ab (n bigint)")).toBe("SYNTAX_ERROR");
  expect(await errorOf(`create table ${"a".repeat(256)} as select 1 n`)).toBe("SYNTAX_ERROR");
  expect(await errorOf("create view v as select 1 n")).toBe("SYNTAX_ERROR");
  expect(await errorOf("alter table orders rename to o")).toBe("SYNTAX_ERROR");
});

describe("names of catalogs", () => {
  test("come from the session or from the statement", async () => {
    expect(await rows("show catalogs")).toEqual([["system"], ["td-presto"]]);
    expect(await rows("show catalogs", { "x-trino-catalog": "hive" })).toEqual([["hive"], ["system"]]);
    expect(await rows("select count(*) from hive.test_db.orders")).toEqual([[0]]);
    expect(await rows('select "td-presto".test_db.orders.id from "td-presto".test_db.orders')).toEqual([]);
    const jdbc = { "x-trino-catalog": "system", "x-trino-schema": "jdbc" };
    expect(await rows("select * from table_types order by 1", jdbc)).toEqual([["TABLE"], ["VIEW"]]);
    expect(await rows("select count(*), max(procedure_name) from procedures", jdbc)).toEqual([[0, null]]);
    expect(await rows("select current_catalog, current_schema", jdbc)).toEqual([["system", "jdbc"]]);
  });

  test("that do not exist are reported", async () => {
    expect(await errorOf("select * from other.test_db.orders")).toBe("CATALOG_NOT_FOUND");
    expect(await errorOf("select * from orders", { "x-trino-catalog": "other" })).toBe("CATALOG_NOT_FOUND");
    expect(await errorOf("show tables from other.test_db")).toBe("CATALOG_NOT_FOUND");
    const own = "with orders as (select 1 as n) select n from orders";
    expect(await rows(own, { "x-trino-catalog": "other" })).toEqual([[1]]);
  });

  test("in USE must exist", async () => {
    const { headers } = await run("use system.jdbc");
    expect([headers.get("x-trino-set-catalog"), headers.get("x-trino-set-schema")]).toEqual([
      "system",
      "jdbc",
    ]);
    expect(await errorOf("use system.test_db")).toBe("NOT_FOUND");
    expect(await errorOf("use other.test_db")).toBe("CATALOG_NOT_FOUND");
    expect(await errorOf('use "td-presto".information_schema')).toBeUndefined();
  });
});

describe("information tables", () => {
  test("have columns with their types and comments", async () => {
    const sql =
      "select column_name, ordinal_position, data_type, is_nullable, comment from information_schema.columns where table_name = 'orders' and table_schema = 'test_db' order by 2";
    expect(await rows(sql)).toEqual([
      ["id", 1, "bigint", "YES", "the key"],
      ["item", 2, "varchar", "YES", null],
      ["price", 3, "decimal(10,2)", "YES", null],
      ["at", 4, "timestamp(3)", "YES", null],
      ["tags", 5, "array(array(bigint))", "YES", null],
      ["float", 6, 'row("struct(" bigint, b map(varchar, array(double)))', "YES", null],
      ["d", 7, "date", "YES", null],
    ]);
    const hidden =
      "select extra_info, comment from information_schema.columns where table_name = 'orders' and column_name = 'id'";
    expect(await rows(hidden)).toEqual([[null, "the key"]]);
    const jdbc =
      "select column_name, data_type, type_name, column_size, decimal_digits, num_prec_radix, remarks from system.jdbc.columns where table_cat = 'td-presto' and table_schem like 'test\\_db' escape '\\' and table_name = 'orders' and column_name in ('id', 'price', 'at', 'tags') order by ordinal_position";
    expect(await rows(jdbc)).toEqual([
      ["id", -5, "bigint", 19, null, 10, "the key"],
      ["price", 3, "decimal(10,2)", 10, 2, 10, null],
      ["at", 93, "timestamp(3)", 25, 3, null, null],
      ["tags", 2003, "array(array(bigint))", null, null, null, null],
    ]);
  });

  test("list tables, views and schemas of the named catalog", async () => {
    const tables =
      "select table_catalog, table_name, table_type from hive.information_schema.tables where table_schema = 'test_db' order by 2";
    expect(await rows(tables)).toEqual([
      ["hive", "bought", "VIEW"],
      ["hive", "orders", "BASE TABLE"],
    ]);
    expect(await rows("select view_definition from information_schema.views")).toEqual([
      ["select id, item from orders"],
    ]);
    expect(
      await rows("select table_schem from system.jdbc.schemas where table_catalog = 'system' order by 1"),
    ).toEqual([["information_schema"], ["jdbc"], ["metadata"], ["runtime"]]);
    const types =
      "select type_name, data_type, num_prec_radix from system.jdbc.types where type_name in ('bigint', 'boolean', 'real') order by 1";
    expect(await rows(types)).toEqual([
      ["bigint", -5, 10],
      ["boolean", 16, null],
      ["real", 7, 2],
    ]);
    expect(
      await rows("select catalog_name, connector_name from system.metadata.catalogs order by 1"),
    ).toEqual([
      ["system", "system"],
      ["td-presto", "svclib"],
    ]);
    expect(await rows("show schemas from system like 'j%'")).toEqual([["jdbc"]]);
    expect(await rows("show tables from system.runtime")).toEqual([["nodes"]]);
    expect((await rows("describe system.jdbc.table_types"))[0]).toEqual(["table_type", "varchar", "", ""]);
    expect(await errorOf("insert into system.jdbc.catalogs values 'x'")).toBe("PERMISSION_DENIED");
    expect(await errorOf("select * from system.jdbc.nothing")).toBe("TABLE_NOT_FOUND");
  });

  test("contain the text of COMMENT", async () => {
    const comments =
      "select table_name, comment from system.metadata.table_comments where schema_name = 'test_db' order by 1";
    expect(await rows(comments)).toEqual([
      ["bought", "one of them"],
      ["orders", "what was bought"],
    ]);
    expect((await run("comment on table orders is null")).end).toMatchObject({
      updateType: "COMMENT",
      columns: [],
    });
    await run("comment on view bought is 'it''s'");
    await run("comment on column orders.item is 'what'");
    await run("comment on column bought.id is 'of the view'");
    expect(await rows(comments)).toEqual([
      ["bought", "it's"],
      ["orders", null],
    ]);
    expect((await rows("describe orders"))[1]).toEqual(["item", "varchar", "", "what"]);
    expect((await rows("describe bought"))[0]).toEqual(["id", "bigint", "", "of the view"]);
    expect(await rows("show create view bought")).toEqual([
      [
        "CREATE VIEW \"td-presto\".test_db.bought COMMENT 'it''s' SECURITY DEFINER AS\nselect id, item from orders",
      ],
    ]);
    expect(await errorOf("comment on view orders is 'x'")).toBe("TABLE_NOT_FOUND");
    expect(await errorOf("comment on column orders.nothing is 'x'")).toBe("COLUMN_NOT_FOUND");
    await run("alter table orders add column note varchar comment 'added'");
    expect((await rows("describe orders")).at(-1)).toEqual(["note", "varchar", "", "added"]);
  });
});
