import { mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import * as aq from "arquero";
import * as vega from "vega";
import { compile } from "vega-lite";
import { Table } from "../../../src/core/table/table.ts";
import { mimeBundle } from "../../../src/magics/display/mime-bundle.ts";
import { METADATA } from "../../../src/magics/display/displayable.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";
import type { Chart } from "../../../src/magics/vega/chart.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { days, notes, specOf } from "../plot/spec-of.ts";

const table = tableOf({ time: days(3), close: [1, 2, 3] }, { index: ["time"] });

test("one bundle: specification, picture, text", async () => {
  const bundle = (await mimeBundle(plot(table))) ?? {};
  expect(Object.keys(bundle)).toEqual(["application/vnd.vegalite.v5+json", "image/png", "text/plain"]);
  expect(bundle["image/png"]).toMatch(/^iVBORw0KGgo/);
  const alt = "chart: lines of close over time (UTC), close 1 to 3";
  expect(bundle[METADATA]).toMatchObject({ "image/png": { width: 700, height: 359, alt } });
  expect(bundle["text/plain"]).toBe("chart: lines of close over time (UTC)\nclose ▁▅█ 1 to 3");
});

test("JupyterLab draws with the colour of the page's text, and within the window unless a width is requested", async () => {
  const drawn = async (shown: Chart): Promise<unknown> => {
    const metadata = (await mimeBundle(shown))?.[METADATA] as Record<string, { embed_options: unknown }>;
    return metadata["application/vnd.vegalite.v5+json"]?.embed_options;
  };
  expect(await drawn(plot(table))).toMatchObject({
    renderer: "svg",
    patch: [{ path: "/autosize" }, { path: "/width" }],
  });
  expect(await drawn(plot(table, { width: 300 }))).toEqual({ renderer: "svg" });
  const letters = tableOf({ time: days(2), 가격: [1, 2] });
  expect(await drawn(plot(letters))).toMatchObject({ renderer: "svg", patch: [{}, {}] });
});

test("a screen reader reads what the chart shows, and the numbers themselves", async () => {
  const described = (shown: Table): unknown => plot(shown).spec["description"];
  expect(await described(table)).toBe("chart: lines of close over time (UTC), close 1 to 3");
  expect(await described(tableOf({ k: ["a", "long"], n: [2, -1] }))).toBe(
    "chart: bars of n over k, a 2, long -1",
  );
  expect(await described(tableOf({ n: [1461], mean: [16.5] }))).toBe("n: 1,461, mean: 16.5");
  expect(await described(tableOf({ n: [] }))).toBe("there are no rows to draw");
});

test("the picture is SVG if the PNG font lacks characters", async () => {
  const bundle = (await mimeBundle(plot(tableOf({ 도시: ["서울", "부산"], n: [1, 2] })))) ?? {};
  expect(Object.keys(bundle)).toEqual(["application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"]);
  expect(bundle["image/svg+xml"]).toMatch(/^<svg [^]*부산/);
});

test("control characters and unpaired surrogates are removed from pictures", async () => {
  const chart = plot(tableOf({ k: ["a\u0001b", "c\ud800"], n: [1, 2] }));
  expect(await chart.svg).toContain(">ab</text>");
  expect((await mimeBundle(chart))?.["image/png"]).toBeDefined();
});

test("tooltips show times in the table's zone, wherever they are viewed", () => {
  const times = tableOf({ time: days(2), n: [2, 1] });
  for (const options of [{ mark: "line" }, { mark: "scatter" }, { mark: "hist", x: "time" }] as const) {
    const { spec } = plot(times, { ...options, timezone: "Asia/Tokyo" });
    const drawn = JSON.stringify(compile(spec as unknown as Parameters<typeof compile>[0]).spec);
    expect(drawn).toContain("utcFormat(");
    expect(drawn).not.toContain("timeFormat(");
  }
});

test("a table of Arquero is drawn in its order, rows that are none are refused", () => {
  const drawn = aq.table({ a: ["x", "y", "z"], n: [1, 2, 3] }).filter((d: { n: number }) => d.n > 1);
  expect(plot(drawn.orderby(aq.desc("n"))).text).toMatch(/^chart: bars of n over a\nz .* 3\ny .* 2$/);
  expect(() => plot([{ a: 1 }] as unknown as Table)).toThrow("plot(from(rows))");
});

test("times and numbers that are all missing", () => {
  const times = tableOf({ at: [null, null] }, { types: { at: "timestamp" } });
  const spec = specOf(times, { timezone: "Asia/Tokyo" });
  expect(spec.data.values).toEqual([]);
  expect(notes(spec)).toContain("without 2 rows that have no at");
  const types = { n: "bigint", a: "double", b: "double" };
  const columns = [
    [1, 2],
    [null, null],
    [3, 4],
  ];
  const numbers = specOf(Table.of(columns, ["n", "a", "b"], { types }));
  expect(notes(numbers)).toEqual(["not drawn: a"]);
  expect(numbers.data.values).toEqual([
    { x: 1, y: 3 },
    { x: 2, y: 4 },
  ]);
});

test("every mark gives a valid specification that Vega draws without a warning", async () => {
  const table = tableOf({
    time: days(4),
    k: ["a", "b", "a", "b"],
    l: ["x", "x", "y", "y"],
    n: [1, 2, 3, 4],
    m: [1, -2, 3, 4.5],
  });
  const warnings: unknown[] = [];
  const logger = { ...vega.logger(vega.Warn), warn: (...args: unknown[]) => (warnings.push(args), logger) };
  for (const mark of ["line", "bar", "area", "scatter", "heatmap", "hist"] as const) {
    for (const facet of [undefined, "l"]) {
      const { spec, svg } = plot(table, { mark, ...(facet === undefined ? {} : { facet }) });
      compile(spec as unknown as Parameters<typeof compile>[0], { logger });
      expect(await svg).toMatch(/^<svg /);
    }
  }
  expect(warnings).toEqual([]);
});

test("hostile names and values are drawn as text", async () => {
  const evil = `</text><script>alert(1)</script>'"]; [0].x`;
  const chart = plot(tableOf({ [`datum.${evil}`]: [evil, "日本"], [evil]: [1, 2], b: [3, 4] }));
  expect(await chart.svg).not.toContain("<script");
  expect(await chart.svg).toContain("&lt;script&gt;");
  expect(await chart.svg).toContain("日本");
});

test("no rows", async () => {
  const chart = plot(tableOf({ n: [] }), { title: "Sales" });
  expect(chart.text).toBe("there are no rows to draw");
  expect(await chart.svg).toContain(">there are no rows to draw<");
  expect(await chart.svg).toContain(">Sales<");
  expect(() => plot(tableOf({ n: [] }), { x: "m" })).toThrow("the table has no column 'm'");
});

describe("a chart's file", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-chart-"));
  afterAll(() => rm(folder, { recursive: true }));

  test("a picture, a specification, and a page that needs no network and runs no code from the data", async () => {
    const chart = plot(tableOf({ k: ["</script><script>alert(1)", "b"], n: [1, 2] }), {
      title: "Kinds",
    });
    for (const name of ["a.svg", "a.json", "a.html", "a.png"]) await chart.save(join(folder, name));
    expect(await readFile(join(folder, "a.svg"), "utf8")).toBe(await chart.svg);
    expect(JSON.parse(await readFile(join(folder, "a.json"), "utf8"))).toEqual(chart.spec);
    const [signature] = (await readFile(join(folder, "a.png"), "latin1")).split("\r");
    expect(signature).toBe("\x89PNG");
    const page = await readFile(join(folder, "a.html"), "utf8");
    expect(page).toContain("\\u003c/script>\\u003cscript>alert(1)");
    expect(page).not.toContain("</script><script>alert(1)");
    expect(page).toContain("<title>Kinds</title>");
    // A canvas would not know the colour of a dark page's text.
    expect(page).toContain('renderer: "svg"');
    expect(page).not.toMatch(/<(?:script|link)[^>]*(?:src|href)=/);
  });

  test("an unknown extension", async () => {
    const chart = plot(tableOf({ n: [1, 2] }));
    await expect(chart.save(join(folder, "a.bmp"))).rejects.toThrow("a chart can't be saved as '.bmp'");
  });
});

/** Vega reads texts like these as names in its expressions. */
describe.each(["constructor", "toString", "if", "__proto__"])("the text %s is drawn", (text) => {
  const groups = [text, text, "b", "b"];
  const table = tableOf({ day: [...days(2), ...days(2)], kind: groups, v: [1, 2, 3, 4] });
  const drawn: [string, Table, PlotOptions][] = [
    ["as a bar", tableOf({ kind: [text, "b"], v: [1, 2] }), {}],
    ["as a line", table, {}],
    ["in a heat map", table, { mark: "heatmap", x: "day", y: "kind", color: "v" }],
    ["as a panel", table, { facet: "kind" }],
    ["as a column", tableOf({ day: days(2), [text]: [1, 2], b: [2, 1] }), {}],
    ["as a panel of a column", tableOf({ day: days(2), [text]: [1, 2], b: [200, 100] }), {}],
    ["as a title", table, { title: text }],
  ];

  test.each(drawn)("%s", async (_, one, options) => {
    expect(await plot(one, options).svg).toContain(`>${text}</text>`);
  });
});

test("a column's name may have a line break", async () => {
  const svg = await plot(tableOf({ kind: ["a"], "two\nlines": [1] })).svg;
  expect(svg).toContain(">two lines</");
});
