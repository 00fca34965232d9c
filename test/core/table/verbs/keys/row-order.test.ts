import { desc } from "arquero";
import { expect, test } from "@jest/globals";
import { rowOrder } from "../../../../../src/core/table/verbs/keys/row-order.ts";
import { tableOf } from "../../table-of.ts";

type Columns = Parameters<typeof tableOf>[0];

/** The row numbers of a table of columns in an order. */
const sorted = (
  columns: Columns,
  criteria: readonly unknown[],
  types: Record<string, string> = {},
): number[] => {
  const table = tableOf(columns, { types });
  return Array.from({ length: table.numRows() }, (_, row) => row).sort(rowOrder(table, criteria));
};

test.each<[string, Columns, readonly unknown[], number[]]>([
  ["numbers", { a: [3, 1, 2] }, ["a"], [1, 2, 0]],
  ["numbers, the largest first", { a: [3, 1, 2] }, [desc("a")], [0, 2, 1]],
  ["nulls last in both directions", { a: [null, 1, 2] }, ["a"], [1, 2, 0]],
  ["nulls last, the largest first", { a: [null, 1, 2] }, [desc("a")], [2, 1, 0]],
  ["NaN as the largest number", { a: [NaN, 1, null] }, ["a"], [1, 0, 2]],
  ["numbers with BigInts", { a: [2n, 1, 3] }, ["a"], [1, 0, 2]],
  ["texts", { a: ["b", "B", "a"] }, ["a"], [1, 2, 0]],
  ["dates", { a: [new Date(2), new Date(1), null] }, ["a"], [1, 0, 2]],
  ["lists, part by part", { a: [[2], [1, 5], [1]] }, ["a"], [2, 1, 0]],
  ["two columns", { a: [1, 0, 1], b: [2, 9, 1] }, ["a", "b"], [1, 2, 0]],
  ["three criteria", { a: [1, 1, 1], b: [0, 0, 0], c: [3, 2, 1] }, ["a", "b", "c"], [2, 1, 0]],
  ["a place", { a: [1, 2], b: [2, 1] }, [1], [1, 0]],
  ["an expression", { a: [1, -2, 3] }, [desc((d: { a: number }) => d.a * d.a)], [2, 1, 0]],
])("by %s", (_, columns, criteria, rows) => {
  expect(sorted(columns, criteria)).toEqual(rows);
});

test("decimals that are texts are sorted by their size", () => {
  const a = ["9.00", "10.00", "12345678901234567.00"];
  expect(sorted({ a }, [desc("a")], { a: "decimal(20,2)" })).toEqual([2, 1, 0]);
});

test("a criterion that is no column is refused", () => {
  expect(() => sorted({ a: [1] }, [true])).toThrow("Invalid orderby field: true");
});
