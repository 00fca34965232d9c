import { expect, test } from "@jest/globals";
import type { Column } from "../../../../src/core/table/columns/column.ts";
import { columnNumbers } from "../../../../src/core/table/columns/column-numbers.ts";
import { DateColumn } from "../../../../src/core/table/columns/date-column.ts";
import { NullableColumn } from "../../../../src/core/table/columns/nullable-column.ts";

test.each<[string, Column, readonly number[]]>([
  ["numbers", [1, NaN, null, undefined, -0], [1, NaN, NaN, NaN, -0]],
  ["BigInts, to the nearest double", [2n ** 53n + 1n, null], [2 ** 53, NaN]],
  ["texts of decimals", ["1.50", null], [1.5, NaN]],
  ["dates", [new Date(5), null], [5, NaN]],
  ["instants", new DateColumn(Float64Array.of(5, NaN)), [5, NaN]],
  ["integers with nulls", new NullableColumn(Int32Array.of(7, 8), Uint8Array.of(0, 1)), [7, NaN]],
  ["BigInts with nulls", new NullableColumn(BigInt64Array.of(7n, 8n), Uint8Array.of(1, 0)), [NaN, 8]],
  ["no rows", [], []],
])("%s", (_, column, numbers) => {
  expect(Array.from(columnNumbers(column))).toEqual(numbers);
});

test("an array of numbers is not copied, and its nulls are not written over", () => {
  const own = Float64Array.of(1, 2);
  expect(columnNumbers(own)).toBe(own);
  const column = new NullableColumn(own, Uint8Array.of(1, 0));
  expect(Array.from(columnNumbers(column))).toEqual([NaN, 2]);
  expect([...own]).toEqual([1, 2]);
});

test("a reader of values gets none that is missing", () => {
  expect(
    Array.from(columnNumbers(["a", null, undefined, "bc"], (value) => (value as string).length)),
  ).toEqual([1, NaN, NaN, 2]);
});
