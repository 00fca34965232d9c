import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@jest/globals";
import { UsageError } from "../../../src/core/errors.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { specOf } from "./spec-of.ts";

const table = tableOf({ k: ["a", "b", "a", "b"], year: [2000, 2000, 2001, 2001], n: [1, 2, 3, 4] });

test("axes, colour and panels", () => {
  const spec = specOf(table, {
    mark: "bar",
    x: "year",
    y: "n",
    facet: "k",
    title: "By year",
    width: 90,
  });
  expect(spec.title?.text).toBe("By year");
  expect(spec.data.values).toEqual([
    { panel: "a", x: "2000", y: 1 },
    { panel: "a", x: "2001", y: 3 },
    { panel: "b", x: "2000", y: 2 },
    { panel: "b", x: "2001", y: 4 },
  ]);
  expect(spec.facet).toMatchObject({ field: "k", type: "nominal" });
  expect(spec).toMatchObject({ width: 90 });
});

test.each([
  [{ x: "yaer" }, "x: the table has no column 'yaer'; did you mean 'year'?"],
  [{ mark: "lines" }, "there is no mark 'lines'; did you mean 'line'?"],
  [{ colour: "k" }, "plot has no option 'colour'; did you mean 'color'?"],
  [{ width: -1 }, "width must be a number of pixels from 1 to 10000, not -1"],
  [{ timezone: "Asia/Tokio" }, "no time zone is called 'Asia/Tokio'; did you mean Asia/Tokyo?"],
  [{ timezone: "PST" }, "PST is an abbreviation that may mean America/Los_Angeles"],
  [{ y: "k" }, "y: the column 'k' holds no numbers"],
  [{ mark: "heatmap", x: "n", y: "n", color: "k" }, "color: the column 'k' holds no numbers"],
  [{ mark: "hist", x: "k" }, "a chart of mark 'hist' needs a column of numbers or times"],
])("%j is refused", (options, message) => {
  expect(() => plot(table, options as PlotOptions)).toThrow(message);
});

test.each([
  [
    "points",
    "there is no mark 'points'; did you mean 'point'? (it is one of line, bar, area, scatter, heatmap, hist, box, map, point",
  ],
  ["Bars", "there is no mark 'Bars'; did you mean 'bar'?"],
  ["xyz", "there is no mark 'xyz'; it is one of line, bar, area, scatter, heatmap, hist, box, map, point"],
])("the mark %s", (mark, message) => {
  expect(() => plot(tableOf({ n: [1] }), { mark: mark as "bar" })).toThrow(message);
});

test.each<[PlotOptions, string]>([
  [{ mark: "bar", y: "n" }, "a chart of mark 'bar' needs a column beside the values"],
  [{ color: "n" }, "there is nothing to plot: no column is left for an axis"],
  [{ facet: "n" }, "there is nothing to plot: no column is left for an axis"],
  [{ mark: "heatmap" }, "a chart of mark 'heatmap' needs two columns beside the values"],
])("one column is too little for %j", (options, message) => {
  expect(() => plot(tableOf({ n: [3, 1, 2] }), options)).toThrow(new UsageError(message));
});

test.each([
  ["point", "scatter"],
  ["circle", "scatter"],
  ["square", "scatter"],
  ["rect", "heatmap"],
] as const)("Vega-Lite's mark %s is %s", (mark, own) => {
  const drawn = plot(table, { mark, x: "year", y: own === "heatmap" ? "k" : "n" });
  expect(drawn.spec).toEqual(plot(table, { mark: own, x: "year", y: own === "heatmap" ? "k" : "n" }).spec);
});

/** A chart that each option changes: without it, and with it. */
const CHANGES: Readonly<Record<keyof PlotOptions, readonly [before: PlotOptions, option: PlotOptions]>> = {
  mark: [{}, { mark: "bar" }],
  x: [{ mark: "bar" }, { x: "year" }],
  y: [{ mark: "scatter", x: "year", y: "n" }, { y: "year" }],
  color: [{ mark: "bar", x: "k", y: "n" }, { color: "year" }],
  facet: [{ mark: "bar", x: "year", y: "n" }, { facet: "k" }],
  title: [{}, { title: "By year" }],
  x_title: [{ mark: "bar" }, { x_title: "place" }],
  y_title: [{ mark: "bar" }, { y_title: "sum" }],
  sort: [{ mark: "bar", x: "k", y: "n" }, { sort: "x" }],
  stack: [{ mark: "bar", x: "year", y: "n", color: "k" }, { stack: true }],
  percent: [{ mark: "bar" }, { percent: true }],
  format: [{ mark: "bar" }, { format: ".2f" }],
  log: [{ mark: "bar" }, { log: true }],
  log_x: [{ mark: "scatter", x: "year", y: "n" }, { log_x: true }],
  width: [{}, { width: 90 }],
  height: [{ mark: "line", x: "year", y: "n" }, { height: 90 }],
  timezone: [{ mark: "line", x: "at", y: "n" }, { timezone: "Asia/Tokyo" }],
};

const dated = tableOf(
  {
    at: [0, 1, 2, 3].map((day) => new Date(Date.UTC(2024, 0, 1 + day, 12))),
    k: ["a", "b", "a", "b"],
    year: [2000, 2000, 2001, 2001],
    n: [1, 2, 3, 4],
  },
  { types: { at: "timestamp(3) with time zone" } },
);

test.each(Object.entries(CHANGES))("%s changes a chart", (_, [before, option]) => {
  const [plain, changed] = [before, { ...before, ...option }].map((options) => plot(dated, options).spec);
  expect(isDeepStrictEqual(plain, changed)).toBe(false);
});
