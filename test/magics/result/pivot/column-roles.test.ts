import { expect, test } from "@jest/globals";
import { columnRoles } from "../../../../src/magics/result/pivot/column-roles.ts";
import { tableOf } from "../../../core/table/table-of.ts";

test("the first column is the index; texts and ids are dimensions, numbers measures", () => {
  const table = tableOf(
    {
      day: [1],
      symbol: ["A"],
      user_id: [7],
      ok: [true],
      price: [1.5],
      many: [2n ** 60n],
      amount: ["1.50"],
      none: [null],
    },
    { types: { amount: "decimal(20,2)" } },
  );
  expect(columnRoles(table)).toEqual({
    index: "day",
    dimensions: ["symbol", "user_id", "ok"],
    measures: ["price", "many", "amount", "none"],
  });
});

test("a table's own index comes first, and its other levels are neither", () => {
  const table = tableOf({ a: [1], b: [2], c: [3] }, { index: ["b", "c"] });
  expect(columnRoles(table)).toEqual({ index: "b", dimensions: [], measures: ["a"] });
});

test("the first value that is not missing decides", () => {
  expect(columnRoles(tableOf({ i: [1, 2, 3], x: [null, undefined, "a"], y: [null, 1, "a"] }))).toEqual({
    index: "i",
    dimensions: ["x"],
    measures: ["y"],
  });
});

test("no columns have no roles", () => {
  expect(columnRoles(tableOf({}))).toBeNull();
});
