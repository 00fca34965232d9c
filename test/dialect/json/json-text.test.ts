import { expect, test } from "@jest/globals";
import { itemsAt, sortMembers } from "../../../src/dialect/json/json-text.ts";

test("members come in the order of their names, the last of equal ones stays", () => {
  expect(sortMembers('{ "b" : 1, "a" : {"d": "x,{", "c": [1, {"z": 0, "y": 2.50}]}, "b": 3 }')).toBe(
    '{"a":{"c":[1,{"y":2.50,"z":0}],"d":"x,{"},"b":3}',
  );
});

test("a lax path looks into arrays", () => {
  const text = '{"a":[{"b":1},{"b":[2,3]},{}]}';
  expect(itemsAt(text, [{ member: "a" }, { member: "b" }])).toEqual(["1", "[2,3]"]);
  expect(itemsAt(text, [{ member: "a" }, { all: "elements" }, { member: "b" }, { all: "elements" }])).toEqual(
    ["1", "2", "3"],
  );
  expect(itemsAt('{"a":1}', [{ member: "a" }, { index: 0 }])).toEqual(["1"]);
  expect(itemsAt('{"a":1}', [{ member: "b" }])).toEqual([]);
});
