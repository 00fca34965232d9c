import { table } from "arquero";
import { expect, test } from "@jest/globals";
import { isAnyTable } from "../../../../src/magics/display/table/any-table.ts";
import { tableOf } from "../../../core/table/table-of.ts";

test("tables of ours and of Arquero", () => {
  expect(
    [tableOf({ a: [1] }), table({ a: [1] }), table({ a: [1] }).filter(() => true)].map(isAnyTable),
  ).toEqual([true, true, true]);
});

test.each([[null], [[]], [{}], ["table"], [{ numRows: () => 1 }], [{ ...table({ a: [1] }) }]])(
  "%j is none",
  (value) => {
    expect(isAnyTable(value)).toBe(false);
  },
);

test.each(["numRows", "totalRows", "numCols", "columnNames", "data", "mask", "isOrdered", "indices"])(
  "what has no %s is none",
  (method) => {
    expect(isAnyTable(Object.assign(tableOf({ a: [1] }), { [method]: undefined }))).toBe(false);
  },
);
