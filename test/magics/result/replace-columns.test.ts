import { expect, test } from "@jest/globals";
import { keepColumns, plainRows, replaceColumns } from "../../../src/magics/result/replace-columns.ts";
import { tableOf } from "../../core/table/table-of.ts";

const table = tableOf(
  { time: [2, 1], n: [1, 2], "": ["x", "y"] },
  { index: ["time"], types: { time: "bigint", n: "integer" } },
);

test("a column is replaced in its place; index and types stay, but for those that change", () => {
  const replaced = replaceColumns(table, new Map([["time", ["b", "a"]]]), { time: "varchar" });
  expect(replaced.columnNames()).toEqual(["time", "n", ""]);
  expect(replaced.array("time")).toEqual(["b", "a"]);
  expect({ ...replaced.types }).toEqual({ time: "varchar", n: "integer" });
  expect(replaced.index).toEqual(["time"]);
  expect(table.array("time")).toEqual([2, 1]);
});

test("rows that are filtered or ordered become plain, others stay the same table", () => {
  expect(plainRows(table)).toBe(table);
  expect(plainRows(table.orderby("time")).data()).toMatchObject({ time: [1, 2] });
  expect(plainRows(table.filter("d => d.n > 1")).data()).toMatchObject({ time: [1] });
});

test("columns in the order asked for, one without a name among them", () => {
  const kept = keepColumns(table, ["", "n"]);
  expect(kept.columnNames()).toEqual(["", "n"]);
  expect(kept.array("")).toEqual(["x", "y"]);
  expect({ ...kept.types }).toEqual({ n: "integer" });
});
