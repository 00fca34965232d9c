import { describe, expect, test } from "@jest/globals";
import { plot } from "../../../src/magics/plot/plot.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { days, notes, specOf } from "./spec-of.ts";

test("two columns of names and a number give a heat map", () => {
  const spec = specOf(tableOf({ origin: ["a", "a", "b"], destination: ["x", "y", "x"], n: [1, 2, 3] }));
  expect(spec.mark.type).toBe("rect");
  expect(spec.data.values).toEqual([
    { x: "a", y: "x", color: 1 },
    { x: "b", y: "x", color: 3 },
    { x: "a", y: "y", color: 2 },
  ]);
});

test("a single column of names: counts of its values", () => {
  const spec = specOf(tableOf({ weather: ["sun", "rain", "sun"] }));
  expect(spec.data.values).toEqual([{ x: "sun" }, { x: "sun" }, { x: "rain" }]);
  expect(spec.encoding["y"]).toMatchObject({ aggregate: "count", title: "rows" });
  expect(notes(spec)).toEqual(["the number of rows for each weather"]);
});

test("two columns of numbers give points", () => {
  const spec = specOf(tableOf({ a: [5, 6, 5], b: [7, 8, 9] }));
  expect(spec.mark.type).toBe("point");
  expect(spec.data.values).toEqual([
    { x: 5, y: 7 },
    { x: 6, y: 8 },
    { x: 5, y: 9 },
  ]);
});

test("an ascending column, such as years, gives a line", () => {
  const spec = specOf(tableOf({ year: [2000, 2001], n: [7, 8] }));
  expect(spec.mark.type).toBe("line");
  expect(spec.encoding["x"]).toMatchObject({ title: "year", axis: { tickMinStep: 1 } });
});

test("an ascending column gives a line in even steps, and points in uneven ones, as measures have", () => {
  const markOf = (first: number[]): string => specOf(tableOf({ a: first, b: [7, 3, 8] })).mark.type;
  expect(markOf([0.1, 0.2, 0.3])).toBe("line");
  expect(markOf([1, 2, 8])).toBe("line");
  expect(markOf([-2.5, 11.1, 12.8])).toBe("point");
});

test("years, months and hours are an axis, with names or without, in any order", () => {
  const month = [2, 1, 2, 1];
  const weather = ["sun", "rain", "rain", "sun"];
  const table = tableOf({ month, weather, days: [5, 6, 7, 8] });
  const lines = specOf(table);
  expect(lines.mark.type).toBe("line");
  expect(lines.encoding).toMatchObject({ x: { title: "month" }, y: { title: "days" } });
  expect(lines.encoding["color"]).toMatchObject({ title: "weather" });
  const bars = specOf(table, { mark: "bar" });
  expect(bars.encoding).toMatchObject({
    x: { title: "month", sort: ["1", "2"] },
    color: { title: "weather" },
  });
  expect(notes(bars)).toEqual([]);
  const cells = specOf(tableOf({ month, hour: [1, 1, 2, 2], n: [5, 6, 7, 8] }));
  expect(cells.mark.type).toBe("rect");
  const measures = tableOf({ rides_per_day: [3, 1, 2], n: [5, 6, 7] });
  expect(specOf(measures).mark.type).toBe("point");
  expect(plot(tableOf({ year: [2024], n: [5] })).text).toContain("chart: number");
});

test("texts that are all days, months or hours, as td_time_format writes them, are times on their own clock", () => {
  const rows = { month: ["2005-02", null, "2005-01"], price: [7, 5, 8] };
  const lines = specOf(tableOf(rows), { timezone: "Asia/Tokyo" });
  expect(lines.mark.type).toBe("line");
  expect(lines.encoding["x"]).toMatchObject({ title: "month", type: "temporal" });
  expect(lines.data.values).toEqual([
    { x: Date.UTC(2005, 0), y: 8 },
    { x: Date.UTC(2005, 1), y: 7 },
  ]);
  expect(specOf(tableOf(rows), { mark: "bar" }).encoding["x"]).toMatchObject({
    type: "temporal",
    timeUnit: "utcyearmonth",
  });
  const markOf = (first: string[]): string => specOf(tableOf({ first, n: [7, 8] })).mark.type;
  expect(markOf(["2005-01-02", "2005-01-03"])).toBe("line");
  expect(markOf(["2005-01-02 16", "2005-01-02 17:00:00"])).toBe("line");
  expect(markOf(["2005-01-02", "2005-02-30"])).toBe("bar");
  expect(markOf(["2005-01-02", "soon"])).toBe("bar");
  expect(markOf(["2005", "2006"])).toBe("bar");
});

test("values are numbers", () => {
  const table = tableOf({ name: ["a", "b"], at: [new Date(0), new Date(1)], n: [1, 2] });
  expect(() => plot(table, { mark: "bar", x: "name", y: ["n", "at"] })).toThrow(
    "y: the column 'at' holds no numbers",
  );
  expect(() => plot(table, { mark: "bar", x: "n", y: "name" })).toThrow(
    "y: the column 'name' holds no numbers; swap x and y",
  );
  expect(() => plot(table, { mark: "scatter", x: "n", y: "at" })).toThrow("swap x and y");
});

test("two columns of numbers beside repeated names are points in the colours of the names", () => {
  const spec = specOf(tableOf({ weather: ["sun", "sun"], t: [1, 2], rain: [3, 4] }));
  expect(spec.mark.type).toBe("point");
  expect(spec.data.values[0]).toEqual({ x: 1, y: 3, weather: "sun" });
});

test("coordinates are points of a map, by their ranges or as they are named", () => {
  const table = tableOf({ city: ["Lima", "Oslo"], lat: [-12, 59.9], lon: [-77, 110.7] });
  expect(plot(table, { mark: "map" }).text).toBe("chart: map of lat over lon by city\n2 points");
  const near = tableOf({ a: [59.9], b: [10.7] });
  expect(plot(near, { mark: "map", x: "b", y: "a" }).text).toContain("map of a over b");
  expect(() => plot(near, { mark: "map" })).toThrow("name them with x and y (--x LONGITUDE --y LATITUDE)");
});

describe("a chart with x chosen, and nothing else", () => {
  const table = tableOf({ name: ["a", "b", "c"], day: days(3), rising: [1, 2, 3], n: [5, 4, 9] });
  test.each([
    ["name", "bar"],
    ["day", "line"],
    ["rising", "line"],
    ["n", "point"],
  ])("%s: %s", (x, mark) => {
    const chart = specOf(table, { x });
    const one = chart;
    expect([one.mark.type, one.encoding["x"]?.title]).toEqual([mark, x === "day" ? "day (UTC)" : x]);
  });

  test.each([
    ["name", "bar"],
    ["n", "bar"],
    ["day", "bar"],
  ])("%s alone: %s", (x, mark) => {
    const alone = tableOf({ [x]: table.array(x) as unknown[], other: ["p", "q", "p"] });
    const chart = specOf(alone, { x });
    expect(chart.mark.type).toBe(mark);
  });
});

test("numbers without an axis are drawn over the rows", () => {
  const spec = specOf(tableOf({ n: [3, 1, 2] }), { y: "n" });
  expect([spec.mark.type, spec.encoding["x"]?.title]).toEqual(["line", "row"]);
  expect(spec.data.values).toEqual([3, 1, 2].map((y, x) => ({ x, y })));
});
