import { expect, test } from "@jest/globals";
import { DateColumn } from "../../../../src/core/table/columns/date-column.ts";
import { factorize, factorizeAll } from "../../../../src/magics/result/pivot/factorize.ts";

test.each<[string, readonly unknown[], readonly unknown[], readonly number[]]>([
  ["numbers", [3, 1, 3, 2], [1, 2, 3], [2, 0, 2, 1]],
  ["texts, with null last", ["b", null, "a"], ["a", "b", null], [1, 2, 0]],
  ["a number and its text", [1, "1", 1], [1, "1"], [0, 1, 0]],
])("the distinct values of %s are in order, and each row has their number", (_, column, values, codes) => {
  const factor = factorize(column);
  expect([factor.values, [...factor.codes]]).toEqual([values, codes]);
});

test("dates, with none last", () => {
  const { values, codes } = factorize(new DateColumn(Float64Array.of(5, NaN, 0, 5)));
  expect([values, [...codes]]).toEqual([
    [new Date(0), new Date(5), null],
    [1, 2, 0, 1],
  ]);
});

test("combinations of columns go by the first, then by the second", () => {
  const { values, codes } = factorizeAll(
    [
      ["b", "a", "b", "b"],
      [1, 2, 0, 1],
    ],
    4,
  );
  expect(values).toEqual([["a", 2], ["b", 0], ["b", 1]]); // prettier-ignore
  expect([...codes]).toEqual([2, 0, 1, 2]);
  expect(factorizeAll([], 2)).toEqual({ values: [[]], codes: Uint32Array.of(0, 0) });
});
