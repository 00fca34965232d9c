import { expect, test } from "@jest/globals";
import { plot } from "../../../../src/magics/plot/plot.ts";
import { tableOf } from "../../../core/table/table-of.ts";
import type { PlotOptions } from "../../../../src/magics/plot/plot-options.ts";
import { drawnItems } from "../drawn-specs.ts";
import { notes, specOf } from "../spec-of.ts";

test("bars, sorted by height; a missing value is not drawn as 0", () => {
  const spec = specOf(tableOf({ symbol: ["b", "c", "a"], n: [1n, null, 3n] }));
  expect(spec.mark.type).toBe("bar");
  expect(spec.encoding["x"]?.sort).toBe("-y");
  expect(spec.data.values).toEqual([
    { x: "a", y: 3 },
    { x: "b", y: 1 },
    { x: "c", y: null },
  ]);
});

test("several rows per bar give their mean, and the chart says so", () => {
  const spec = specOf(tableOf({ k: ["a", "a", "b"], n: [1, 2, 5] }));
  expect(spec.data.values).toEqual([
    { x: "b", y: 5 },
    { x: "a", y: 1 },
    { x: "a", y: 2 },
  ]);
  expect(spec.encoding["y"]).toMatchObject({ aggregate: "mean", field: "n", title: "n" });
  expect(spec.encoding["x"]?.sort).toBe("-y");
  expect(notes(spec)).toEqual(["each bar is the mean of its rows (2 at most)"]);
});

test.each([
  ["a", 72],
  ["Hokkaido", 128],
  ["北海道東", 128],
])("labels below two bars do not overlap: %s", (label, width) => {
  expect(specOf(tableOf({ k: [label, "b"], n: [1, 2] }))).toMatchObject({ width });
});

test("bars beside labels of wide characters", () => {
  expect(
    plot(tableOf({ k: ["東京", "abc"], n: [4, 2] }))
      .text.split("\n")
      .slice(1),
  ).toEqual([`東京 ${"█".repeat(40)} 4`, `abc  ${"█".repeat(20)} 2`]);
});

test("bars of both signs go from the highest to the lowest, those without a value last", () => {
  const spec = specOf(tableOf({ region: ["South", "East", "West", "North"], change: [-80, null, 0, 120] }));
  expect(spec.data.values.map(({ x }) => x)).toEqual(["North", "West", "South", "East"]);
});

test("groups of bars fit on the page", async () => {
  const months = Array.from({ length: 60 }, (_, at) => (at % 12) + 1);
  const regions = months.map((_, at) => `r${Math.floor(at / 12)}`);
  const chart = plot(tableOf({ month: months, region: regions, n: months }), {
    mark: "bar",
    x: "month",
    y: "n",
  });
  expect(Number(/width="(\d+)/.exec(await chart.svg)?.[1])).toBeLessThan(800);
});

test("bars of panels are narrow enough to stand side by side", () => {
  const months = Array.from({ length: 24 }, (_, at) => (at % 12) + 1);
  const years = months.map((_, at) => 2023 + Math.floor(at / 12));
  const spec = specOf(tableOf({ year: years, month: months, n: months }), {
    mark: "bar",
    x: "month",
    y: "n",
    facet: "year",
  });
  expect(spec).toMatchObject({ width: 220, columns: 3 });
});

test("the text of a chart has whole numbers exactly", () => {
  const chart = plot(tableOf({ step: ["a", "b"], n: [1342676, 0.123456789] }));
  expect(chart.text).toMatch(/a █+ 1,342,676\nb +0.123457$/);
});

test("bars below zero differ from those above as text, too", () => {
  const { text } = plot(tableOf({ kind: ["a", "b"], net: [2, -1] }));
  expect(text.split("\n").slice(1)).toEqual([`a ${"█".repeat(40)} 2`, `b ${"░".repeat(20)} -1`]);
});

test("bars on a logarithmic axis have a height, the lowest too", async () => {
  const bars = tableOf({ name: ["a", "b", "c"], n: [1, 10, 1000] });
  const heights = async (options: PlotOptions): Promise<number[]> =>
    ((await drawnItems(bars, options))["rect"] ?? []).map(({ height }) => Math.round(height ?? NaN));
  expect(await heights({ log: true })).toEqual([27, 118, 300]);
  expect((await heights({ mark: "hist", x: "n", log: true })).every((height) => height > 20)).toBe(true);
});

test("a row without a time has no bar, on the clock of any zone", () => {
  const table = tableOf({ at: [new Date(0), null, new Date(86_400_000)], n: [1, 2, 3] });
  const spec = specOf(table, { mark: "bar", timezone: "Asia/Tokyo" });
  expect(notes(spec)).toEqual(["without 1 row that has no at"]);
});
