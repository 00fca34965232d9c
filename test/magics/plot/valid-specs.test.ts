import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import Ajv from "ajv";
import { compile } from "vega-lite";
import * as vega from "vega";
import { expect, test } from "@jest/globals";
import type { Table } from "../../../src/core/table/table.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { days } from "./spec-of.ts";
import { someOf } from "../../jest/short-form.ts";

const file = join(dirname(createRequire(import.meta.url).resolve("vega-lite")), "vega-lite-schema.json");
const validate = new Ajv({ unknownFormats: "ignore", logger: false }).compile(
  JSON.parse(readFileSync(file, "utf8")) as object,
);

const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month)));
const weeks = Array.from({ length: 12 }, (_, week) => new Date(Date.UTC(2024, 0, 1 + 7 * week)));
const grid = tableOf({
  day: [...days(12), ...days(12)],
  month: [...months, ...months],
  week: [...weeks, ...weeks],
  k: days(24).map((_, at) => (at < 12 ? "a" : "b")),
  l: days(24).map((_, at) => `a long name that is cut for an axis, number ${at % 3}`),
  n: days(24).map((_, at) => at + 1),
  m: days(24).map((_, at) => Math.sin(at)),
  lat: days(24).map((_, at) => at),
  lon: days(24).map((_, at) => 100 + at),
});
const single = tableOf({
  day: days(12),
  n: days(12).map((_, at) => at),
  big: days(12).map((_, at) => 1e9 * (at + 1)),
});
const many = tableOf({
  day: days(9000),
  n: Float64Array.from({ length: 9000 }, (_, at) => at % 977),
  m: Float64Array.from({ length: 9000 }, (_, at) => at % 991),
});
const hostile = tableOf({
  "a.b[0]": ["if", "constructor", "'\"]"],
  __proto__x: [1, 2, 3],
  "two\nlines": [4, 5, 6],
});

const charts: readonly [string, Table, PlotOptions?][] = [
  ["lines by category", grid, { x: "day", y: "n", color: "k" }],
  ["lines with panels", grid, { x: "day", y: "n", facet: "k" }],
  ["lines with names at their ends", grid, { x: "month", y: "n", color: "k", mark: "line" }],
  ["lines of several columns", single],
  ["a thinned line", many, { x: "day", y: "n" }],
  ["a logarithmic line", single, { x: "day", y: "big", log: true, percent: true }],
  ["areas", grid, { mark: "area", x: "day", y: "n", color: "k" }],
  ["overlapping areas", grid, { mark: "area", x: "day", y: "n", color: "k", stack: false }],
  ["bars", grid, { x: "l", y: "n" }],
  ["bars side by side", grid, { x: "l", y: "n", color: "k", sort: "-x" }],
  ["bars on each other", grid, { x: "k", y: "n", color: "l", stack: "normalize" }],
  ["bars by name", grid, { x: "k", y: "n", sort: ["b", "a"] }],
  ["bars over months", grid, { mark: "bar", x: "month", y: "n", color: "k" }],
  ["bars over weeks", grid, { mark: "bar", x: "week", y: "n", stack: true, color: "k" }],
  ["counted bars", grid, { mark: "bar", x: "k", facet: "l" }],
  ["points", grid, { mark: "scatter", x: "n", y: "m", color: "k" }],
  ["points with shades", grid, { mark: "scatter", x: "n", y: "m", color: "lat" }],
  ["points on a logarithmic axis", grid, { mark: "scatter", x: "n", y: "m", log_x: true }],
  ["counted points", many, { mark: "scatter", x: "n", y: "m" }],
  ["counted points over time", many, { mark: "scatter", x: "day", y: "m" }],
  ["a heat map with numbers", grid, { mark: "heatmap", x: "k", y: "l", color: "m" }],
  ["a heat map over times", grid, { mark: "heatmap", x: "day", y: "k", color: "n" }],
  ["a histogram", grid, { mark: "hist", x: "m" }],
  ["a histogram of many", many, { mark: "hist", x: "m", log: true }],
  ["a histogram of times", grid, { mark: "hist", x: "day", color: "k" }],
  ["boxes", grid, { mark: "box", x: "l", y: "n" }],
  ["boxes of columns", single, { mark: "box" }],
  ["a map", grid, { mark: "map", x: "lon", y: "lat" }],
  [
    "a map of the world",
    tableOf({ lon: [-170, 170], lat: [-50, 60], n: [1, 2] }),
    { mark: "map", x: "lon", y: "lat" },
  ],
  ["numbers", tableOf({ a: [1], b: [2.5] })],
  [
    "titles and sizes",
    single,
    { y: "n", title: "T", x_title: "X", y_title: "Y", width: 300, height: 100, format: "$.2f" },
  ],
  ["names that are no names", hostile],
  ["no rows", tableOf({ n: [] })],
];

test.each(someOf(charts, 3))("%s", async (_, table, options = {}) => {
  const chart = plot(table, options);
  expect(chart.spec["$schema"]).toBe("https://vega.github.io/schema/vega-lite/v6.json");
  const isValid = validate(chart.spec);
  const reasons = (validate.errors ?? []).filter(({ keyword }) => !/^(?:anyOf|oneOf|\$ref)$/.test(keyword));
  expect(
    isValid ? [] : reasons.slice(-12).map(({ dataPath, message, params }) => [dataPath, message, params]),
  ).toEqual([]);
  const warnings: unknown[] = [];
  const logger = { ...vega.logger(vega.Warn), warn: (...args: unknown[]) => (warnings.push(args), logger) };
  compile(structuredClone(chart.spec) as unknown as Parameters<typeof compile>[0], { logger });
  expect(warnings).toEqual([]);
  expect(await chart.svg).toMatch(/^<svg /);
});
