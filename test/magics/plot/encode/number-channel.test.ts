import { describe, expect, test } from "@jest/globals";
import * as vega from "vega";
import { compile } from "vega-lite";
import { Table } from "../../../../src/core/table/table.ts";
import type { Chart } from "../../../../src/magics/vega/chart.ts";
import { plot } from "../../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../../src/magics/plot/plot-options.ts";

const DAYS = [0, 1, 2].map((day) => new Date(Date.UTC(2024, 0, 1 + day)));

const drawn = (columns: Record<string, unknown[]>, options: PlotOptions = {}): Chart =>
  plot(Table.of(Object.values(columns), Object.keys(columns)), options);

/** The labels of each axis or legend whose description begins with a word. */
async function labels(chart: Chart, of: "X-axis" | "Y-axis" | "Gradient legend"): Promise<string[][]> {
  const role = of === "Gradient legend" ? "role-legend-label" : "role-axis-label";
  return (await chart.svg)
    .split(`aria-label="${of}`)
    .slice(1)
    .map((guide) => {
      const group = new RegExp(`${role}[\\s\\S]*?</g>`).exec(guide)?.[0] ?? "";
      return [...group.matchAll(/<text(?![^>]*opacity="0")[^>]*>([^<]*)</g)].map(([, text]) => text ?? "");
    });
}

interface Item {
  readonly items?: readonly Item[];
  readonly tooltip?: Record<string, unknown>;
}

const itemsOf = (item: Item): Item[] => [item, ...(item.items ?? []).flatMap(itemsOf)];

/** The tooltips of a chart's marks, as the browser shows them. */
async function tooltips({ spec }: Chart): Promise<Record<string, unknown>[]> {
  const { spec: compiled } = compile(structuredClone(spec) as unknown as Parameters<typeof compile>[0]);
  const view = await new vega.View(vega.parse(compiled), { renderer: "none" }).runAsync();
  const { root } = view.scenegraph() as unknown as { root: Item };
  const found = itemsOf(root).flatMap(({ tooltip }) => (tooltip ? [tooltip] : []));
  view.finalize();
  return found;
}

describe("labels of an axis have one form", () => {
  test.each([
    ["hundreds of trillions", [0, 1e14, 4.5e14], ["0", "50T", "100T", "150T", "200T"]],
    ["millions", [0, 1, 1_200_000], ["0", "0.2M", "0.4M", "0.6M", "0.8M"]],
    ["below zero", [-2e9, 0, 1e9], ["−2B", "−1.5B", "−1B", "−0.5B", "0"]],
    ["thousands", [0, 1, 45_000], ["0", "5,000", "10,000", "15,000", "20,000"]],
    ["tiny numbers", [0, 1e-9, 2e-9], ["0", "2e-10", "4e-10", "6e-10", "8e-10"]],
    ["shares", [0, 0.01, 0.05], ["0", "0.005", "0.01", "0.015", "0.02"]],
    ["one value", [42, 42, 42], ["42"]],
  ])("%s", async (_, amount, expected) => {
    const [y] = await labels(drawn({ day: DAYS, amount }), "Y-axis");
    expect(y?.slice(0, expected.length)).toEqual(expected);
  });

  test("numbers of four digits, such as years, have no separators, on any axis", async () => {
    const chart = drawn({ year: [1995, 2024, 2001], order_no: [120_000, 110_000, 130_000] });
    expect((await labels(chart, "X-axis")).flat()).toContain("2000");
    expect((await labels(chart, "Y-axis")).flat()).toContain("120,000");
  });

  test("the legend of a heat map", async () => {
    const n = Array.from({ length: 40 }, (_, at) => 1e5 * at);
    const chart = drawn({ a: n.map((_, at) => `name ${at}`), b: n.map((_, at) => "uvwxyz"[at % 6]), n });
    expect((await labels(chart, "Gradient legend")).flat()).toContain("2M");
  });

  test("a short legend names the ends of its range in a few digits", async () => {
    const shade = [0.000455671921584, 0.993321562648435];
    const chart = drawn({ a: [1, 2], b: [3, 4], shade }, { mark: "scatter", color: "shade" });
    const [legend = []] = await labels(chart, "Gradient legend");
    expect(legend.length).toBeGreaterThan(1);
    for (const label of legend) expect(label.length).toBeLessThan(10);
  });

  test("a logarithmic axis over many sizes, each in its own unit", async () => {
    const [y] = await labels(drawn({ day: DAYS, n: [1, 1000, 5e8] }, { log: true }), "Y-axis");
    expect(y).toEqual(expect.arrayContaining(["1", "1,000", "10,000", "1M", "100M"]));
  });

  test("shares of a sum are percentages, however large their values are", async () => {
    const columns = { name: ["a", "a"], kind: ["x", "y"], n: [5e6, 15e6] };
    for (const mark of ["bar", "area"] as const) {
      const chart = drawn(columns, { mark, x: "name", color: "kind", stack: "normalize" });
      const [y] = await labels(chart, "Y-axis");
      expect(y?.slice(0, 3)).toEqual(["0%", "10%", "20%"]);
    }
  });

  test("a single time is named whole", async () => {
    const chart = drawn({ day: DAYS.slice(0, 1), n: [5] });
    expect((await chart.svg).replace(/(?:<[^>]*>)+/g, " ")).toContain("Jan 1 2024");
  });
});

describe("tooltips have all digits", () => {
  test.each([
    [450_000_000_000_001, "450,000,000,000,001"],
    [1_234_567.25, "1,234,567.25"],
    [0.000_000_123_456_7, "1.234567e-7"],
  ])("%d", async (value, expected) => {
    const [tooltip] = await tooltips(drawn({ shop: ["a"], sales: [value] }));
    expect(tooltip).toEqual({ shop: "a", sales: expected });
  });
});

test("tooltips of bars over weeks name the week, the colour and the value", async () => {
  const week = [0, 7, 14].map((day) => new Date(Date.UTC(2024, 0, 1 + day)));
  const chart = drawn(
    { week: [...week, ...week], shop: [..."aaabbb"], n: [1, 2, 3, 4, 5, 6] },
    { mark: "bar", stack: true },
  );
  expect(await tooltips(chart)).toContainEqual({ "week (UTC)": "Jan 08, 2024", shop: "a", n: "2" });
});

test("panels have labels on their horizontal axes", async () => {
  const rows = { day: [...DAYS, ...DAYS], shop: [..."aaabbb"], n: [1, 2, 3, 4, 5, 6] };
  for (const chart of [
    drawn(rows, { facet: "shop" }),
    drawn(rows, { facet: "shop", mark: "scatter", x: "n", y: "n" }),
    drawn({ day: DAYS, n: [1, 2, 3], m: [1e6, 2e6, 3e6] }),
  ])
    expect((await labels(chart, "X-axis")).flat().length).toBeGreaterThan(0);
});

test("infinite values are noted, a single number keeps the digits before its point", () => {
  expect(drawn({ day: DAYS, n: [1, Infinity, 3] }).text).toContain("(not drawn: 1 infinite value of n)");
  expect(drawn({ shop: ["a", "b"], n: [1, -Infinity] }).text).toContain("1 infinite value of n");
  expect(drawn({ n: [123_456_789.123] }).text).toContain("n: 123,456,789.12");
  expect(drawn({ day: DAYS, n: [1.5, 2, 123_456_789.123] }).text).toContain("1.5 to 123,456,789");
});
