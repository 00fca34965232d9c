import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import Ajv from "ajv";
import { compile } from "vega-lite";
import { expect, test } from "@jest/globals";
import { plainSpec } from "../../../src/magics/plot/plain-spec.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";

const file = join(dirname(createRequire(import.meta.url).resolve("vega-lite")), "vega-lite-schema.json");
const validate = new Ajv({ unknownFormats: "ignore", logger: false }).compile(
  JSON.parse(readFileSync(file, "utf8")) as object,
);

type Columns = [name: string, type: string][];
const SALES: Columns = [
  ["month", "date"],
  ["shop", "varchar"],
  ["sales", "bigint"],
];
const PRICES: Columns = [
  ["day", "timestamp(3)"],
  ["open", "double"],
  ["close", "double"],
];
const LAND = {
  data: { url: "data/world-110m.json", format: { type: "topojson", feature: "land" } },
  mark: { type: "geoshape", fill: "lightgray" },
};

test.each<[string, Columns, PlotOptions, object]>([
  [
    "lines",
    SALES,
    { title: "Sales" },
    {
      title: "Sales",
      mark: "line",
      encoding: {
        x: { field: "month", type: "temporal", scale: { type: "utc" } },
        y: { field: "sales", type: "quantitative" },
        color: { field: "shop", type: "nominal" },
      },
    },
  ],
  [
    "lines of several columns",
    PRICES,
    { width: 400 },
    {
      transform: [{ fold: ["open", "close"], as: ["column name", "column value"] }],
      width: 400,
      mark: "line",
      encoding: {
        x: { field: "day", type: "temporal", scale: { type: "utc" } },
        y: { field: "column value", type: "quantitative", title: null },
        color: { field: "column name", type: "nominal", title: "column" },
      },
    },
  ],
  [
    "bars, largest first",
    [
      ["shop", "varchar"],
      ["share", "double"],
    ],
    { percent: true },
    {
      mark: "bar",
      encoding: {
        x: { field: "shop", type: "nominal", sort: "-y" },
        y: { field: "share", type: "quantitative", axis: { format: ".1~%" } },
      },
    },
  ],
  [
    "bars in the order of the query",
    [
      ["step", "varchar"],
      ["users", "bigint"],
    ],
    { sort: "none" },
    {
      mark: "bar",
      encoding: {
        x: { field: "step", type: "nominal", sort: null },
        y: { field: "users", type: "quantitative" },
      },
    },
  ],
  [
    "areas that are not stacked",
    SALES,
    { mark: "area", stack: false },
    {
      mark: "area",
      encoding: {
        x: { field: "month", type: "temporal", scale: { type: "utc" } },
        y: { field: "sales", type: "quantitative", stack: null },
        color: { field: "shop", type: "nominal" },
      },
    },
  ],
  [
    "bars over times, on each other",
    SALES,
    { mark: "bar" },
    {
      mark: "bar",
      encoding: {
        x: { field: "month", type: "temporal", scale: { type: "utc" } },
        y: { field: "sales", type: "quantitative" },
        color: { field: "shop", type: "nominal" },
      },
    },
  ],
  [
    "bars over times, side by side",
    SALES,
    { mark: "bar", stack: false },
    {
      mark: "bar",
      encoding: {
        x: { field: "month", type: "temporal", timeUnit: "utcyearmonthdate" },
        y: { field: "sales", type: "quantitative", stack: null },
        xOffset: { field: "shop", type: "nominal" },
        color: { field: "shop", type: "nominal" },
      },
    },
  ],
  [
    "a histogram of times",
    [["day", "date"]],
    {},
    {
      mark: "bar",
      encoding: {
        x: { field: "day", type: "temporal", timeUnit: "utcyearmonthdate" },
        y: { aggregate: "count", type: "quantitative", title: "rows" },
      },
    },
  ],
  [
    "a histogram",
    [["delay", "bigint"]],
    {},
    {
      mark: "bar",
      encoding: {
        x: { field: "delay", type: "quantitative", bin: { maxbins: 40 } },
        y: { aggregate: "count", type: "quantitative", title: "rows" },
      },
    },
  ],
  [
    "a map",
    [
      ["lon", "double"],
      ["lat", "double"],
    ],
    { mark: "map", x: "lon", y: "lat" },
    {
      projection: { type: "equirectangular" },
      layer: [
        LAND,
        {
          mark: "circle",
          encoding: {
            longitude: { field: "lon", type: "quantitative" },
            latitude: { field: "lat", type: "quantitative" },
          },
        },
      ],
    },
  ],
])("%s, as a person writes them in the Vega editor", (_, columns, options, expected) => {
  const spec = plainSpec(columns, options);
  const { $schema, ...own } = spec;
  expect($schema).toBe("https://vega.github.io/schema/vega-lite/v6.json");
  expect(own).toEqual({ data: { values: [] }, ...expected });
});

const EVERY: Columns = [...SALES, ["region", "varchar"], ["cost", "double"], ["open", "boolean"]];
test.each<PlotOptions>([
  {},
  { mark: "bar", x: "shop", y: "sales", sort: ["b", "a"] },
  { mark: "bar", x: "month", y: "sales", color: "shop", stack: true },
  { mark: "area", x: "month", y: "sales", facet: "shop" },
  { mark: "heatmap", x: "shop", y: "region", color: "sales" },
  { mark: "box", x: "shop", y: "cost" },
  { mark: "scatter", x: "sales", y: "cost", log_x: true, log: true, color: "shop" },
  { mark: "hist", x: "month" },
])("a specification of %j is valid", (options) => {
  const spec = plainSpec(EVERY, options);
  expect([validate(spec), spec]).toEqual([true, spec]);
  expect(() => compile(spec as unknown as Parameters<typeof compile>[0])).not.toThrow();
});
