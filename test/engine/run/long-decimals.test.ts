import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { compileHere } from "../../../src/engine/compile/compile.ts";
import { openRunner, type TestRunner } from "../open-runner.ts";

let service: TestRunner;
/** Whether each compilation was for long decimals. */
const compiled: boolean[] = [];

beforeAll(async () => {
  service = await openRunner(
    async (connection) => {
      await connection.run(
        `CREATE TABLE "svc-data".shop.short AS SELECT CAST(range AS DECIMAL(15,2)) AS price, CAST(2 AS DECIMAL(15,2)) AS amount, range AS count FROM range(3)`,
      );
      // A product of 20 digits and a sum of 38.
      await connection.run(
        `CREATE TABLE "svc-data".shop.long AS SELECT CAST(9999999999.99 AS DECIMAL(15,2)) AS price, CAST(1000000 AS DECIMAL(15,2)) AS amount, 4000000000000000000 AS count, CAST('30000000000000000000000000000000000000' AS DECIMAL(38,0)) AS most FROM range(3)`,
      );
      // Long ones come last.
      await connection.run(
        `CREATE TABLE "svc-data".shop.late AS SELECT CAST(CASE WHEN range > 199000 THEN 9999999999.99 ELSE 1 END AS DECIMAL(15,2)) AS price, 4000000000 AS count, range AS id FROM range(200000)`,
      );
    },
    {
      compile: (sql, dialect, context, signal) => {
        compiled.push(context.longDecimals === true);
        return compileHere(sql, dialect, context, signal);
      },
    },
  );
});
afterAll(() => service.close());

async function run(sql: string, dialect?: Dialect): Promise<readonly (readonly unknown[])[]> {
  compiled.length = 0;
  return (await service.query(sql, dialect)).rows;
}

test("a sum of products of few digits is computed in 18, at once", async () => {
  expect(await run("select sum(price * amount), sum(price * count), sum(case when count > 1 then price * count end) from short")).toEqual([
    ["6.0000", "5.00", "4.00"],
  ]); // prettier-ignore
  expect(compiled).toEqual([false]);
});

describe("where a value needs more digits the statement runs again, for that", () => {
  test.each([
    ["a product", "select sum(price * amount) from long", [["29999999999970000.0000"]]],
    ["a product of an integer of 19 digits", "select sum(price * count) from long", [["119999999999880000000000000000.00"]]],
    ["a difference of products", "select sum(price * count - price * amount) from long", [["119999999999850000000000030000.0000"]]],
    ["an average", "select avg(price * count) from long", [["39999999999960000000000000000.00"]]],
    ["DISTINCT", "select sum(distinct most) from long", [["30000000000000000000000000000000000000"]]],
    ["a window that is sorted", "select sum(price * count) over () as s from long order by s limit 1", [["119999999999880000000000000000.00"]]],
    ["a sum of which another is short", "select sum(price * amount), (select sum(price * amount) from short) from long", [["29999999999970000.0000", "6.0000"]]],
  ])("%s", async (_, sql, rows) => {
    expect(await run(sql)).toEqual(rows);
    expect(compiled).toEqual([false, true]);
  }); // prettier-ignore

  test.each([
    ["a select list", "select price * count, 1 as n from long order by n limit 1", [["39999999999960000000000000000.00", 1]]],
    ["a condition", "select 1 as n from long where price * count > 5 order by n limit 1", [[1]]],
    ["a key", "select price * count as p, count(*) as n from long group by price * count order by p", [["39999999999960000000000000000.00", 3n]]],
    ["a cast", "select try_cast(price * count as double) as d from long order by d limit 1", [[3.999999999996e28]]],
    ["a cast that gives null", "select try_cast(price * count as bigint) as d from long order by d limit 1", [[null]]],
    ["an argument", "select coalesce(price * count, 0) as d from long order by d limit 1", [["39999999999960000000000000000.00"]]],
    ["a window", "select max(price * count) over () as d from long order by d limit 1", [["39999999999960000000000000000.00"]]],
    ["a subquery", "select (select max(price * count) from long) as d from short order by d limit 1", [["39999999999960000000000000000.00"]]],
  ])("of a sorted query's products: %s", async (_, sql, rows) => {
    expect(await run(sql)).toEqual(rows);
    expect(compiled).toEqual([false, true]);
  }); // prettier-ignore

  test.each([
    ["all rows", "order by id"],
    ["many rows", "order by id offset 49995 limit 150000"],
    ["few rows", "order by id desc offset 10 limit 20"],
  ])("before the first of a sorted query's rows: %s", async (_, order) => {
    const rows = await run(`select price * count, id from late ${order}`);
    expect(rows.some(([, id]) => Number(id) > 199000)).toBe(true);
    expect(rows.filter(([, id]) => Number(id) > 199000).every(([product]) => product === "39999999999960000000.00")).toBe(true);
    expect(compiled).toEqual([false, true]);
  }); // prettier-ignore

  test("once, where the sum itself has too many digits", async () => {
    await expect(run("select sum(most) from (select most from long union all select most from long) order by 1")).rejects.toMatchObject({
      message: "line 1:8: Decimal overflow",
    }); // prettier-ignore
    expect(compiled).toEqual([false, true]);
  });

  test("with fraction digits, and both signs", async () => {
    const values = "(values (decimal '123456789012345678901234567890123456.78', 1), (decimal '-123456789012345678901234567890123455.05', 2)) v(x, n)";
    expect(await run(`select sum(x), avg(x) from ${values}`)).toEqual([["1.73", "0.87"]]);
    expect(compiled).toEqual([false, true]);
  }); // prettier-ignore

  test("in Hive, which gives null then", async () => {
    expect(await run("select sum(price * amount), sum(most * 2) from long", "hive")).toEqual([
      ["29999999999970000.0000", null],
    ]);
    expect(compiled).toEqual([false, true]);
  });

  test("a statement that writes, and writes once", async () => {
    await run("create table totals as select sum(price * count) as total from long");
    expect(compiled).toEqual([false, true]);
    await run("insert into totals select sum(price * count) from long");
    expect(compiled).toEqual([false, true]);
    expect(await run("select * from totals")).toEqual([
      ["119999999999880000000000000000.00"],
      ["119999999999880000000000000000.00"],
    ]);
  });

  test("EXPLAIN ANALYZE", async () => {
    const [[plan]] = (await run("explain analyze select sum(price * count) from long")) as [[string]];
    expect(plan).toContain("sum(");
    expect(compiled).toEqual([false, true]);
  });
});

describe("long values are computed at once", () => {
  test.each([
    ["of a set operation that is not sorted, as its first rows come before its last sum", "select sum(price * count) from short union all select sum(price * count) from long"],
    ["of both signs in one", "select sum(x) from (select price * count as x from long union all select -price * count from short where count < 0)"],
    ["of a window that is not sorted", "select sum(price * count) over () from long"],
  ])("%s", async (_, sql) => {
    expect((await run(sql)).at(-1)).toEqual(["119999999999880000000000000000.00"]);
    expect(compiled).toEqual([false]);
  }); // prettier-ignore

  test.each([
    [
      "TRY, which would make null of it",
      "presto",
      "select try(price * count) as p from long order by p limit 1",
    ],
    [
      "Hive's arithmetic, which would make null of it",
      "hive",
      "select price * count as p from long order by p limit 1",
    ],
  ] as const)("of %s", async (_, dialect, sql) => {
    expect(await run(sql, dialect)).toEqual([["39999999999960000000000000000.00"]]);
    expect(compiled).toEqual([false]);
  });

  test("of a view", async () => {
    await run("create view of_long as select sum(price * count) as total from long");
    expect(compiled).toEqual([false]);
    expect(await run("select total from of_long")).toEqual([["119999999999880000000000000000.00"]]);
    expect(compiled).toEqual([false]);
  });
});

test("other errors are not tried again", async () => {
  await expect(run("select sum(price), 1 / (count(*) - 3) from long")).rejects.toThrow("Division by zero");
  expect(compiled).toEqual([false]);
  await expect(run("select sum(cast(cast(price as varchar) || 'x' as decimal(30,2))) from long")).rejects.toThrow(
    "Cannot cast '9999999999.99x' to DECIMAL(30,2)",
  );
}); // prettier-ignore
