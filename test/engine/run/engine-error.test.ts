import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { engineError } from "../../../src/engine/run/engine-error.ts";
import { someOf } from "../../jest/short-form.ts";
import { openRunner, type TestRunner } from "../open-runner.ts";

const CONFLICT =
  "another statement changed the same table at the same time, and nothing of this one was changed; run it again";

describe("errors of the engine, in words of the dialect", () => {
  let service: TestRunner;
  beforeAll(async () => {
    service = await openRunner();
  });
  afterAll(() => service.close());

  test("an overflow error does not show the engine's SQL", async () => {
    const sql =
      "select sum(interval '90' minute * bigint '1700000000') from (values 1, 2) t(id) group by id % 4 = 0";
    await expect(service.query(sql)).rejects.toMatchObject({
      kind: "NUMERIC_VALUE_OUT_OF_RANGE",
      message: expect.stringMatching(
        /^(line 1:\d+: )?Out of range for \w+: 18360000000000000000$/,
      ) as unknown as string,
    });
  });

  test("bytes that are no text are named", async () => {
    await expect(service.query("select from_hex(b) from (values X'deadbeef') t(b)")).rejects.toMatchObject({
      kind: "INVALID_FUNCTION_ARGUMENT",
      message: "the bytes are no text: they are not valid UTF-8",
    });
  });

  test("a limit's error ends with its own words", async () => {
    await expect(service.query("select lpad('', 2000000, 'x')")).rejects.toMatchObject({
      kind: "EXCEEDED_LIMIT",
      message: "a text of more than 1000000 characters",
    });
  });

  test("more joins than the engine's parser takes are refused by the name of the limit", async () => {
    const tables = Array.from({ length: 1500 }, (_, i) => `(values 1) t${i}(x${i})`);
    await expect(service.query(`select count(*) from ${tables.join(" cross join ")}`)).rejects.toMatchObject({
      kind: "EXCEEDED_LIMIT",
      message: "the statement nests or joins more than 1,000 deep; put parts of it in tables of their own",
    });
  });

  const pastLimits = [
    [
      "grouping sets",
      `select count(*) from (values (1, 1)) t(a, b) group by ${Array.from({ length: 12 }, () => "rollup(a, b)").join(", ")}`,
      "GROUP BY has more than 65,535 grouping sets",
    ],
    [
      "a chain of named queries",
      `with ${Array.from({ length: 1200 }, (_, i) => `t${i} as (select ${i === 0 ? "1 as x" : `* from t${i - 1}`})`).join(", ")} select * from t1199`,
      "the statement nests or joins more than 1,000 deep; put parts of it in tables of their own",
    ],
  ] as const;
  test.each(someOf(pastLimits, 2))(
    "%s past the engine's limit are refused by its name",
    async (_name, sql, message) => {
      await expect(service.query(sql)).rejects.toMatchObject({ kind: "EXCEEDED_LIMIT", message });
    },
  );

  test("a product of decimals with too many digits overflows", async () => {
    const sql = "select decimal '.1' * decimal '.12345678901234567890123456789012345678'";
    await expect(service.query(sql)).rejects.toMatchObject({
      message: expect.stringContaining("decimal multiplication overflow") as unknown as string,
    });
  });

  test.each([
    [
      "select abs(-9223372036854775807 - 1)",
      "NUMERIC_VALUE_OUT_OF_RANGE",
      "Value -9223372036854775808 is out of range for abs",
    ],
    [
      `select decimal '${"9".repeat(38)}' + decimal '${"9".repeat(38)}'`,
      "NUMERIC_VALUE_OUT_OF_RANGE",
      "Decimal overflow",
    ],
    [
      "select x / y from (values (bigint '-9223372036854775808', bigint '-1')) t(x, y)",
      "NUMERIC_VALUE_OUT_OF_RANGE",
      "division overflow: -9223372036854775808 / -1",
    ],
    [
      "select (select x from (values 1, 2) t(x))",
      "SUBQUERY_MULTIPLE_ROWS",
      "Scalar sub-query has returned multiple rows",
    ],
    ["select cast(300 as tinyint)", "NUMERIC_VALUE_OUT_OF_RANGE", "line 1:8: Out of range for tinyint: 300"],
    ["select cast(nan() as integer)", "INVALID_CAST_ARGUMENT", "line 1:8: Out of range for integer: nan"],
    ["select from_base64('a!bc')", "INVALID_FUNCTION_ARGUMENT", "Illegal base64 text: a!bc"],
    ["select from_hex('zz')", "INVALID_FUNCTION_ARGUMENT", 'not a hexadecimal digit: "z"'],
  ])("%s fails with %s", async (sql, kind, message) => {
    await expect(service.query(sql)).rejects.toMatchObject({ kind, message });
  });
});

describe("a full disk", () => {
  test("is named without the path of the data file", () => {
    const text = 'IO Error: Could not write file "/home/a/.svclib/svc-data.duckdb": No space left on device';
    expect(engineError(new Error(text), "select 1", null)).toMatchObject({
      kind: "no_space",
      message:
        "The disk of the data folder is full; free some space (delete tables, or old files in its folder results) and try again.",
    });
  });

  test("is not found in a user's text", async () => {
    const service = await openRunner();
    try {
      await expect(service.query("select cast('no space left on device' as bigint)")).rejects.toMatchObject({
        kind: "INVALID_CAST_ARGUMENT",
      });
    } finally {
      await service.close();
    }
  });
});

describe("statements that change one table at the same time", () => {
  test("say so", async () => {
    const service = await openRunner();
    try {
      await service.query("create table ttt as select x as n from unnest(sequence(1, 1000)) s(x)");
      const ends = await Promise.allSettled(
        Array.from({ length: 8 }, () => service.query("update ttt set n = n + 1")),
      );
      const failed = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as Error] : []));
      expect(new Set(failed.map(({ message }) => message))).toEqual(new Set([CONFLICT]));
    } finally {
      await service.close();
    }
  });

  test.each([
    ['TransactionContext Error: Catalog write-write conflict on alter with "t"', CONFLICT],
    [
      "TransactionContext Error: Failed to commit: Attempting to modify table t but another transaction has dropped this table",
      CONFLICT,
    ],
    ['Catalog Error: Table with name "t" already exists!', "table 't' already exists"],
    ["Catalog Error: Schema with name d already exists!", "schema 'd' already exists"],
  ])("%s", (engineMessage, message) => {
    expect(engineError(new Error(engineMessage), "select 1", null)).toMatchObject({ message });
  });
});
