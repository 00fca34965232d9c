import { expect, test } from "@jest/globals";
import * as vega from "vega";
import { compile } from "vega-lite";
import type { Table } from "../../../src/core/table/table.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";
import { fitWindow } from "../../../src/magics/vega/fit-window.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { days } from "../plot/spec-of.ts";

const table = tableOf({
  day: days(3).flatMap((day) => [day, day, day]),
  shop: [..."abcabcabc"],
  n: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  sales: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => 1e6 * n),
});

type Part = Record<string, unknown>;

/** The pixels that a chart takes, names and legend included, where the page has so many. */
async function widthIn(room: number, from: Table, options: PlotOptions): Promise<number> {
  const { spec } = plot(from, options);
  const compiled = compile(structuredClone(spec) as unknown as Parameters<typeof compile>[0]).spec;
  for (const { path, value } of fitWindow(spec, String(room))) {
    const keys = path.slice(1).split("/");
    let part = compiled as unknown as Part;
    for (const key of keys.slice(0, -1)) part = part[key] as Part;
    part[keys.at(-1) ?? ""] = value;
  }
  const view = await new vega.View(vega.parse(compiled), { renderer: "none" }).runAsync();
  const svg = await view.toSVG();
  view.finalize();
  return Number(/width="(\d+)/.exec(svg)?.[1]);
}

test.each<[string, Table, PlotOptions]>([
  ["a line", table.select("day", "shop", "n"), {}],
  ["panels side by side", table, { x: "day", y: "n", facet: "shop" }],
  ["panels below each other", table, { x: "day", y: ["n", "sales"], color: "shop" }],
])("%s is as wide as the page lets it", async (_, from, options) => {
  expect(await widthIn(360, from, options)).toBeLessThanOrEqual(366);
  const wide = await widthIn(920, from, options);
  expect(wide).toBeGreaterThan(780);
  expect(wide).toBeLessThanOrEqual(926);
});

test("a width that was asked for stays", () => {
  expect(fitWindow(plot(table, { x: "day", y: "n", color: "shop", width: 500 }).spec, "360")).toEqual([]);
});
