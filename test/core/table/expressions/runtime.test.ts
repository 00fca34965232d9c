import { op } from "arquero";
import { describe, expect, test } from "@jest/globals";
import { defineFunctions } from "../../../../src/core/table/expressions/runtime.ts";

defineFunctions();
const call = (name: string, ...args: readonly unknown[]): unknown =>
  (op as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[`svc_${name}`]!(...args);

test("they are Arquero's functions, and not among what completion shows", () => {
  expect(Object.keys(op).filter((name) => name.startsWith("svc_"))).toEqual([]);
  expect("svc_plus" in op).toBe(true);
});

test.each<[string, readonly unknown[], unknown]>([
  ["plus", [1, 2], 3],
  ["plus", ["a", "b"], "ab"],
  ["and", [null, false], false],
  ["and", [null, true], null],
  ["or", [null, true], true],
  ["or", [null, false], null],
  ["field", [null, "a"], null],
  ["field", [{ a: 1 }, "a"], 1],
  ["field", [[7, 8], 1], 8],
  ["field", [[7], 1], undefined],
  ["field", ["abc", "length"], 3],
  ["json", ['{"a":{"b":1}}', "a"], { b: 1 }],
  [
    "equal",
    [
      [1, [2]],
      [1, [2]],
    ],
    true,
  ],
  ["equal", [new Date(0), new Date(0)], true],
  ["compare", [2, 10], -1],
  ["compare", ["2", "10"], 1],
  ["includes", [[[1], [2]], [2]], true],
  ["indexof", [[new Date(0), new Date(1)], new Date(1)], 1],
  ["lastindexof", [[1, 2, 1], 1], 2],
  ["greatest", ["decimal(38,1)", "9.5", "10.0"], "10.0"],
  ["least", ["", 3, 1, 2], 1],
  ["recode", [null, { a: 1 }, 5], 5],
  ["recode", ["a", { a: 1 }, 5], 1],
  ["format_date", [new Date("2024-01-31T15:00:00Z"), "Asia/Tokyo"], "2024-02-01T00:00"],
])("svc_%s(%j) is %j", (name, args, value) => {
  expect(call(name, ...args)).toEqual(value);
});

test("a value that waits in its place is computed once", () => {
  call("hold", 3, "kept");
  expect(call("held", 3)).toBe("kept");
});

describe("the key of a row in a join", () => {
  test("is equal for equal values, and null where one is missing", () => {
    expect(call("key", 1, "a")).toBe(call("key", 1, "a"));
    expect(call("key", 1, "a")).not.toBe(call("key", "1", "a"));
    expect([call("key", 1, null), call("key", NaN)]).toEqual([null, null]);
  });
});

test.each<[string, readonly unknown[], string]>([
  ["plus", ["1", 2], '+ joins the text "1" with the number 2'],
  ["text", [{ a: 1 }], "op.to_json"],
  ["number", ["twelve"], "twelve"],
  ["instant", ["noon"], "noon"],
  ["field", [5, "a"], "a"],
])("svc_%s(%j) is refused", (name, args, message) => {
  expect(() => call(name, ...args)).toThrow(message);
});
