import { expect, test } from "@jest/globals";
import { uniqueNames } from "../../../src/core/wire/unique-names.ts";

test.each<[readonly string[], readonly string[]]>([
  [[], []],
  [
    ["a", "b"],
    ["a", "b"],
  ],
  [
    ["a", "a", "a"],
    ["a", "a_2", "a_3"],
  ],
  [
    ["", ""],
    ["", "_2"],
  ],
  [
    ["a", "A"],
    ["a", "A"],
  ],
  // A name of the result keeps its column.
  [
    ["a", "a", "a_2"],
    ["a", "a_3", "a_2"],
  ],
  [
    ["a_2", "a", "a", "a_2"],
    ["a_2", "a", "a_3", "a_2_2"],
  ],
])("%j", (names, unique) => {
  expect(uniqueNames(names)).toEqual(unique);
});
