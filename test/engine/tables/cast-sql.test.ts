import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { castSql, lostValueSql, widerType } from "../../../src/engine/tables/cast-sql.ts";

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
    ["' 007 '", "VARCHAR", "BIGINT", "7", false],
    ["'7.0'", "VARCHAR", "BIGINT", "7", false],
    ["'9007199254740992.4'", "VARCHAR", "BIGINT", "9007199254740992", true],
    ["'1_000'", "VARCHAR", "BIGINT", "1000", true],
    ["'-.5e-7'", "VARCHAR", "DOUBLE", "-5e-08", false],
    ["'0.30000000000000004'", "VARCHAR", "DOUBLE", "0.30000000000000004", false],
    ["'9007199254740993'", "VARCHAR", "DOUBLE", "9007199254740992.0", true],
    ["'0.1234567890123456789'", "VARCHAR", "DOUBLE", "0.12345678901234568", true],
    ["'1e400'", "VARCHAR", "DOUBLE", "inf", true],
    ["'1e-400'", "VARCHAR", "DOUBLE", "0.0", true],
    ["'0e5'", "VARCHAR", "DOUBLE", "0.0", false],
    ["'1_000'", "VARCHAR", "DOUBLE", "1000.0", true],
    ["'-Infinity'", "VARCHAR", "DOUBLE", "-inf", false],
    ["'NaN'", "VARCHAR", "DOUBLE", "nan", false],
    ["'123456789.12'", "VARCHAR", "FLOAT", "123456790.0", true],
    ["'0.1'", "VARCHAR", "FLOAT", "0.1", false],
    ["'1.250'", "VARCHAR", "DECIMAL(5,2)", "1.25", false],
    ["'1.256'", "VARCHAR", "DECIMAL(5,2)", "1.26", true],
    ["'1000'", "VARCHAR", "DECIMAL(5,2)", null, true],
    ["0.25", "DOUBLE", "DECIMAL(5,2)", "0.25", false],
    ["0.126", "DOUBLE", "DECIMAL(5,2)", "0.13", true],
    ["1e16", "DOUBLE", "DECIMAL(38,10)", "10000000000000000.0000000000", false],
    ["'yes'", "VARCHAR", "BOOLEAN", "true", true],
    ["'True'", "VARCHAR", "BOOLEAN", "true", false],
    ["'03:04:05.123456'", "VARCHAR", "TIME", "03:04:05.123456", false],
    ["'2020-01-02 03:04:05'", "VARCHAR", "TIME", "03:04:05", true],
    ["'03:04:05+09:00'", "VARCHAR", "TIME", "03:04:05", true],
    ["'03:04:05.1234567'", "VARCHAR", "TIME", "03:04:05.123456", true],
    ["'24:00:00'", "VARCHAR", "TIME", "24:00:00", true],
    ["'2 years'", "VARCHAR", "INTERVAL", "2 years", true],
    ["'é\\x41'", "VARCHAR", "BLOB", "\\xC3\\xA9\\x5Cx41", false],
    ["'{\"a\": 1}'", "VARCHAR", "STRUCT(a BIGINT)", "{'a': 1}", false],
    ['\'{"a":"x"}\'', "VARCHAR", "STRUCT(a BIGINT)", "{'a': NULL}", true],
    ["'[[1], null]'", "VARCHAR", "BIGINT[][]", "[[1], NULL]", false],
    ["'[1, 2.5]'", "VARCHAR", "BIGINT[]", "[1, 3]", true],
    [
      "'12151FD2-7586-11E9-8F9E-2A86E4085A59'",
      "VARCHAR",
      "UUID",
      "12151fd2-7586-11e9-8f9e-2a86e4085a59",
      false,
    ],
    ["'nan'", "DOUBLE", "JSON", "NaN", true],
    ["0.5", "DOUBLE", "JSON", "0.5", false],
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
