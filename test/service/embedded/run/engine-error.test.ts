import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { engineError } from "../../../../src/service/embedded/run/engine-error.ts";
import { openRunner, type TestRunner } from "../open-runner.ts";

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
      kind: "INVALID_CAST_ARGUMENT",
      message: expect.stringMatching(
        /^(line 1:\d+: )?Out of range for \w+: 18360000000000000000$/,
      ) as unknown as string,
    });
  });

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
      message: "The disk of the data folder is full; free some space and try again.",
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
