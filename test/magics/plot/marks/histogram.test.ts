import { expect, test } from "@jest/globals";
import { tableOf } from "../../../core/table/table-of.ts";
import { DAY, notes, specOf } from "../spec-of.ts";

test("a single column of numbers gives a histogram", () => {
  const spec = specOf(tableOf({ n: [1, 1, 3, null] }));
  expect(spec.data.values).toEqual([{ x: 1 }, { x: 1 }, { x: 3 }]);
  expect(spec.encoding).toMatchObject({
    x: { bin: { step: 1, extent: [1, 4] } },
    y: { aggregate: "count" },
  });
  expect(notes(spec)).toEqual(["without 1 row that has no n", "the number of rows in each range of n"]);
});

test("an infinite value is no missing one", () => {
  expect(notes(specOf(tableOf({ n: [1, 3, null, NaN, Infinity] })))).toEqual([
    "not drawn: 1 infinite value of n",
    "without 2 rows that have no n",
    "the number of rows in each range of n",
  ]);
});

test("y names the column of a histogram as x does", () => {
  const spec = specOf(tableOf({ k: [5, 6, 7], n: [1, 1, 3] }), { mark: "hist", y: "n" });
  expect(spec.data.values).toEqual([{ x: 1 }, { x: 1 }, { x: 3 }]);
  expect(spec.encoding).toMatchObject({
    x: { bin: { step: 1, extent: [1, 4] } },
    y: { aggregate: "count" },
  });
  expect(notes(spec)).toEqual(["not drawn: k", "the number of rows in each range of n"]);
});

test("of many series the largest are coloured", () => {
  const groups = Array.from({ length: 12 }, (_, at) => `g${at}`);
  const spec = specOf(tableOf({ group: groups, n: groups.map((_, at) => at) }), {
    mark: "hist",
  });
  expect(spec.encoding["color"]).toMatchObject({
    condition: { test: { field: "group", oneOf: ["g0", "g1", "g2", "g3", "g4", "g5", "g6"] } },
  });
  expect(notes(spec)).toContain("the 7 largest of 12 series have colours, the others are grey");
});

test.each([
  [100, "utcyearmonthdate"],
  [400, "utcyearmonth"],
  [365 * 40, "utcyearquarter"],
  [365 * 300, "utcyear"],
])("times over %d days are counted by Vega-Lite's %s, on the clock of their zone", (count, timeUnit) => {
  const [from, to] = [new Date(0), new Date(count * DAY)];
  const spec = specOf(tableOf({ at: [from, to] }), { timezone: "Asia/Tokyo" });
  expect(spec.encoding).toMatchObject({ x: { timeUnit }, y: { aggregate: "count" } });
  expect(spec.data.values).toEqual([{ x: 9 * 3_600_000 }, { x: count * DAY + 9 * 3_600_000 }]);
});

test("of many rows each range has one row of data, with their number", () => {
  const spec = specOf(tableOf({ n: Array.from({ length: 3000 }, (_, at) => at % 3) }));
  expect(spec.encoding).toMatchObject({
    x: { bin: { step: 1, extent: [0, 3] } },
    y: { field: "number of rows" },
  });
  expect(spec.data.values).toEqual([
    { x: 0.5, y: 1000 },
    { x: 1.5, y: 1000 },
    { x: 2.5, y: 1000 },
  ]);
});
