import { expect, test } from "@jest/globals";
import { plot } from "../../../../src/magics/plot/plot.ts";
import { tableOf } from "../../../core/table/table-of.ts";
import { notes, specOf, type Spec } from "../spec-of.ts";

test("points of several columns have one colour per column", () => {
  const spec = specOf(tableOf({ time: [new Date(0), new Date(0)], open: [1, 2], close: [3, null] }));
  expect(spec.encoding["color"]).toMatchObject({ field: "column name" });
  expect(spec.data.values).toEqual([
    { x: 0, y: 1, color: "open" },
    { x: 0, y: 2, color: "open" },
    { x: 0, y: 3, color: "close" },
  ]);
  expect(notes(spec)[1]).toBe("without 1 row that has no close");
});

test("with too many facets those with most rows are drawn", () => {
  const names = Array.from({ length: 14 }, (_, at) => `f${at}`);
  const numbers = names.map((_, at) => at);
  const spec = specOf(tableOf({ k: names, a: numbers, b: numbers }), {
    mark: "scatter",
    facet: "k",
  });
  expect(notes(spec)).toEqual(["12 of 14 values of k: those with most rows"]);
});

test("years have no thousands separators, and categories keep their order, with every mark", () => {
  const years = specOf(tableOf({ year: [2001, 2000], n: [1, 2] }), { mark: "scatter" });
  expect(years.encoding["x"]).toMatchObject({ axis: { tickMinStep: 1 } });
  const places = specOf(tableOf({ k: ["b", "a"], n: [1, 2] }), { mark: "scatter", x: "k" });
  expect(places.encoding["x"]).toMatchObject({ type: "ordinal", sort: ["a", "b"] });
});

test("a million points are binned, and a line keeps its peaks", () => {
  const n = Float64Array.from({ length: 1_000_000 }, (_, row) => row % 977);
  const m = Float64Array.from({ length: 1_000_000 }, (_, row) => row % 991);
  const cells = specOf(tableOf({ n, m }));
  expect(cells.data.values.reduce((sum, { color }) => sum + (color as number), 0)).toBe(1_000_000);
  expect(notes(cells)).toEqual(["1,000,000 points: the colour of a cell is its number of points"]);
  const rows = Float64Array.from(n.keys());
  const line = plot(tableOf({ k: rows, n }));
  expect(JSON.stringify(line.spec).length).toBeLessThan(200_000);
  expect(notes(line.spec as unknown as Spec)).toEqual([
    "each line has up to 1,000,000 rows: of every 834 the lowest and the highest value are drawn",
  ]);
});

test("an infinite value is no missing one", () => {
  const table = tableOf({ a: [1, 2, 3, 4], b: [5, Infinity, null, NaN] });
  expect(notes(specOf(table, { mark: "scatter", x: "a" }))).toEqual([
    "not drawn: 1 infinite value of b",
    "without 2 rows that have no b",
  ]);
});

test("an infinite value of a panel that is not drawn is no missing one of the others", () => {
  const names = Array.from({ length: 26 }, (_, at) => `f${Math.floor(at / 2)}`).slice(0, 25);
  const a = names.map((_, at) => at);
  const b = names.map((_, at) => (at === 24 ? Infinity : at === 0 ? null : at));
  const spec = specOf(tableOf({ k: names, a, b }), { mark: "scatter", facet: "k" });
  expect(notes(spec)).toContain("without 1 row that has no b");
});

test("names that almost each point has alone are in tooltips, and no colours", () => {
  const names = Array.from({ length: 40 }, (_, at) => `city ${at}`);
  const degrees = names.map((_, at) => at);
  const table = tableOf({ city: names, lon: degrees.map((at) => at + 100), lat: degrees });
  const { spec } = plot(table, { mark: "map" });
  expect(spec).toMatchObject({ layer: [{}, { encoding: { detail: { field: "city" } } }] });
  expect(JSON.stringify(spec)).not.toContain('"color":{"condition"');
  const points = specOf(table, { mark: "scatter", x: "lon", y: "lat" });
  expect(points.encoding["detail"]).toEqual({ field: "city", title: "city" });
  expect(notes(points)).toEqual([]);
  const chosen = specOf(table, { mark: "scatter", x: "lon", y: "lat", color: "city" });
  expect(notes(chosen)).toEqual(["the 7 largest of 40 series have colours, the others are grey"]);
});

test("a map needs numbers, and has panels", () => {
  const table = tableOf({ city: ["a", "b"], lon: [1, 2], lat: [3, 4] });
  expect(() => plot(table, { mark: "map", x: "city", y: "lat" })).toThrow(
    "x: the column 'city' holds no numbers: a map needs its longitudes",
  );
  expect(plot(table, { mark: "map", x: "lon", y: "lat", facet: "city" }).spec["facet"]).toMatchObject({
    field: "city",
  });
});
