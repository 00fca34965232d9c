import { expect, test } from "@jest/globals";
import { NullableColumn } from "../../../../src/core/table/columns/nullable-column.ts";
import {
  isMask,
  nullsName,
  valuesName,
  withNumberArrays,
  withoutNumberArrays,
} from "../../../../src/core/table/expressions/number-arrays.ts";
import { tableOf } from "../table-of.ts";

const values = Int32Array.of(5, 0, 7);
const nulls = Uint8Array.of(0, 1, 0);
const table = tableOf({ n: new NullableColumn(values, nulls), s: ["a", "b", "c"] });

test("a nullable column's arrays are beside it, and no column's name is theirs", () => {
  const wider = withNumberArrays(table, ["n"]);
  expect(wider.columnNames()).toEqual(["n", "s"]);
  expect(wider.data()).toMatchObject({ [valuesName("n")]: values, [nullsName("n")]: nulls });
  expect(withNumberArrays(table, [])).toBe(table);
});

test("a view of it is a view of the table itself", () => {
  const view = withoutNumberArrays(
    table,
    withNumberArrays(table, ["n"]).filter(({ s }: { s: string }) => s > "a"),
  );
  expect(Object.keys(view.data())).toEqual(["n", "s"]);
  expect(view.objects()).toEqual([
    { n: null, s: "b" },
    { n: 7, s: "c" },
  ]);
});

test("a table with other columns loses the arrays", () => {
  const derived = withoutNumberArrays(table, withNumberArrays(table, ["n"]).derive({ t: () => 1 }));
  expect(Object.keys(derived.data())).toEqual(["n", "s", "t"]);
});

test("code that reads a mask is known by its text", () => {
  expect([`svc$d["\\u0001nulls:n"]`, `svc$d["n"]`, `svc$d["\\u0001values:n"]`].map(isMask)).toEqual([
    true,
    false,
    false,
  ]);
});
