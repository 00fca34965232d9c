import { expect, test } from "@jest/globals";
import { plainColumn } from "../../../../src/core/write/columns/upload-column.ts";

const lists = (...values: unknown[]) => ({ name: "l", kind: "list", values }) as const;

test("a list is JSON text, or kept with dates as text", () => {
  const column = lists([1, null], null, [new Date(0), [new Date(NaN), Float64Array.of(1.5)]]);
  expect(plainColumn(column, false).values).toEqual([
    "[1,null]",
    null,
    '["1970-01-01T00:00:00.000Z",[null,[1.5]]]',
  ]);
  expect(plainColumn(column, true).values).toEqual([
    [1, null],
    null,
    ["1970-01-01T00:00:00.000Z", [null, [1.5]]],
  ]);
});

test("-0 does not make a kept list of integers one of doubles", () => {
  expect(plainColumn(lists([-0, 1]), true).values).toEqual([[0, 1]]);
});

test("rows and maps in a kept list are JSON text", () => {
  const column = lists([{ id: 2n ** 60n, name: "x" }, null], [[{ k: new Date(0) }]]);
  expect(plainColumn(column, true).values).toEqual([
    ['{"id":1152921504606846976,"name":"x"}', null],
    [['{"k":"1970-01-01T00:00:00.000Z"}']],
  ]);
});

const ring: unknown[] = [];
ring.push(ring);

test.each([
  ["itself", ring, "lists and objects are nested more than 1000 deep, or contain themselves"],
  ["half a character", ["\ud800"], 'row 1 of column "l" holds half a character'],
  ["binary values", [[Uint8Array.of(1)]], 'column "l" holds binary values'],
])("a kept list with %s is refused", (_, list, said) => {
  expect(() => plainColumn(lists(null, list), true)).toThrow(said);
});
