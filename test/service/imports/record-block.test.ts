import { expect, test } from "@jest/globals";
import { RecordBlock } from "../../../src/service/imports/record-block.ts";

function block(...records: Record<string, unknown>[]): RecordBlock {
  const made = new RecordBlock();
  for (const record of records)
    made.add(Object.keys(record), Object.values(record), Object.keys(record).length);
  return made;
}

test("columns take the narrowest type of all their values; holes are null", () => {
  const { columns, rowCount } = block({ a: 1, b: null }, { c: "x" }, { a: 2.5, b: null });
  expect(rowCount).toBe(3);
  expect(columns.map(({ name, type, values }) => [name, type, values[0], values[1], values[2]])).toEqual([
    ["a", "double", 1, null, 2.5],
    ["c", "string", null, "x", undefined],
  ]);
});

test("names that differ in case only are one column, an empty name is none", () => {
  const { columns } = block({ "": 0, Host: "a" }, { host: "b", "": 1 });
  expect(columns.map(({ name, values }) => [name, values])).toEqual([["Host", ["a", "b"]]]);
});

test("whole numbers that were written as floating point make a column of doubles", () => {
  const block = new RecordBlock();
  block.add(["a", "b"], [1, 1], 2, [true, false]);
  block.add(["a", "b"], [2, 2], 2, [true, true]);
  expect(block.columns.map(({ name, type }) => [name, type])).toEqual([
    ["a", "double"],
    ["b", "double"],
  ]);
});
