import { expect, test } from "@jest/globals";
import { tableOf } from "../../../core/table/table-of.ts";
import { DAY, days, notes, specOf } from "../spec-of.ts";

test("a single column of numbers gives a histogram", () => {
  const spec = specOf(tableOf({ n: [1, 1, 3, null] }));
  expect(spec.data.values).toEqual([
    { x: 1, x2: 2, rows: 2 },
    { x: 3, x2: 4, rows: 1 },
  ]);
  expect(notes(spec)).toEqual(["the number of rows in each range of n", "without 1 row that has no n"]);
});

test("an infinite value is no missing one", () => {
  expect(notes(specOf(tableOf({ n: [1, 3, null, NaN, Infinity] })))).toEqual([
    "not drawn: 1 infinite value of n",
    "the number of rows in each range of n",
    "without 2 rows that have no n",
  ]);
});

test("y names the column of a histogram as x does", () => {
  const spec = specOf(tableOf({ k: [5, 6, 7], n: [1, 1, 3] }), { mark: "hist", y: "n" });
  expect(spec.data.values).toEqual([
    { x: 1, x2: 2, rows: 2 },
    { x: 3, x2: 4, rows: 1 },
  ]);
  expect(notes(spec)).toEqual(["not drawn: k", "the number of rows in each range of n"]);
});

test("of many series the largest are coloured", () => {
  const groups = Array.from({ length: 12 }, (_, at) => `g${at}`);
  const spec = specOf(tableOf({ group: groups, n: groups.map((_, at) => at) }), {
    mark: "hist",
  });
  expect(spec.data.values.filter(({ top }) => top)).toHaveLength(10);
  expect(notes(spec)).toContain("the 10 largest of 12 series have colours, the others are grey");
});

test("outliers that would hide all others in two bars are counted in a note", () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => (at < 2 ? -9000 - at : at === 2 ? 5000 : at % 50));
  const spec = specOf(tableOf({ delay: numbers }));
  expect(notes(spec)).toEqual([
    "the number of rows in each range of delay",
    "not drawn: 2 rows below -20, 1 row above 70",
  ]);
  expect(spec.data.values).toHaveLength(50 / 2);
});

test("times alone are counted by calendar units of their zone", () => {
  const times = ["2024-01-31T20:00:00Z", "2024-02-29T12:00:00Z", "2026-01-01T00:00:00Z"].map(
    (at) => new Date(at),
  );
  const spec = specOf(tableOf({ at: times }), { timezone: "Asia/Tokyo" });
  expect(
    spec.data.values.map(({ x, rows }) => [new Date(x as number).toISOString().slice(0, 10), rows]),
  ).toEqual([
    ["2024-02-01", 2],
    ["2026-01-01", 1],
  ]);
});

test.each([
  [400, 14, 31],
  [365 * 4, 16, 31 + 28 + 31],
  [365 * 12, 12, 365],
  [365 * 60, 30, 2 * 365],
])("times over %d days have %d bars of whole months, the first of %d days", (count, bars, first) => {
  const { data } = specOf(tableOf({ time: days(count) }));
  expect([data.values.length, data.values[0]]).toEqual([bars, { x: 0, x2: first * DAY, rows: first }]);
});
