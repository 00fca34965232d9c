import { expect, test } from "@jest/globals";
import { valuesOf } from "../values-of.ts";

const COLUMNS = {
  n: [4, null, 1],
  text: ["Ab", null, "c"],
  list: [[1, 2], null, []],
  day: [new Date("2024-02-29T12:00:00Z"), null, new Date("2023-01-01T00:00:00Z")],
};

test.each<[string, unknown[]]>([
  ["op.sqrt(d.n)", [2, null, 1]],
  ["op.upper(d.text)", ["AB", null, "C"]],
  ["op.greatest(d.n, 2)", [4, null, 2]],
  ["op.greatest(d.text, 'B')", ["B", null, "c"]],
  ["op.equal(d.n, 4)", [true, null, false]],
  ["op.is_nan(d.n)", [false, false, false]],
  ["op.length(d.list)", [2, null, 0]],
  ["op.includes(d.list, 2n)", [true, null, false]],
  ["op.recode(d.text, { Ab: 1 }, 0)", [1, 0, 0]],
  ["op.year(d.day)", [2024, null, 2023]],
  ["op.utcweek(d.day)", [8, null, 0]],
  ["op.format_utcdate(d.day)", ["2024-02-29T12:00Z", null, "2023-01-01"]],
  ["op.sum(d.n)", [5, 5, 5]],
  ["op.max(d.list)", [[1, 2], [1, 2], [1, 2]]],
  ["op.count()", [3, 3, 3]],
  ["op.invalid(d.n)", [1, 1, 1]],
  ["op.lag(d.n)", [undefined, 4, null]],
  ["op.row_number()", [1, 2, 3]],
])("%s", (expression, values) => {
  expect(valuesOf(COLUMNS, expression)).toEqual(values);
}); // prettier-ignore

test.each([
  ["op.sum(d.text)", "op.sum does not take the texts d.text: write op.sum(+d.text) if they are numbers"],
  [
    "op.mean(d.day)",
    "op.mean does not take the dates d.day: op.min and op.max take them, and op.mean(+d.day) their milliseconds",
  ],
  ["op.split(d.day, '-')", "d.day is a Date, which has no text of its own; write op.format_date(d.day)"],
  [
    "op.sum(op.max(d.n))",
    "op.max(d.n) is inside of another function of many rows; derive a column of it before",
  ],
])("%s is refused", (expression, said) => {
  expect(() => valuesOf(COLUMNS, expression)).toThrow(said);
});
