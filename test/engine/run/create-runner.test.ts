import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TestRunner } from "../open-runner.ts";
import { openRunner } from "../open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner(async (connection) => {
    await connection.run(
      `CREATE TABLE "svc-data".shop.orders AS SELECT range AS id, 'c' || range % 3 AS customer, range * 1.5 AS amount, 1700000000 + range * 3600 AS time FROM range(10)`,
    );
    await connection.run(`CREATE SCHEMA "svc-data"."svc-notes"`);
    await connection.run(`CREATE TABLE "svc-data"."svc-notes".notes AS SELECT 1 AS n`);
    await connection.run(`CREATE TABLE "svc-data".shop.big AS SELECT range AS n FROM range(3000000)`);
  });
});
afterAll(() => service.close());

describe("a query", () => {
  test("names unnamed columns by their position", async () => {
    const presto = await service.query("select 1, id as n from orders order by id limit 1");
    expect(presto.columns).toEqual([
      { name: "_col0", type: "integer" },
      { name: "n", type: "bigint" },
    ]);
    const hive = await service.query("select 1, ID from orders order by id limit 1", "hive");
    expect(hive.columns).toEqual([
      { name: "_c0", type: "int" },
      { name: "id", type: "bigint" },
    ]);
  });

  test("divides integers by the dialect's rule", async () => {
    expect((await service.query("select 7/2, -7/2, 7/2.0, 1e0/0")).rows).toEqual([[3, -3, "3.5", Infinity]]);
    expect((await service.query("select 7/2, 7 div 2, 1/0", "hive")).rows).toEqual([[3.5, 3n, null]]);
  });

  test("a decimal is rounded to its column's scale", async () => {
    await service.query("create table prices (price decimal(5,2))");
    await service.query("insert into prices values (123.456)");
    expect((await service.query("select * from prices")).rows).toEqual([["123.46"]]);
  });

  test("the service's internal schemas are not listed", async () => {
    expect((await service.query("show schemas")).rows).toEqual([["information_schema"], ["shop"]]);
    const listed = `select schema_name from information_schema.schemata
      union select table_schema from information_schema.columns order by 1`;
    expect((await service.query(listed)).rows).toEqual([["information_schema"], ["shop"]]);
  });

  test("a field called __proto__ is an ordinary field", async () => {
    const sql = `select cast(row(1, 'x') as row(a bigint, "__proto__" varchar)) as r`;
    expect((await service.query(sql)).rows).toEqual([[[1n, "x"]]]);
  });

  test("an error names the value and the dialect's type, not the engine's", async () => {
    const failing: readonly (readonly [string, string])[] = [
      ["cast('x' as integer)", "line 1:8: Cannot cast 'x' to INTEGER"],
      ["cast('x' as date)", "line 1:8: Cannot cast 'x' to DATE"],
      ["cast(''' to INTEGER' as boolean)", "line 1:8: Cannot cast '' to INTEGER' to BOOLEAN"],
      ["cast(3000000000 as integer)", "line 1:8: Out of range for integer: 3000000000"],
      ["cast(123.4 as decimal(4,2))", "line 1:8: Out of range for decimal(4,2): 123.4"],
      [`cast(json '"x"' as integer)`, 'line 1:8: Cannot cast JSON "x" to integer'],
      ["9223372036854775807 + 1", "bigint addition overflow"],
    ];
    for (const [sql, message] of failing)
      await expect(service.query(`select ${sql}`)).rejects.toMatchObject({ message });
  });

  test("that fails after its first rows is an error, with its place, and no shorter result", async () => {
    const failing: readonly (readonly [string, string])[] = [
      ["select 1 / (n - 2900000) as q from big", "line 1:10: Division by zero"],
      [
        "select n, if(n = 2900000, cast('x' as bigint)) as q from big",
        "line 1:27: Cannot cast 'x' to BIGINT",
      ],
      [
        "select array[n][if(n = 2900000, 2, 1)] from big",
        "line 1:16: Array subscript must be less than or equal to array length",
      ],
      [
        "select json_parse(if(n = 2900000, '{', '1')) from big",
        "line 1:8: Cannot convert value to JSON: '{'",
      ],
    ];
    const messages = await Promise.all(
      failing.map(([sql]) => service.query(sql).then(String, (error: Error) => error.message)),
    );
    expect(messages).toEqual(failing.map(([, message]) => message));
  });

  test("INSERT and UPDATE round to the column's type, as Trino does", async () => {
    await service.query("create table whole (n integer, m decimal(5,1))");
    await service.query("insert into whole (n, m) values (bigint '7', 1.5), (1.5e0, 1.25e0), (2.4, 1.14)");
    await expect(service.query("insert into whole (n) values (3000000000)")).rejects.toThrow(
      /out of range|Could not/i,
    );
    await service.query("update whole set n = 7.5e0, m = 1.45 where n = 7");
    await expect(service.query("update whole set n = 'x'")).rejects.toThrow(
      "column 'n' is integer, the value is varchar(1)",
    );
    expect((await service.query("select n, m from whole order by n desc, m")).rows).toEqual([
      [8, "1.5"],
      [2, "1.1"],
      [2, "1.3"],
    ]);
    await service.query("drop table whole");
  });

  test("yields every row of a large result in small batches", async () => {
    const controller = new AbortController();
    const execution = await service.runner.run("select n from big", {
      dialect: "presto",
      database: "shop",
      scheduledTimeMs: 0,
      signal: controller.signal,
      mayWrite: false,
    });
    let rows = 0;
    let largest = 0;
    for await (const batch of execution.batches) {
      rows += batch.rowCount;
      largest = Math.max(largest, batch.rowCount);
    }
    expect(rows).toBe(3_000_000);
    expect(largest).toBeLessThanOrEqual(8192);
  });

  test("releases the connection if the reader stops early", async () => {
    for (let i = 0; i < 40; i++) {
      const execution = await service.runner.run("select n from big", {
        dialect: "presto",
        database: "shop",
        scheduledTimeMs: 0,
        signal: new AbortController().signal,
        mayWrite: false,
      });
      // Also before the first row.
      if (i % 2 === 0) await execution.batches[Symbol.asyncIterator]().return?.();
      else
        for await (const batch of execution.batches) {
          expect(batch.rowCount).toBeGreaterThan(0);
          break;
        }
    }
    expect((await service.query("select 1")).rows).toEqual([[1]]);
  });
});

describe("an error", () => {
  const failing = async (sql: string, dialect: "presto" | "hive" = "presto"): Promise<unknown> =>
    service.query(sql, dialect).then(
      () => "no error",
      (error: unknown) => {
        const { kind, line, column, message } = error as {
          kind: string;
          line: number;
          column: number;
          message: string;
        };
        return { kind, line, column, message };
      },
    );

  test("in a name has its line and column", async () => {
    expect(await failing("select id,\n       amuont\nfrom orders")).toEqual({
      kind: "COLUMN_NOT_FOUND",
      line: 2,
      column: 8,
      message: "line 2:8: column 'amuont' cannot be resolved; did you mean 'amount'?",
    });
    expect(await failing("select * from order_s")).toEqual({
      kind: "TABLE_NOT_FOUND",
      line: 1,
      column: 15,
      message: "line 1:15: table 'shop.order_s' does not exist; did you mean 'orders'?",
    });
    expect(await failing("select * from shp.orders")).toMatchObject({
      kind: "SCHEMA_NOT_FOUND",
      message: "line 1:15: schema 'shp' does not exist; did you mean 'shop'?",
    });
  });

  test("at run time has the position of the expression", async () => {
    expect(await failing("select\n  id / (id - 3)\nfrom orders")).toEqual({
      kind: "DIVISION_BY_ZERO",
      line: 2,
      column: 6,
      message: "line 2:6: Division by zero",
    });
    expect(await failing("select cast(customer as bigint) from orders")).toEqual({
      kind: "INVALID_CAST_ARGUMENT",
      line: 1,
      column: 8,
      message: "line 1:8: Cannot cast 'c0' to BIGINT",
    });
  });
});

test("a statement that writes returns its kind and its row count", async () => {
  const created = await service.query("create table copy_of as select * from orders");
  expect([created.updateType, created.updateCount, created.columns]).toEqual(["CREATE TABLE", 10, []]);
  const inserted = await service.query("insert into copy_of (id, customer) values (100, 'x')");
  expect([inserted.updateType, inserted.updateCount]).toEqual(["INSERT", 1]);
  expect((await service.query("select time, amount from copy_of where id = 100")).rows).toEqual([
    [1705314600n, null],
  ]);
  expect((await service.query("drop table copy_of")).updateType).toBe("DROP TABLE");
});

test("a query_only key can't write", async () => {
  await expect(service.query("drop table orders", "presto", { mayWrite: false })).rejects.toMatchObject({
    kind: "PERMISSION_DENIED",
  });
});

test("an abort ends a running query at once and the connection remains usable", async () => {
  const controller = new AbortController();
  const running = service.query(
    "select count(*) from big a, big b, big c where a.n + b.n + c.n = 7",
    "presto",
    { signal: controller.signal },
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  const asked = performance.now();
  controller.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
  expect(performance.now() - asked).toBeLessThan(2000);
  expect((await service.query("select 1")).rows).toEqual([[1]]);
});
