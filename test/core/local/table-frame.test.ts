import { expect, test } from "@jest/globals";
import { tableFrame } from "../../../src/core/local/table-frame.ts";
import type { FrameInput } from "../../../src/core/write/frame.ts";
import { tableOf } from "../table/table-of.ts";

test("rows become columns", () => {
  expect(tableFrame("t", [{ a: 1 }, { b: "x" }])).toEqual({
    columns: [
      { name: "a", values: [1, null], type: null },
      { name: "b", values: [null, "x"], type: null },
    ],
    rowCount: 2,
    index: [],
  });
});

test("a table without rows has the types of the rows that were filtered away", () => {
  const none = tableOf({ n: [1, 2], t: ["a", "b"] }, { types: { n: "integer" } }).filter("d => d.n > 2");
  expect(tableFrame("t", none).columns).toMatchObject([
    { name: "n", type: "integer", values: [] },
    { name: "t", type: "varchar", values: [] },
  ]);
});

test.each<[string | null, unknown, string]>([
  ["t", "text", 't is no table, so it can\'t stand in FROM: it is "text"'],
  ["t", [1], "t is no table, so it can't stand in FROM: it is"],
  [null, null, "it is no table, so it can't stand in FROM: it is null"],
  ["t", [], "the table t has no columns"],
  [null, tableOf({}), "the table has no columns"],
])("%s = %p: %s", (name, input, message) => {
  expect(() => tableFrame(name, input as FrameInput)).toThrow(message);
});
