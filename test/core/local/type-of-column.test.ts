import { expect, test } from "@jest/globals";
import { typeOfColumn } from "../../../src/core/local/type-of-column.ts";
import { DateColumn } from "../../../src/core/table/columns/date-column.ts";
import type { Column } from "../../../src/core/table/table.ts";

test.each<[string, Column, string]>([
  ["whole numbers", [1, null, 3], "bigint"],
  ["fractions among them", [1, 2.5], "double"],
  ["BigInts of 64 bits", [1n, 2], "bigint"],
  ["longer ones", [9223372036854775808n], "decimal(38,0)"],
  ["texts", ["a", null], "varchar"],
  ["booleans", [true, false], "boolean"],
  ["dates", [new Date(0)], "timestamp(3)"],
  ["a column of dates", new DateColumn(Float64Array.of(0)), "timestamp(3)"],
  ["a typed array of integers", Int32Array.of(1), "bigint"],
  ["a typed array of doubles", Float64Array.of(1), "double"],
  ["bytes", [Uint8Array.of(1)], "varbinary"],
  ["lists", [[1, 2], [], null], "array(bigint)"],
  ["objects", [{ id: 1, "two words": "x" }, { id: 2.5 }], 'row("id" double, "two words" varchar)'],
  ["maps", [new Map([["a", 1]])], "map(varchar, bigint)"],
  ["mixed values, which become JSON", [1, "a"], "varchar"],
  ["mixed values in lists, each of which becomes JSON", [[1, "a"]], "array(varchar)"],
  ["typed arrays", [Float32Array.of(1.5)], "array(double)"],
  ["objects with names that a row can't have", [{ "\ud800": 1 }, { "a\0": 1 }], "varchar"],
  ["nothing at all", [null, undefined], "varchar"],
])("%s", (_, column, type) => {
  expect(typeOfColumn(column)).toBe(type);
});
