import { expect, test } from "@jest/globals";
import { op } from "arquero";
import { DateColumn } from "../../../../src/core/table/columns/date-column.ts";
import { tableOf } from "../table-of.ts";

const sums = (keys: readonly unknown[], types = {}): object | undefined =>
  tableOf({ key: [...keys], n: [1, 2, 4] }, { types })
    .pivot("key", { n: op.sum("n") as never })
    .objects()[0];

test.each<[string, readonly unknown[], object]>([
  ["dates", [new Date(0), new Date(0), new Date(86_400_000)], { "1970-01-01": 3, "1970-01-02": 4 }],
  ["lists", [[1], [1], [2]], { "[1]": 3, "[2]": 4 }],
  ["rows", [{ x: 1 }, { x: 1 }, null], { '{"x":1}': 3 }],
  ["numbers and BigInts", [1, 1n, 2n ** 60n], { "1": 3, "1152921504606846976": 4 }],
  ["bytes", [Uint8Array.of(1), Uint8Array.of(1), Uint8Array.of(2)], { "01": 3, "02": 4 }],
  ["missing values", [NaN, null, "a"], { a: 4 }],
])("pivot counts equal %s as one key", (_, keys, wanted) => {
  expect(sums(keys)).toEqual(wanted);
});

test("pivot sorts its columns by the values of the keys, nulls last", () => {
  const names = (key: unknown[], types = {}): string[] =>
    tableOf({ key, n: [1, 2, 4] }, { types })
      .pivot(["key"], "n")
      .columnNames();
  expect(names([10, 9, 100])).toEqual(["9", "10", "100"]);
  expect(names(["10.50", "9.50", null], { key: "decimal(20,2)" })).toEqual(["9.50", "10.50"]);
  const two = tableOf({ a: ["x", null, "x"], b: [2, 1, 10], n: [1, 2, 3] });
  expect(two.pivot(["a", "b"], "n").columnNames()).toEqual(["x_2", "x_10", "_1"]);
  expect(two.pivot("b", "n", { sort: false, limit: 2 }).columnNames()).toEqual(["2", "1"]);
});

test("pivot counts invalid values of a key alone", () => {
  const table = tableOf({ key: ["a", "b", "a"], n: [1, null, null] });
  const counts = { v: op.valid("n"), i: op.invalid("n"), c: op.count() } as never;
  expect(table.pivot("key", counts).object()).toEqual({ v_a: 1, v_b: 0, i_a: 1, i_b: 1, c_a: 2, c_b: 1 });
});

test("pivot of a column of dates has the cells of all their rows", () => {
  const table = tableOf({ day: new DateColumn(Float64Array.of(0, 0, NaN)), host: ["x", "y", "x"], n: [1, 2, 3] });
  expect(table.groupby("host").pivot("day", "n").objects()).toEqual([
    { host: "x", "1970-01-01": 1 },
    { host: "y", "1970-01-01": 2 },
  ]);
}); // prettier-ignore
