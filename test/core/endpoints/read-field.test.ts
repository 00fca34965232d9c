import { expect, test } from "@jest/globals";
import {
  digitsIn,
  expectSubject,
  readColumn,
  readCount,
  readInteger,
  readList,
  readTextField,
  readTimeField,
} from "../../../src/core/endpoints/read-field.ts";

test("an integer is a number or digits, a count not negative", () => {
  expect([7, "7", " -7 ", 1.5, null, "many"].map((value) => readInteger(value, null))).toEqual([
    7,
    7,
    -7,
    null,
    null,
    null,
  ]);
  expect([7, -1, "-1"].map((value) => readCount(value, 0))).toEqual([7, 0, 0]);
});

test("a text is not empty", () => {
  expect(["db1", 7, 7n, "", null, {}].map(readTextField)).toEqual(["db1", "7", "7", null, null, null]);
});

test("a list may be JSON text", () => {
  expect([[1], "[1]", '{"a":1}', "[1", ""].map(readList)).toEqual([[1], [1], null, null, null]);
});

test("a column is a list, or an object", () => {
  expect(readColumn(["n", "long", "m"])).toEqual(["n", "long", "m"]);
  expect(readColumn({ name: "n", type: "long" })).toEqual(["n", "long", null]);
  expect(readColumn(null)).toEqual([null, null, null]);
});

test.each([
  ["2024-05-06 07:08:09 UTC", "2024-05-06T07:08:09.000Z"],
  ["2024-05-06T16:08:09+09:00", "2024-05-06T07:08:09.000Z"],
  ["2024-05-06 07:08:09", "2024-05-06T07:08:09.000Z"],
  [1714979289, "2024-05-06T07:08:09.000Z"],
])("the time %j", (value, time) => {
  expect(readTimeField(value)?.toISOString()).toBe(time);
});

test("what is no time", () => {
  expect(["", "noon", null, NaN].map(readTimeField)).toEqual([null, null, null, null]);
});

test("an id's digits are found in what is no JSON", () => {
  expect(digitsIn('{"job_id": "42", ', "job_id")).toBe("42");
  expect(digitsIn("busy", "job_id")).toBeNull();
});

test("a reply about something else is refused", () => {
  expect(() => expectSubject("list tables of shop", "SHOP", "shop")).not.toThrow();
  expect(() => expectSubject("list tables of shop", undefined, "shop")).not.toThrow();
  expect(() => expectSubject("list tables of shop", "lab", "shop")).toThrow(
    "list tables of shop failed: the reply is about lab; a proxy or cache on the way may mix up replies: try without it",
  );
});
