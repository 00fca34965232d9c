import { expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { to_svc, type ToSvcOptions } from "../../../src/core/write/to-svc.ts";
import { InsertIntoWriter } from "../../../src/core/writers/insert-into-writer.ts";
import { fakeTables, type FakeTables, type FakeTablesOptions } from "../helpers/fake-tables.ts";

/** A service with tables and a statement route that executes `CREATE TABLE` and records every statement. */
async function sqlService(
  options: FakeTablesOptions & { failAt?: number } = {},
): Promise<FakeTables & { sql: string[] }> {
  const sql: string[] = [];
  const service = await fakeTables({
    ...options,
    override: (path, request) => {
      if (path !== "/v1/statement") return undefined;
      const text = request.body
        .toString()
        .replace(/^(--.*\n)+/, "")
        .replace(/_new_[0-9a-f]{12}/g, "_T");
      sql.push(text);
      if (sql.length === options.failAt)
        return { body: { stats: {}, error: { message: "line 3:1: no space" } } };
      const [, created] =
        /^CREATE TABLE "db1"\."(\w+)"/.exec(request.body.toString().replace(/^(--.*\n)+/, "")) ?? [];
      if (created) service.tables.set(created, []);
      return { body: { stats: { state: "FINISHED" } } };
    },
  });
  return Object.assign(service, { sql });
}

async function write(
  service: FakeTables,
  options: ToSvcOptions,
  frame = [{ a: 1 }, { a: 2 }, { a: 3 }] as object[],
): Promise<void> {
  const con = connect("1/key", service.url, { now: () => 1700000000_000 });
  await to_svc(frame as Record<string, unknown>[], "db1.t", con, { index: false, ...options });
}

test("names are quoted, values are literals of their type", async () => {
  await using service = await sqlService();
  await write(service, { writer: "insert_into" }, [
    {
      Order: 1,
      price: 2,
      "it's": "it's",
      ok: true,
      big: 9007199254740993n,
      day: new Date("2024-05-06"),
      list: ["x"],
    },
    { Order: null, price: 0.5, "it's": null, ok: false, big: -1n, day: null, list: null },
  ]);
  expect(service.sql).toEqual([
    'CREATE TABLE "db1"."t" ("order" bigint, "price" double, "it_s" varchar, "ok" varchar, "big" bigint, "day" varchar, "list" varchar, "time" bigint)',
    'INSERT INTO "db1"."t" ("order", "price", "it_s", "ok", "big", "day", "list", "time") VALUES\n' +
      `(1, 2E0, 'it''s', 'true', 9007199254740993, '2024-05-06', '["x"]', 1700000000),\n` +
      "(NULL, 5E-1, NULL, 'false', (-1), NULL, NULL, 1700000000)".replace("5E-1", "0.5E0"),
  ]);
});

test("rows go in batches", async () => {
  await using service = await sqlService();
  await write(service, { writer: new InsertIntoWriter({ rows_per_insert: 2 }) });
  expect(service.sql.map((text) => text.split("\n").length - 1)).toEqual([0, 2, 1]);
});

test("long rows go in batches of less than a million characters", async () => {
  await using service = await sqlService();
  const a = "x".repeat(400_000);
  await write(service, { writer: "insert_into", time_col: "time" }, [
    { time: 1, a },
    { time: 2, a },
    { time: 3, a },
  ]);
  expect(service.sql.map((text) => Math.round(text.length / 1000))).toEqual([0, 800, 400]);
});

test("a batch has a whole number of rows", () => {
  expect(() => new InsertIntoWriter({ rows_per_insert: 0 })).toThrow(
    "rows_per_insert must be an integer of 1 or more",
  );
});

test("replace fills a new table and swaps it", async () => {
  await using service = await sqlService({ tables: { t: [{ old: 1 }] } });
  await write(service, { writer: "insert_into", if_exists: "replace" });
  expect(service.sql[0]).toBe('CREATE TABLE "db1"."t_T" ("a" bigint, "time" bigint)');
  expect(service.log.filter((line) => line.includes("swap") || line.includes("delete"))).toEqual([
    "POST /v3/table/swap/db1/t/t_T",
    "POST /v3/table/delete/db1/t_T",
  ]);
  expect([...service.tables]).toEqual([["t", []]]);
});

test.each<[ToSvcOptions["if_exists"], number, number]>([
  ["append", 2, 2],
  ["replace", 3, 0],
])("a failure in the middle of %s reports the committed rows", async (if_exists, failAt, rowsWritten) => {
  await using service = await sqlService({ tables: { t: [] }, failAt });
  const writer = new InsertIntoWriter({ rows_per_insert: 2 });
  await expect(write(service, { writer, if_exists })).rejects.toMatchObject({
    name: "UploadError",
    rowsWritten,
    message: expect.stringContaining(
      `${rowsWritten} of 3 rows are in db1.t: presto query failed:`,
    ) as unknown,
  });
  expect([...service.tables.keys()]).toEqual(["t"]);
});

test("a table that can't be created is an error with the service's reason", async () => {
  await using service = await sqlService({ failAt: 1 });
  await expect(write(service, { writer: "insert_into" })).rejects.toMatchObject({
    name: "QueryError",
    message: "presto query failed: line 1:1: no space",
  });
});

test("a new table is kept if its rows, some of them in it, can't be counted", async () => {
  await using service = await sqlService({ failAt: 3 });
  const writer = new InsertIntoWriter({ rows_per_insert: 2 });
  await expect(write(service, { writer })).rejects.toMatchObject({
    name: "UploadError",
    rowsWritten: 2,
    message: expect.stringMatching(
      /^2 rows are in db1.t; the table created for them is kept: issue presto.*; presto query failed: line 1:1: no space$/,
    ) as unknown,
  });
  expect(service.log.filter((line) => line.includes("table/delete"))).toEqual([]);
});

test("a decimal column that would round a number refuses it", async () => {
  const table = { id: "1", name: "t", schema: JSON.stringify([["a", "decimal(5,2)"]]) };
  await using service = await fakeTables({
    tables: { t: [] },
    override: (path) => (path.includes("table/show") ? { body: table } : undefined),
  });
  await expect(
    write(service, { writer: "insert_into", if_exists: "append" }, [{ a: 1.234 }]),
  ).rejects.toMatchObject({
    name: "UploadError",
    message: "column a of db1.t is decimal(5,2), which can't hold 1.234 of row 0; no rows were added",
  });
});

test("an empty frame makes the table and inserts nothing", async () => {
  await using service = await sqlService();
  const { table } = await import("arquero");
  const empty = table({ a: Int32Array.of() });
  const con = connect("1/key", service.url);
  await to_svc(empty, "db1.t", con, { writer: "insert_into", index: false });
  expect(service.sql).toEqual(['CREATE TABLE "db1"."t" ("a" bigint, "time" bigint)']);
});

test("the sign of -0 and large doubles survive", async () => {
  await using service = await sqlService();
  await write(service, { writer: "insert_into", time_col: "time" }, [
    { time: 1, a: -0 },
    { time: 2, a: 0.5 },
    { time: 3, a: 1e21 },
  ]);
  expect(service.sql.at(-1)).toContain("-0E0");
  expect(service.sql.at(-1)).toContain("1E21");
});

test("-0 among integers is 0: a double beside them would round them", async () => {
  await using service = await sqlService();
  await write(service, { writer: "insert_into" }, [{ a: 9007199254740993n }, { a: -0 }]);
  expect(service.sql[1]).toContain("(9007199254740993, 1700000000),\n(0, 1700000000)");
});
