import { describe, expect, test } from "@jest/globals";
import { methodCall } from "../../../../../src/core/table/expressions/calls/method-call.ts";
import { part, Places, type Part } from "../../../../../src/core/table/expressions/part.ts";

const reader = { places: new Places() } as Parameters<typeof methodCall>[0];
const name = part("d.name", "text", "d.name");
const tags = part("d.tags", "list", "d.tags");
const when = part("d.when", "date", "d.when");
const price = part("d.price", "number", "d.price");
const letter = part('"a"', "text", '"a"', { constant: { value: "a" } });

/** What a method is compiled to; functions of `op` are called `op.NAME`. */
const called = (value: Part, method: string, ...args: readonly Part[]): string =>
  methodCall(reader, {
    value,
    name: method,
    args,
    source: `${value.source}.${method}(…)`,
    callOp: (opName) => part(`op.${opName}(${value.code})`, "unknown", ""),
  }).code;

describe("a method is", () => {
  test.each<[string, Part, string, readonly Part[], string]>([
    ["JavaScript's of a text", name, "startsWith", [letter], 'op.svc_call_startsWith(d.name,"a")'],
    ["a search by value in a list", tags, "includes", [letter], 'op.svc_call_includes(d.tags,"a")'],
    ["the part of a time that it names", when, "getUTCFullYear", [], "op.utcyear(d.when)"],
    ["a function of `op` with its first argument", price, "abs", [], "op.abs(d.price)"],
  ])("%s", (_, value, method, args, code) => expect(called(value, method, ...args)).toBe(code));
});

test("its kind is what the method gives", () => {
  const upper = methodCall(reader, { value: name, name: "slice", args: [], source: "", callOp: () => name });
  expect(upper.kind).toBe("text");
});

test.each<[Part, string]>([
  [price, "startsWith"],
  [name, "getTime"],
  [tags, "push"],
])("a method that the value lacks is refused by name", (value, method) => {
  expect(() => called(value, method)).toThrow(method);
});
