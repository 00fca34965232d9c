import { expect, test } from "@jest/globals";
import { readBound } from "../../../src/lab/grid/read-bound.ts";

const date = (text: string): string | null => {
  const at = Number(readBound(text, true) ?? NaN);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

test("a date of a filter is in UTC, with or without a time, and in any year that the grid shows", () => {
  expect(
    ["2024-05-06", " 2024-05-06 07:08 ", "1969-12-31T23:59:59.5", "-0044-03-15", "10000-01-01", "2024"].map(date),
  ).toEqual([
    "2024-05-06T00:00:00.000Z",
    "2024-05-06T07:08:00.000Z",
    "1969-12-31T23:59:59.500Z",
    "-000044-03-15T00:00:00.000Z",
    "+010000-01-01T00:00:00.000Z",
    "2024-01-01T00:00:00.000Z",
  ]); // prettier-ignore
});

test("other texts are no dates", () => {
  const texts = ["5", "2024-5-6", "12/31/2024", "2024-05-06 7:08", "2024-05-06 07:08Z", "2024-02-30", "2024-13-01", "on 1"]; // prettier-ignore
  expect(texts.filter((text) => date(text) !== null)).toEqual([]);
});

test("a number of a filter may have the separators that the grid shows", () => {
  expect(["1,234,567.5", "-1e3", "Infinity", " "].map((text) => readBound(text, false))).toEqual([
    "1234567.5",
    "-1e3",
    "Infinity",
    null,
  ]);
  expect(readBound("9007199254740993", false)).toBe("9007199254740993");
  expect(readBound("1,5", false)).toBeNaN();
});
