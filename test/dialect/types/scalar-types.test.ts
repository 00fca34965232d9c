import { expect, test } from "@jest/globals";
import { SCALAR_TYPES, scalarType } from "../../../src/dialect/types/scalar-types.ts";

test("every line has all forms", () => {
  for (const type of SCALAR_TYPES)
    expect(Object.values(type)).toEqual(Array(10).fill(expect.stringMatching(/./)));
});

test.each([
  ["int", "integer"],
  ["long", "bigint"],
  ["float", "real"],
  ["string", "varchar"],
  ["numeric", "decimal"],
  ["double precision", "double"],
  ["interval_day_time", "interval day to second"],
  ["void", "unknown"],
])("%s is another name of %s", (name, presto) => {
  expect(scalarType(name)?.presto).toBe(presto);
});

test.each(["-", "array", "row", "constructor", ""])("%p is no scalar type", (name) => {
  expect(scalarType(name)).toBe(null);
});
