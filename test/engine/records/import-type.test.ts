import { describe, expect, test } from "@jest/globals";
import {
  engineImportType,
  listText,
  mergeTypes,
  textOf,
  valueType,
} from "../../../src/engine/records/import-type.ts";

describe("the type of a value", () => {
  test.each([
    [1, "BIGINT"],
    [-9223372036854775808n, "BIGINT"],
    [9223372036854775808n, "VARCHAR"],
    [1.5, "DOUBLE"],
    [-0, "DOUBLE"],
    [NaN, "DOUBLE"],
    [2 ** 60, "DOUBLE"],
    ["1", "VARCHAR"],
    [true, "VARCHAR"],
    [new Map(), "VARCHAR"],
    [Uint8Array.of(1), "VARCHAR"],
    [[], "VARCHAR[]"],
    [[null], "VARCHAR[]"],
    [[1, null, 2.5], "DOUBLE[]"],
    [[1, "x"], "VARCHAR[]"],
    [[[1], []], "BIGINT[][]"],
    [[[1], 2], "VARCHAR[]"],
  ])("%p is %s", (value, type) => {
    expect(engineImportType(valueType(value))).toBe(type);
  });
});

test.each([
  [1, 2.5, "DOUBLE"],
  [1, "x", "VARCHAR"],
  [1.5, [1], "VARCHAR"],
  [[], [1], "BIGINT[]"],
  [[1], [0.5], "DOUBLE[]"],
  [[["x"]], [[1]], "VARCHAR[][]"],
  // No double holds 2^53 + 1, so it becomes text. 2^60 is exact.
  [9007199254740993n, 0.5, "VARCHAR"],
  [9007199254740993n, 1, "BIGINT"],
  [1152921504606846976n, 0.5, "DOUBLE"],
])("%p and %p merge to %s", (a, b, type) => {
  expect(engineImportType(mergeTypes(valueType(a), valueType(b)))).toBe(type);
  expect(engineImportType(mergeTypes(valueType(b), valueType(a)))).toBe(type);
});

test.each([
  [5, "5"],
  [9007199254740993n, "9007199254740993"],
  [true, "true"],
  [new Map<string, unknown>([["a", [1, 2n, NaN, new Map([["b", null]])]]]), '{"a":[1,2,"NaN",{"b":null}]}'],
  [[1, "x", Uint8Array.of(0x61)], '[1,"x","a"]'],
  [Uint8Array.of(0xc3, 0xa9), "é"],
])("%p converts to the text %s", (value, text) => {
  expect(textOf(value)).toBe(text);
});

test.each([
  [[1, null, -0], { element: "double" }, "[1,null,-0.0]"],
  [[NaN, 2n], { element: "double" }, '["NaN",2]'],
  [[[1], []], { element: { element: "string" } }, '[["1"],[]]'],
  [["a", [1], null, -0, NaN], { element: "string" }, '["a","[1]",null,"-0.0","NaN"]'],
] as const)("the list %p with type %p converts to %s", (value, type, text) => {
  expect(listText(value, type)).toBe(text);
});
