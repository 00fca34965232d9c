import { expect, test } from "@jest/globals";
import { sortMembers, writtenScalar } from "../../../src/dialect/json/json-node.ts";

test("members are sorted by name, the last of equal ones is kept", () => {
  expect(sortMembers('{ "b" : 1, "a" : {"d": "x,{", "c": [1, {"z": 0, "y": 2.50}]}, "b": 3 }')).toBe(
    '{"a":{"c":[1,{"y":2.5,"z":0}],"d":"x,{"},"b":3}',
  );
});

test("numbers and escapes are written as Java writes them", () => {
  // By the names, without the quotes around them and the escapes in them.
  expect(sortMembers('{"a":1,"a b":2,"a!":3,"aA":4,"a\\"":5,"A":6}')).toBe(
    '{"A":6,"a":1,"a b":2,"a!":3,"a\\"":5,"aA":4}',
  );
  expect(sortMembers('[1.50, 1e3, 12345678.5, 0.0001, -0.0, 100, "\\u0041\\n"]')).toBe(
    '[1.5,1000.0,1.23456785E7,1.0E-4,-0.0,100,"A\\n"]',
  );
});

test("a scalar found by its path keeps its spelling", () => {
  expect(writtenScalar('{"a":[1, {"b c": 1.50}]}', ["a", 1, "b c"])).toBe("1.50");
  expect(writtenScalar('{"a":[1,2]}', ["a", -1])).toBe("2");
  expect(writtenScalar('{"a":[1,2]}', ["a"])).toBe(null);
  expect(writtenScalar("{}", ["a", 0])).toBe(null);
});

test("a string of 20 million characters", () => {
  const text = `["${"x".repeat(20_000_000)}"]`;
  expect(sortMembers(text) === text).toBe(true);
});

test("a string of 4 million escapes", () => {
  const text = `{"${"\\n".repeat(4_000_000)}":["a\\\\","${'\\"x\\\\'.repeat(4_000_000)}",1.50]}`;
  expect(sortMembers(text) === text.replace("1.50", "1.5")).toBe(true);
});
