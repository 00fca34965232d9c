import { expect, test } from "@jest/globals";
import { columnFacts, kindOf } from "../../../../src/core/table/expressions/column-kind.ts";

test.each<[readonly unknown[] | Float64Array | BigInt64Array, string | undefined, string, boolean]>([
  [Float64Array.of(1, 2), undefined, "number", false],
  [BigInt64Array.of(1n), undefined, "bigint", false],
  [[1, null, 2], undefined, "number", true],
  [[1, 2n], undefined, "numbers", true],
  [[1, "a"], undefined, "unknown", true],
  [[null, null], undefined, "unknown", true],
  [["a"], "varchar", "text", true],
  [["1.50"], "decimal(10,2)", "decimal", true],
  [[1.5], "decimal(10,2)", "number", true],
  [["1 00:00:00.000"], "interval day to second", "interval", true],
  [['{"a":1}'], "json", "json", true],
  [["2024-01-01 00:00:00 UTC"], "timestamp(3) with time zone", "moment", true],
])("a column %j of type %s is of kind %s", (column, type, kind, nullable) => {
  expect(columnFacts(column as never, type)).toEqual({ kind, nullable });
});

test.each([
  [1, "number"],
  [1n, "bigint"],
  ["a", "text"],
  [true, "boolean"],
  [new Date(0), "date"],
  [[1], "list"],
  [Uint8Array.of(1), "bytes"],
  [{ a: 1 }, "object"],
  [new Map(), "unknown"],
  [/a/, "unknown"],
])("%p is of kind %s", (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});
