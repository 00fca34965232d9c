import { expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import { frameOf, isTable, type FrameInput } from "../../../src/core/write/frame.ts";
import { tableOf } from "../table/table-of.ts";

test("rows, whose columns come in the order in which they occur", () => {
  expect(frameOf([{ b: 1 }, { a: "x", b: undefined }, {}])).toEqual({
    columns: [
      { name: "b", values: [1, undefined, null], type: null },
      { name: "a", values: [null, "x", null], type: null },
    ],
    rowCount: 3,
    index: [],
  });
  expect(frameOf(new Set<Record<string, unknown>>())).toEqual({ columns: [], rowCount: 0, index: [] });
});

test("our table, as it is filtered and ordered, with its types and index", () => {
  const table = tableOf(
    { id: [3, 1, 2], constructor: ["c", "a", "b"] },
    { types: { id: "bigint" }, index: ["id"] },
  );
  expect(frameOf(table.filter("d => d.id > 1").orderby("id"))).toEqual({
    columns: [
      { name: "id", values: [2, 3], type: "bigint" },
      { name: "constructor", values: ["b", "c"], type: null },
    ],
    rowCount: 2,
    index: ["id"],
  });
});

test("a table of another copy of Arquero has neither", () => {
  expect(frameOf(arqueroTable({ a: [1] }))).toEqual({
    columns: [{ name: "a", values: [1], type: null }],
    rowCount: 1,
    index: [],
  });
  expect([isTable(arqueroTable({})), isTable([]), isTable(null), isTable("t")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each<[string, unknown, string]>([
  ["a number", 5, "the frame must be an Arquero table or a list of row objects"],
  ["null", null, "the frame must be an Arquero table or a list of row objects"],
  ["a text", "ab", "the frame must be an Arquero table or a list of row objects"],
  ["one row", { a: 1 }, "the frame must be an Arquero table or a list of row objects"],
  ["lists", [[1]], "row 0 of the frame is not an object of column names and values"],
  ["a row beside null", [{ a: 1 }, null], "row 1 of the frame is not an object"],
  ["dates", [new Date(0)], "row 0 of the frame is not an object"],
  ["maps", [new Map([["a", 1]])], "row 0 of the frame is not an object"],
  ["bytes", [Uint8Array.of(1)], "row 0 of the frame is not an object"],
  [
    "columns of two lengths",
    arqueroTable({ a: [1, 2], b: [1] }),
    'column "b" of the frame has 1 values, but the frame has 2 rows',
  ],
])("%s: %s", (_, input, message) => {
  expect(() => frameOf(input as FrameInput)).toThrow(message);
});
