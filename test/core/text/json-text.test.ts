import { expect, test } from "@jest/globals";
import { jsonText } from "../../../src/core/text/json-text.ts";
import { parseServiceType } from "../../../src/core/wire/service-type.ts";

test.each<[unknown, string]>([
  [{ a: 2n ** 60n, b: [1, null, undefined, NaN, -0], c: true }, '{"a":1152921504606846976,"b":[1,null,null,null,-0.0],"c":true}'],
  [new Date("2024-05-06"), '"2024-05-06T00:00:00.000Z"'],
  [Uint8Array.of(0, 255), '"00ff"'],
  [Float64Array.of(1, 0.5), "[1,0.5]"],
  [new Set(["a"]), '["a"]'],
  [new Map([[1n, { k: "v" }]]), '{"1":{"k":"v"}}'],
  [[{}, Object.create(null), new Map()], "[{},{},{}]"],
])("%p", (value, text) => {
  expect(jsonText(value)).toBe(text);
}); // prettier-ignore

// Objects have keys such as "1" first.
const row = { "1": 3, b: 2 };
test.each<[string, unknown, string]>([
  ['row(b bigint, "1" bigint)', row, '{"b":2,"1":3}'],
  ['row(a bigint, "1" bigint)', row, '{"1":3,"b":2}'],
  ['array(row(b bigint, "1" bigint))', [row, row], '[{"b":2,"1":3},{"b":2,"1":3}]'],
  ['map(varchar, row(b bigint, "1" bigint))', { k: row }, '{"k":{"b":2,"1":3}}'],
  ['row(r row(b bigint, "1" bigint), n bigint)', { r: row, n: 1 }, '{"r":{"b":2,"1":3},"n":1}'],
])("%s has its fields in order", (type, value, text) => {
  expect(jsonText(value, parseServiceType(type))).toBe(text);
});

test("a map of which one of two equal keys would be lost is refused where it is written, and shown where it is read", () => {
  const map = new Map<unknown, number>([
    [1, 2],
    ["1", 3],
  ]);
  expect(() => jsonText({ m: [map] })).toThrow('a map has several keys that are "1" as text');
  expect(jsonText(map, undefined, "javascript")).toBe('{"1":2,"1":3}');
});

test("keys of a map that are dates, lists or objects keep their content", () => {
  const map = new Map<unknown, number>([
    [new Date(0), 1],
    [[1, "x"], 2],
    [{ a: 1n }, 3],
  ]);
  expect(JSON.parse(jsonText(map))).toEqual({ "1970-01-01T00:00:00.000Z": 1, '[1,"x"]': 2, '{"a":1}': 3 });
});
