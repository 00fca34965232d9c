import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isShort, someOf } from "../jest/short-form.ts";
import type { TestRunner } from "./open-runner.ts";
import { openRunner } from "./open-runner.ts";

const MB = 1024 ** 2;

describe("limits", () => {
  let service: TestRunner;
  beforeAll(async () => {
    service = await openRunner(
      async (connection) => {
        await connection.run(
          `CREATE TABLE "svc-data".shop.big AS SELECT range AS n, 'text' || range AS s FROM range(2000000)`,
        );
      },
      { resultBytes: 4 * MB, memoryLimit: "300MB", spillLimit: "20MB" },
    );
  });
  afterAll(() => service.close());

  const kind = (sql: string): Promise<unknown> =>
    service.query(sql).then(
      () => "no error",
      (error: unknown) => (error as { kind: string }).kind,
    );

  test("a result that is too large fails with an error that says so", async () => {
    await expect(service.query("select n, s from big")).rejects.toMatchObject({
      kind: "EXCEEDED_LIMIT",
      message: "the result is larger than 4 MB; add a LIMIT or write it to a table",
    });
  });

  test("memory and spill files are limited", async () => {
    await expect(
      service.query(
        "select array_agg(cast(n as varchar) || s || cast(n as varchar)) from big cross join unnest(sequence(1, 10))",
      ),
    ).rejects.toMatchObject({ kind: "EXCEEDED_LIMIT", message: expect.stringMatching(/memory/) });
    expect((await service.query("select 1")).rows).toEqual([[1]]);
  });

  test("nesting depth and statement length are limited", async () => {
    expect(await kind(`select ${"(".repeat(2000)}1${")".repeat(2000)}`)).toBe("EXCEEDED_LIMIT");
    expect(await kind(`select ${"abs(".repeat(60)}-1${")".repeat(60)}`)).toBe("no error");
    expect(await kind(`${"select * from (".repeat(40)}select 1${") t".repeat(40)}`)).toBe("no error");
    expect(await kind(`select '${"x".repeat(17 * MB)}'`)).toBe("EXCEEDED_LIMIT");
  });

  test("nested calls that repeat their argument do not grow exponentially", async () => {
    const nested = (depth: number): string =>
      `select ${"substr(".repeat(depth)}'abcdef'${", length('ab') - 1, 5)".repeat(depth)}`;
    for (const depth of isShort ? [24] : [12, 60])
      expect((await service.query(nested(depth))).rows).toEqual([["abcde"]]);
  });

  test.each([
    ["cast(cast(@ as varchar) as double)", 1],
    ["cast(@ between 1e0 and 2e0 as double)", 1],
    ["case @ when 1e0 then 1e0 when 3e0 then 4e0 end", 1],
    ["cast(cast(@ as json) as double)", 1],
    ["cast(@ / cast(1.0 as decimal(3,1)) as double)", 1],
  ])("%s inside itself is planned in a moment", async (around, value) => {
    const nested = Array.from({ length: 12 }).reduce<string>((inner) => around.replace("@", inner), "d");
    expect((await service.query(`select ${nested} from (values 1e0) t(d)`)).rows).toEqual([[value]]);
  });

  test("quotients of decimals in a row are planned in a moment", async () => {
    const quotients = Array.from({ length: 12 }, () => "x").join(" / ");
    expect((await service.query(`select ${quotients} from (values 1.0) t(x)`)).rows).toEqual([["1.0"]]);
  });

  test("a chain of grouped tables is planned in a moment", async () => {
    const tables = Array.from(
      { length: 32 },
      (_, i) =>
        `t${i} as (select k, sum(n) as n from ${i === 0 ? "(values (1, 5)) v(k, n)" : `t${i - 1}`} group by k)`,
    );
    expect((await service.query(`with ${tables.join(", ")} select * from t31`)).rows).toEqual([[1, 5n]]);
  });

  test("lambdas inside each other are refused by name before the engine plans them for long", async () => {
    const lambdas = (depth: number): string =>
      `select ${"transform(array[1], e -> ".repeat(depth)}e${")[1]".repeat(depth)}`;
    expect((await service.query(lambdas(10))).rows).toEqual([[1]]);
    await expect(service.query(lambdas(20))).rejects.toMatchObject({
      kind: "EXCEEDED_LIMIT",
      message:
        "an expression has more than 16 lambdas or results inside each other; put parts of it in a subquery",
    });
  });

  test("long chains of operators and long lists do not count as nesting", async () => {
    const terms = (count: number, term: (i: number) => unknown, between: string): string =>
      Array.from({ length: count }, (_, i) => String(term(i))).join(between);
    expect((await service.query(`select ${terms(500, () => 1, " + ")}`)).rows).toEqual([[500]]);
    expect((await service.query(`select length(${terms(1000, (i) => `'${i % 10}'`, " || ")})`)).rows).toEqual(
      [[1000n]],
    );
    expect((await service.query(`select 7 in (${terms(20_000, (i) => i, ", ")})`)).rows).toEqual([[true]]);
    expect(
      (
        await service.query(
          `select (${terms(100, (i) => `array[${i}]`, " || ")})[100], ${terms(40, () => 1, " / ")}`,
        )
      ).rows,
    ).toEqual([[99, 1]]);
  });

  test("catastrophic backtracking is stopped", async () => {
    expect(await kind("select regexp_like(lpad('b', 60, 'a'), '(?=a)(a+)+$')")).toBe("EXCEEDED_LIMIT");
  });

  test("the size of generated lists and texts is limited", async () => {
    expect(await kind("select sequence(1, 1000000000)")).toBe("INVALID_FUNCTION_ARGUMENT");
    expect(await kind("select repeat('x', 1000000000)")).toBe("INVALID_FUNCTION_ARGUMENT");
    expect(await kind("select sequence(date '0001-01-01', date '9999-12-31')")).toBe(
      "INVALID_FUNCTION_ARGUMENT",
    );
    expect(
      await kind("select sequence(timestamp '2000-01-01', timestamp '2024-01-01', interval '1' second)"),
    ).toBe("INVALID_FUNCTION_ARGUMENT");
    expect(await kind("select sequence(date '0001-01-01', date '9999-12-31', interval '1' month)")).toBe(
      "INVALID_FUNCTION_ARGUMENT",
    );
    expect(await kind("select lpad('x', 2000000000, 'y')")).toBe("EXCEEDED_LIMIT");
  });

  const million = "rpad('x', 1000000, 'x')";

  const oversized = [
    `replace(${million}, 'x', rpad('y', 100000, 'y'))`,
    `replace(${million}, '', rpad('y', 100000, 'y'))`,
    `replace(replace(replace(${million}, 'x', 'xxxxxxxx'), 'x', 'xxxxxxxx'), 'x', 'xxxxxxxx')`,
    `regexp_replace(${million}, 'x', rpad('y', 100000, 'y'))`,
    `regexp_replace(${million}, 'x', '${"y".repeat(2000)}')`,
    `regexp_replace(${million}, '(?=x)x', '${"y".repeat(2000)}')`,
  ];
  test.each(someOf(oversized, 6))(
    "a replacement that makes an oversized text is refused (%#)",
    async (sql) => {
      expect(await kind(`select length(${sql})`)).toBe("EXCEEDED_LIMIT");
    },
  );

  test("a replacement with a small result runs, even if its worst case is too large", async () => {
    const { rows } = await service.query(
      `select length(replace(${million}, 'y', ${million})), length(replace(${million}, 'xx', 'xyz')), replace('ab', '', '-'), replace('a"b', '"', '""'), replace(null, 'a', 'bcd'), (select array_agg(replace(a, b, c)) from (values ('ab', 'b', 'cd'), ('ab', '', '--')) as v(a, b, c))`,
    );
    expect(rows).toEqual([[1000000n, 1500000n, "-a-b-", 'a""b', null, ["acd", "--a--b--"]]]);
  });
});

test("a small query is answered beside heavy ones", async () => {
  const service = await openRunner(async (connection) => {
    await connection.run(`CREATE TABLE "svc-data".shop.big AS SELECT range AS n FROM range(1000000)`);
  });
  try {
    const controller = new AbortController();
    const heavy = [1, 2].map(() =>
      service
        .query("select count(*) from big a, big b where a.n * b.n % 7 = 3", "presto", {
          signal: controller.signal,
        })
        .catch(() => "stopped"),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await service.query("select 1")).rows).toEqual([[1]]);
    controller.abort(new Error("enough"));
    expect(await Promise.all(heavy)).toEqual(["stopped", "stopped"]);
  } finally {
    await service.close();
  }
});
