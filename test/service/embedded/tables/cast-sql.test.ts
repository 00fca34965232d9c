import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { castSql, lostValueSql, widerType } from "../../../../src/service/embedded/tables/cast-sql.ts";

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function cast(value: string, from: string, to: string): Promise<unknown[]> {
  const reader = await connection.runAndReadAll(
    `SELECT (${castSql("v", from, to)})::VARCHAR, ${lostValueSql("v", from, to)} FROM (SELECT ${value}::${from} AS v)`,
  );
  return reader.getRowsJson()[0] as unknown[];
}

describe("a cast, and whether it loses the value", () => {
  test.each([
    ["5", "BIGINT", "DOUBLE", "5.0", false],
    ["9007199254740993", "BIGINT", "DOUBLE", "9007199254740992.0", true],
    ["9223372036854775807", "BIGINT", "DOUBLE", "9.223372036854776e+18", true],
    ["5", "BIGINT", "VARCHAR", "5", false],
    ["'inf'", "DOUBLE", "VARCHAR", "Infinity", false],
    ["'-inf'", "FLOAT", "VARCHAR", "-Infinity", false],
    ["'nan'", "DOUBLE", "VARCHAR", "NaN", false],
    ["1e300", "DOUBLE", "VARCHAR", "1e+300", false],
    ["5", "BIGINT", "INTEGER", "5", false],
    ["5000000000", "BIGINT", "INTEGER", null, true],
    ["2.0", "DOUBLE", "BIGINT", "2", false],
    ["2.5", "DOUBLE", "BIGINT", "2", true],
    ["'nan'", "DOUBLE", "BIGINT", null, true],
    ["1e300", "DOUBLE", "BIGINT", null, true],
    ["0.1", "DOUBLE", "FLOAT", "0.1", true],
    ["0.5", "DOUBLE", "FLOAT", "0.5", false],
    ["2.50", "DECIMAL(5,2)", "BIGINT", "3", true],
    ["'12'", "VARCHAR", "BIGINT", "12", false],
    ["'1.5'", "VARCHAR", "BIGINT", "2", true],
    ["'x'", "VARCHAR", "BIGINT", null, true],
    ["'1.5'", "VARCHAR", "DOUBLE", "1.5", false],
    ["5", "BIGINT", "BOOLEAN", "true", true],
    ["1", "BIGINT", "BOOLEAN", "true", false],
    ["'2020-01-02'", "VARCHAR", "DATE", "2020-01-02", false],
    ["'2020-01-02 03:04:05'", "VARCHAR", "DATE", "2020-01-02", true],
    ["'2020-01-02 03:04:05.5'", "VARCHAR", "TIMESTAMP", "2020-01-02 03:04:05.5", false],
    ["'2020-01-02T03:04:05Z'", "VARCHAR", "TIMESTAMP", "2020-01-02 03:04:05", false],
    ["'2020-01-02'", "VARCHAR", "TIMESTAMP", "2020-01-02 00:00:00", false],
    ["'2020-01-02 03:04:05+09:00'", "VARCHAR", "TIMESTAMP", "2020-01-02 03:04:05", true],
    ["'2020-01-02 03:04:05.1234567'", "VARCHAR", "TIMESTAMP", "2020-01-02 03:04:05.123456", true],
    ["'infinity'", "VARCHAR", "TIMESTAMP", "infinity", true],
    ["'epoch'", "VARCHAR", "DATE", "1970-01-01", true],
    ["'0x1F'", "VARCHAR", "BIGINT", "31", true],
    ["[1, NULL]", "BIGINT[]", "DOUBLE[]", "[1.0, NULL]", false],
    ["[1.5]", "DOUBLE[]", "BIGINT[]", "[2]", true],
    ["['1', 'x']", "VARCHAR[]", "BIGINT[]", "[1, NULL]", true],
    ["[['1'], []]", "VARCHAR[][]", "BIGINT[][]", "[[1], []]", false],
    ["[1.5, NULL]", "DOUBLE[]", "VARCHAR", "[1.5,null]", false],
    ["MAP {'a': 1}", "MAP(VARCHAR, BIGINT)", "VARCHAR", '{"a":1}', false],
  ])("%s as %s to %s", async (value, from, to, text, lost) => {
    expect(await cast(value, from, to)).toEqual([text, lost]);
  });
});

test.each([
  ["INTEGER", "BIGINT", "BIGINT"],
  ["BIGINT", "DOUBLE", "DOUBLE"],
  ["FLOAT", "DOUBLE", "DOUBLE"],
  ["BIGINT", "VARCHAR", "VARCHAR"],
  ["DATE", "VARCHAR", "VARCHAR"],
  ["BIGINT[]", "DOUBLE[]", "DOUBLE[]"],
  ["BIGINT[]", "BIGINT", "VARCHAR"],
])("a %s column for %s values becomes %s", (table, imported, type) => {
  expect(widerType(table, imported)).toBe(type);
});
