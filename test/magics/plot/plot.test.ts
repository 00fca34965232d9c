import { mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import * as aq from "arquero";
import * as vega from "vega";
import { compile } from "vega-lite";
import { NullableColumn } from "../../../src/core/table/columns/nullable-column.ts";
import { UsageError } from "../../../src/core/errors.ts";
import { Table } from "../../../src/core/table/table.ts";
import { mimeBundle } from "../../../src/magics/display/mime-bundle.ts";
import { METADATA } from "../../../src/magics/notebook-host.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";
import { pivot } from "../../../src/magics/result/pivot/pivot.ts";
import { set_timezone } from "../../../src/magics/result/set-timezone.ts";
import { tableOf } from "../../core/table/table-of.ts";

interface Spec {
  mark: { type: string };
  title?: { text: string | string[]; subtitle?: string[] };
  data: { values: Record<string, unknown>[] };
  encoding: Record<
    string,
    { title?: string | null; field?: string; sort?: unknown; scale?: { type?: string } } | null
  >;
  spec?: Spec;
  facet?: Record<string, unknown>;
}

async function specOf(table: Table, options?: PlotOptions): Promise<Spec> {
  return (await plot(table, options)).spec as unknown as Spec;
}
/** Notes shown in a chart. */
const notes = ({ title }: Spec): string[] => title?.subtitle ?? [title?.text ?? []].flat();

const DAY = 86_400_000;
const days = (count: number): Date[] => Array.from({ length: count }, (_, day) => new Date(day * DAY));

describe("numbers over time", () => {
  const table = tableOf({ time: days(3), close: [1, 2, 3] }, { index: ["time"] });

  test("a line over the index, in its zone", async () => {
    const spec = await specOf(set_timezone(table, "Asia/Tokyo"));
    expect(spec.mark.type).toBe("line");
    expect(spec.encoding["x"]).toMatchObject({ scale: { type: "utc" }, title: "time (Asia/Tokyo)" });
    expect(spec.encoding["y"]?.title).toBe("close");
    expect(spec.data.values).toEqual([
      { x: 32_400_000, y: 1 },
      { x: 118_800_000, y: 2 },
      { x: 205_200_000, y: 3 },
    ]);
  });

  test("one bundle: specification, picture, text", async () => {
    const bundle = mimeBundle(await plot(table)) ?? {};
    expect(Object.keys(bundle)).toEqual(["application/vnd.vegalite.v5+json", "image/png", "text/plain"]);
    expect(bundle["image/png"]).toMatch(/^iVBORw0KGgo/);
    expect(bundle[METADATA]).toEqual({ "image/png": { width: 643, height: 359 } });
    expect(bundle["text/plain"]).toBe("chart: lines of close over time (UTC)\nclose ▁▅█ 1 to 3");
  });

  test("the picture is SVG if the PNG font lacks characters", async () => {
    const bundle = mimeBundle(await plot(tableOf({ 도시: ["서울", "부산"], n: [1, 2] }))) ?? {};
    expect(Object.keys(bundle)).toEqual(["application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"]);
    expect(bundle["image/svg+xml"]).toMatch(/^<svg [^]*부산/);
  });

  test("control characters and unpaired surrogates are removed from pictures", async () => {
    const chart = await plot(tableOf({ k: ["a\u0001b", "c\ud800"], n: [1, 2] }));
    expect(chart.svg).toContain(">ab</text>");
    expect(mimeBundle(chart)?.["image/png"]).toBeDefined();
  });

  test("columns of type date with text values", async () => {
    const spec = await specOf(
      tableOf({ month: ["2024-01-01", "2024-02-01"], n: [1, 2] }, { types: { month: "date", n: "bigint" } }),
    );
    expect(spec.mark.type).toBe("line");
    expect(spec.data.values[1]).toEqual({ x: Date.UTC(2024, 1, 1), y: 2 });
  });

  test("one line per text value, and per column of a pivot", async () => {
    const long = tableOf({
      time: [...days(2), ...days(2)],
      symbol: ["A", "A", "B", "B"],
      close: [1, 2, 3, 4],
    });
    for (const spec of [await specOf(long), await specOf(pivot(long))]) {
      expect(spec.encoding["color"]).toMatchObject({ field: "series" });
      expect(spec.data.values.map(({ series, y }) => [series, y])).toEqual([
        ["A", 1],
        ["A", 2],
        ["B", 3],
        ["B", 4],
      ]);
    }
  });

  test("unsorted rows are drawn in order", async () => {
    const spec = await specOf(tableOf({ time: [...days(3)].reverse(), n: [1, 2, 3] }));
    expect(spec.data.values.map(({ y }) => y)).toEqual([3, 2, 1]);
  });

  test("several rows at one time are points; an explicit line shows means and says so", async () => {
    const several = tableOf({ time: [new Date(0), new Date(0), new Date(DAY)], n: [1, 3, 5] });
    const points = await specOf(several);
    expect(points.mark.type).toBe("point");
    expect(points.data.values.map(({ y }) => y)).toEqual([1, 3, 5]);
    expect(notes(points)).toEqual(["several rows share a value of time: each is a point"]);
    expect((await plot(several)).text).toBe(
      "chart: points of n over time (UTC)\n3 points\n(several rows share a value of time: each is a point)",
    );
    const line = await specOf(several, { mark: "line" });
    expect(line.data.values.map(({ y }) => y)).toEqual([2, 5]);
    expect(notes(line)).toEqual(["the mean where several rows share a value of time"]);
  });

  test("tooltips show times in the table's zone, wherever they are viewed", async () => {
    const times = tableOf({ time: days(2), n: [2, 1] });
    for (const options of [{ mark: "line" }, { mark: "scatter" }, { mark: "hist", x: "time" }] as const) {
      const { spec } = await plot(times, { ...options, timezone: "Asia/Tokyo" });
      const drawn = JSON.stringify(compile(spec as unknown as Parameters<typeof compile>[0]).spec);
      expect(drawn).toContain("utcFormat(");
      expect(drawn).not.toContain("timeFormat(");
    }
  });

  test("points of several columns have one colour per column", async () => {
    const spec = await specOf(tableOf({ time: [new Date(0), new Date(0)], open: [1, 2], close: [3, null] }));
    expect(spec.encoding["color"]).toMatchObject({ field: "series" });
    expect(spec.data.values).toEqual([
      { x: 0, y: 1, series: "open" },
      { x: 0, y: 2, series: "open" },
      { x: 0, y: 3, series: "close" },
    ]);
    expect(notes(spec)[1]).toBe("without 1 point that lacks a value");
  });

  test("areas are thinned at the same times for all series, so that none drops to 0", async () => {
    const count = 5000;
    const at = Array.from({ length: count }, (_, day) => new Date(day * DAY));
    const wave = (phase: number): number[] => at.map((_, day) => 100 + ((day * phase) % 97));
    const spec = await specOf(tableOf({ time: at, a: wave(31), b: wave(53) }), { mark: "area" });
    expect(spec.data.values.length).toBeLessThanOrEqual(4000);
    expect(Math.min(...spec.data.values.map(({ y }) => y as number))).toBeGreaterThanOrEqual(100);
    const stacks = new Map<unknown, number>();
    for (const { x, y } of spec.data.values) stacks.set(x, (stacks.get(x) ?? 0) + (y as number));
    const sums = wave(31).map((value, day) => value + (wave(53)[day] ?? 0));
    expect(Math.max(...stacks.values())).toBe(Math.max(...sums));
  });

  test("areas of several series with both signs are refused: they can't be stacked", async () => {
    const table = tableOf({ time: days(2), a: [1, -1], b: [2, 3] });
    await expect(plot(table, { mark: "area" })).rejects.toThrow(
      "areas are stacked, and 'a' has values below and above 0: draw lines (mark 'line')",
    );
    expect((await specOf(table, { mark: "area", y: "a" })).mark.type).toBe("area");
  });

  test("columns of very different scale get separate axes", async () => {
    const spec = await specOf(tableOf({ time: days(2), close: [1, 2], volume: [1e6, 2e6] }));
    expect(spec.spec?.mark.type).toBe("line");
    expect(spec.data.values[2]).toEqual({ panel: "volume", x: 0, y: 1e6 });
  });

  test("of many series the largest are coloured, the others grey", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `s${at}`);
    const spec = await specOf(
      tableOf({ time: names.map(() => new Date(0)), name: names, n: names.map((_, at) => at) }),
    );
    expect(spec.data.values.filter(({ top }) => top).map(({ series }) => series)).not.toContain("s1");
    expect(spec.data.values).toHaveLength(12);
    expect(notes(spec)).toEqual(["the 10 largest of 12 series have colours, the others are grey"]);
  });
});

describe("categories", () => {
  test("bars, sorted by height; a missing value is not drawn as 0", async () => {
    const spec = await specOf(tableOf({ symbol: ["b", "c", "a"], n: [1n, null, 3n] }));
    expect(spec.mark.type).toBe("bar");
    expect(spec.encoding["x"]?.sort).toEqual(["a", "b", "c"]);
    expect(spec.data.values).toEqual([
      { x: "a", y: 3 },
      { x: "b", y: 1 },
      { x: "c", y: null },
    ]);
  });

  test("categories keep the order of sorted rows", async () => {
    const spec = await specOf(tableOf({ year: ["2000", "2001", "2002"], n: [1, 3, 2] }));
    expect(spec.encoding["x"]?.sort).toEqual(["2000", "2001", "2002"]);
  });

  test('distinct values stay distinct: long texts, null and the text "null"', async () => {
    const long = "https://example.com/".padEnd(200, "x");
    const spec = await specOf(tableOf({ url: [`${long}1`, `${long}2`, null, "null"], n: [1, 2, 3, 4] }));
    expect(spec.data.values).toEqual([
      { x: '"null"', y: 4 },
      { x: "null", y: 3 },
      { x: `${long}2`, y: 2 },
      { x: `${long}1`, y: 1 },
    ]);
  });

  test.each([
    [
      ["2024-01-01", "2024-01-02", "2024-01-09"],
      ["2024-01-02", "2024-01-09"],
    ],
    [
      ["2024-01-01", "2024-02-01", "2024-05-01", "2024-06-01"],
      ["2024-02-01", "2024-05-01"],
    ],
    [["2023-01-01", "2023-02-01", "2023-03-01", "2023-04-01"], []],
    [["2020-01-01", "2021-01-01", "2022-01-01"], []],
    [["2024-01-01", "2024-06-01"], []],
  ])("bars and cells over times %j say which are left out: %j", async (dates, [from, to]) => {
    const times = dates.map((date) => new Date(date));
    const table = tableOf({ day: times, n: times.map(() => 1), k: times.map(() => "a") });
    const cells = await specOf(table, { mark: "heatmap", x: "k", y: "day", color: "n" });
    const note = `times without a cell are left out, the most from ${from} to ${to}`;
    expect(notes(cells)).toEqual(from === undefined ? [] : [note]);
    const spec = await specOf(table.select("day", "n"), { mark: "bar" });
    expect(notes(spec)).toEqual(from === undefined ? [] : [note.replace("cell", "bar")]);
  });

  test("several rows per bar give their mean, and the chart says so", async () => {
    const spec = await specOf(tableOf({ k: ["a", "a", "b"], n: [1, 2, 5] }));
    expect(spec.data.values).toEqual([
      { x: "b", y: 5 },
      { x: "a", y: 1.5 },
    ]);
    expect(notes(spec)).toEqual(["each bar is the mean of its rows (2 at most)"]);
  });

  test.each([
    ["flights", 22, 3, "the largest 20 of 22 bars; 'other' is the sum of the rest"],
    ["flights", 100, null, "the largest 20 of 100 bars; the rest add up to 3,240"],
    ["avg_delay", 22, null, "the largest 20 of 22 bars"],
  ])(
    "%s of %s names: the largest, and the sum of the others if it is meaningful and not far larger",
    async (name, rows, other, note) => {
      const keys = Array.from({ length: rows }, (_, at) => `k${at}`);
      const spec = await specOf(tableOf({ k: keys, [name]: keys.map((_, at) => at + 1) }));
      expect(spec.data.values.find((bar) => bar.other)?.y ?? null).toBe(other);
      expect(notes(spec)).toEqual([note]);
    },
  );

  test("two of them and a number give a heat map", async () => {
    const spec = await specOf(
      tableOf({ origin: ["a", "a", "b"], destination: ["x", "y", "x"], n: [1, 2, 3] }),
    );
    expect(spec.mark.type).toBe("rect");
    expect(spec.data.values).toEqual([
      { x: "a", y: "x", c: 1 },
      { x: "a", y: "y", c: 2 },
      { x: "b", y: "x", c: 3 },
    ]);
  });

  test("a single column: counts of its values", async () => {
    const spec = await specOf(tableOf({ weather: ["sun", "rain", "sun"] }));
    expect(spec.data.values).toEqual([
      { x: "sun", y: 2 },
      { x: "rain", y: 1 },
    ]);
    expect(notes(spec)).toEqual(["the number of rows for each weather"]);
  });
});

describe("numbers", () => {
  test("two columns give points", async () => {
    const spec = await specOf(tableOf({ a: [5, 6, 5], b: [7, 8, 9] }));
    expect(spec.mark.type).toBe("point");
    expect(spec.data.values).toEqual([
      { x: 5, y: 7 },
      { x: 6, y: 8 },
      { x: 5, y: 9 },
    ]);
  });

  test("an ascending column, such as years, gives a line", async () => {
    const spec = await specOf(tableOf({ year: [2000, 2001], n: [7, 8] }));
    expect(spec.mark.type).toBe("line");
    expect(spec.encoding["x"]).toMatchObject({ title: "year", axis: { tickMinStep: 1 } });
  });

  test("an ascending column gives a line in even steps, and points in uneven ones, as measures have", async () => {
    const markOf = async (first: number[]): Promise<string> =>
      (await specOf(tableOf({ a: first, b: [7, 3, 8] }))).mark.type;
    expect(await markOf([0.1, 0.2, 0.3])).toBe("line");
    expect(await markOf([1, 2, 8])).toBe("line");
    expect(await markOf([-2.5, 11.1, 12.8])).toBe("point");
  });

  test("years, months and hours are an axis, with names or without, in any order", async () => {
    const month = [2, 1, 2, 1];
    const weather = ["sun", "rain", "rain", "sun"];
    const table = tableOf({ month, weather, days: [5, 6, 7, 8] });
    const lines = await specOf(table);
    expect(lines.mark.type).toBe("line");
    expect(lines.encoding).toMatchObject({ x: { title: "month" }, y: { title: "days" } });
    expect(lines.encoding["color"]).toMatchObject({ title: "weather" });
    const bars = await specOf(table, { mark: "bar" });
    expect(bars.encoding).toMatchObject({
      x: { title: "month", sort: ["1", "2"] },
      color: { title: "weather" },
    });
    expect(notes(bars)).toEqual([]);
    const cells = await specOf(tableOf({ month, hour: [1, 1, 2, 2], n: [5, 6, 7, 8] }));
    expect(cells.mark.type).toBe("rect");
    const measures = tableOf({ rides_per_day: [3, 1, 2], n: [5, 6, 7] });
    expect((await specOf(measures)).mark.type).toBe("point");
    expect((await plot(tableOf({ year: [2024], n: [5] }))).text).toContain("chart: number");
  });

  test("weekdays have the calendar's order in legends", async () => {
    const weekday = ["Tue", "Mon", "Fri"];
    const spec = await specOf(tableOf({ hour: [1, 1, 1], weekday, n: [5, 6, 7] }));
    expect(spec.encoding["color"]).toMatchObject({ sort: ["Mon", "Tue", "Fri"] });
  });

  test("a table of Arquero is drawn in its order, rows that are none are refused", async () => {
    const drawn = aq.table({ a: ["x", "y", "z"], n: [1, 2, 3] }).filter((d: { n: number }) => d.n > 1);
    expect((await plot(drawn.orderby(aq.desc("n")))).text).toMatch(
      /^chart: bars of n over a\nz .* 3\ny .* 2$/,
    );
    await expect(plot([{ a: 1 }] as unknown as Table)).rejects.toThrow("plot(from(rows))");
  });

  test("a single column gives a histogram", async () => {
    const spec = await specOf(tableOf({ n: [1, 1, 3, null] }));
    expect(spec.data.values).toEqual([
      { x: 1, x2: 2, rows: 2 },
      { x: 3, x2: 4, rows: 1 },
    ]);
    expect(notes(spec)).toEqual(["the number of rows in each range of n", "without 1 row that has no n"]);
  });

  test("of many groups the largest are coloured", async () => {
    const groups = Array.from({ length: 12 }, (_, at) => `g${at}`);
    const spec = await specOf(tableOf({ group: groups, n: groups.map((_, at) => at) }), {
      mark: "hist",
    });
    expect(spec.data.values.filter(({ top }) => top)).toHaveLength(10);
    expect(notes(spec)).toContain("the 10 largest of 12 series have colours, the others are grey");
  });

  test("times and numbers that are all missing", async () => {
    const times = tableOf({ at: [null, null] }, { types: { at: "timestamp" } });
    const spec = await specOf(times, { timezone: "Asia/Tokyo" });
    expect(spec.data.values).toEqual([]);
    expect(notes(spec)).toContain("'at' has no values");
    const types = { n: "bigint", a: "double", b: "double" };
    const columns = [
      [1, 2],
      [null, null],
      [3, 4],
    ];
    const numbers = await specOf(Table.of(columns, ["n", "a", "b"], { types }));
    expect(notes(numbers)).toEqual(["'a' has no values"]);
    expect(numbers.data.values).toEqual([
      { x: 1, y: 3 },
      { x: 2, y: 4 },
    ]);
  });

  test("outliers that would hide all others in two bars are counted in a note", async () => {
    const numbers = Array.from({ length: 1000 }, (_, at) =>
      at < 2 ? -9000 - at : at === 2 ? 5000 : at % 50,
    );
    const spec = await specOf(tableOf({ delay: numbers }));
    expect(notes(spec)).toEqual([
      "the number of rows in each range of delay",
      "not drawn: 2 rows below -20, 1 row above 70",
    ]);
    expect(spec.data.values).toHaveLength(50 / 2);
  });

  test("times alone are counted by calendar units of their zone", async () => {
    const times = ["2024-01-31T20:00:00Z", "2024-02-29T12:00:00Z", "2026-01-01T00:00:00Z"].map(
      (at) => new Date(at),
    );
    const spec = await specOf(tableOf({ at: times }), { timezone: "Asia/Tokyo" });
    expect(
      spec.data.values.map(({ x, rows }) => [new Date(x as number).toISOString().slice(0, 10), rows]),
    ).toEqual([
      ["2024-02-01", 2],
      ["2026-01-01", 1],
    ]);
  });

  test("a single number is shown as a number", async () => {
    const chart = await plot(tableOf({ flights: [1234567n] }));
    expect(chart.text).toBe("chart: number\nflights: 1,234,567");
    expect(inspect(chart)).toBe(chart.text);
  });

  test("two of them with repeated categories are points in the categories' colours", async () => {
    const spec = await specOf(tableOf({ weather: ["sun", "sun"], t: [1, 2], rain: [3, 4] }));
    expect(spec.mark.type).toBe("point");
    expect(spec.data.values[0]).toEqual({ x: 1, y: 3, series: "sun" });
  });

  test("with too many facets those with most rows are drawn", async () => {
    const names = Array.from({ length: 14 }, (_, at) => `f${at}`);
    const numbers = names.map((_, at) => at);
    const spec = await specOf(tableOf({ k: names, a: numbers, b: numbers }), {
      mark: "scatter",
      facet: "k",
    });
    expect(notes(spec)).toEqual(["12 of 14 values of k: those with most rows"]);
  });

  test("years have no thousands separators, and categories keep their order, with every mark", async () => {
    const years = await specOf(tableOf({ year: [2001, 2000], n: [1, 2] }), { mark: "scatter" });
    expect(years.encoding["x"]).toMatchObject({ axis: { tickMinStep: 1 } });
    const places = await specOf(tableOf({ k: ["b", "a"], n: [1, 2] }), { mark: "scatter", x: "k" });
    expect(places.encoding["x"]).toMatchObject({ type: "ordinal", sort: ["a", "b"] });
  });

  test("coordinates are points on a plane", async () => {
    const spec = await specOf(tableOf({ city: ["Oslo"], lat: [59.9], lon: [10.7] }));
    expect(spec.encoding["x"]?.title).toBe("lon");
    expect(spec.data.values[0]).toEqual({ x: 10.7, y: 59.9, series: "Oslo" });
  });

  test("a million points are binned, and a line keeps its peaks", async () => {
    const n = Float64Array.from({ length: 1_000_000 }, (_, row) => row % 977);
    const m = Float64Array.from({ length: 1_000_000 }, (_, row) => row % 991);
    const cells = await specOf(tableOf({ n, m }));
    expect(cells.data.values.reduce((sum, { rows }) => sum + (rows as number), 0)).toBe(1_000_000);
    expect(notes(cells)).toEqual(["1,000,000 points: the colour of a cell is its number of points"]);
    const rows = Float64Array.from(n.keys());
    const line = await plot(tableOf({ k: rows, n }));
    expect(JSON.stringify(line.spec).length).toBeLessThan(200_000);
    expect(notes(line.spec as unknown as Spec)).toEqual([
      "each line has up to 1,000,000 rows: of every 834 the lowest and the highest value are drawn",
    ]);
  });
});

describe("explicit options", () => {
  const table = tableOf({ k: ["a", "b", "a", "b"], year: [2000, 2000, 2001, 2001], n: [1, 2, 3, 4] });

  test("axes, colour and panels", async () => {
    const spec = await specOf(table, {
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
    expect(spec.facet).toMatchObject({ field: "panel", title: "k" });
    expect(spec.spec).toMatchObject({ width: 90 });
  });

  test("an unknown field of a specification is refused, unless the specification computes it", async () => {
    const table = tableOf({ price: [1, 2] });
    const encoding = { x: { field: "prcie", type: "quantitative" } };
    await expect(plot(table, { mark: "tick", encoding })).rejects.toThrow(
      "field: the table has no column 'prcie'; did you mean 'price'?",
    );
    const transform = [{ calculate: "datum.price * 2", as: "prcie" }];
    expect((await plot(table, { mark: "tick", encoding, transform })).spec).toMatchObject({ encoding });
  });

  test("a specification over the table's columns", async () => {
    const spec = { mark: "tick", encoding: { x: { field: "n", type: "quantitative" } } };
    const chart = await plot(table, spec);
    expect(chart.spec).toEqual({ ...spec, data: { values: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] } });
  });

  test("a specification gets dates as unix ms and BigInts as numbers; its own data stay", async () => {
    const table = tableOf({ when: [new Date(5), null], big: [7n, 2n] });
    const encoding = { x: { field: "when", type: "temporal" }, y: { field: "big", type: "quantitative" } };
    const { spec } = await plot(table, { mark: "point", encoding });
    expect(spec["data"]).toEqual({
      values: [
        { when: 5, big: 7 },
        { when: null, big: 2 },
      ],
    });
    const data = { values: [{ when: 1, big: 2 }] };
    expect((await plot(table, { mark: "point", encoding, data })).spec["data"]).toEqual(data);
  });

  test("a specification over too many rows is refused", async () => {
    const spec = { mark: "tick", encoding: { x: { field: "n", type: "quantitative" } } };
    await expect(plot(tableOf({ n: new Float64Array(20_001) }), spec)).rejects.toThrow(
      "a specification over 20001 rows would be too large (at most 20000): aggregate, filter or sample the table first",
    );
  });

  test.each([
    [{ x: "yaer" }, "x: the table has no column 'yaer'; did you mean 'year'?"],
    [{ mark: "lines" }, "there is no mark 'lines'; did you mean 'line'?"],
    [{ colour: "k" }, "plot has no option 'colour'; did you mean 'color'?"],
    [{ width: -1 }, "width must be a number of pixels from 1 to 10000, not -1"],
    [{ y: "k" }, "y: the column 'k' holds no numbers"],
    [{ mark: "heatmap", x: "n", y: "n", color: "k" }, "color: the column 'k' holds no numbers"],
    [{ mark: "hist", x: "k" }, "no column is left whose numbers a chart of mark 'hist' could show"],
  ])("%j", async (options, message) => {
    await expect(plot(table, options as PlotOptions)).rejects.toThrow(message);
  });
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
      const { spec, svg } = await plot(table, { mark, ...(facet === undefined ? {} : { facet }) });
      compile(spec as unknown as Parameters<typeof compile>[0], { logger });
      expect(svg).toMatch(/^<svg /);
    }
  }
  expect(warnings).toEqual([]);
});

test("hostile names and values are drawn as text", async () => {
  const evil = `</text><script>alert(1)</script>'"]; [0].x`;
  const chart = await plot(tableOf({ [`datum.${evil}`]: [evil, "日本"], [evil]: [1, 2], b: [3, 4] }));
  expect(chart.svg).not.toContain("<script");
  expect(chart.svg).toContain("&lt;script&gt;");
  expect(chart.svg).toContain("日本");
});

test("no rows", async () => {
  const chart = await plot(tableOf({ n: [] }), { title: "Sales" });
  expect(chart.text).toBe("there are no rows to draw");
  expect(chart.svg).toContain(">there are no rows to draw<");
  expect(chart.svg).toContain(">Sales<");
  await expect(plot(tableOf({ n: [] }), { x: "m" })).rejects.toThrow("the table has no column 'm'");
});

test.each([
  ["histogram", "there is no mark 'histogram'; did you mean 'hist'?"],
  ["points", "there is no mark 'points'; did you mean 'scatter'?"],
  ["Bars", "there is no mark 'Bars'; did you mean 'bar'?"],
  ["xyz", "there is no mark 'xyz'"],
])("the mark %s", async (mark, message) => {
  await expect(plot(tableOf({ n: [1] }), { mark: mark as "bar" })).rejects.toThrow(
    `${message} (marks: line, bar, area, scatter, heatmap, hist)`,
  );
});

test("a specification that Vega-Lite can't draw", async () => {
  const table = tableOf({ n: [1] });
  const encoding = { x: { field: "n" } };
  await expect(plot(table, { mark: "barr", encoding })).rejects.toThrow(
    "Vega-Lite has no mark 'barr'; did you mean 'bar'?",
  );
  await expect(plot(table, { layer: [{ mark: { type: "dot" }, encoding }] })).rejects.toThrow(
    "Vega-Lite has no mark 'dot'; it is one of arc, area, bar",
  );
  await expect(plot(table, { mark: "bar", encoding, transform: [{ filter: "datum.n >" }] })).rejects.toThrow(
    "Vega-Lite can't draw this specification: ",
  );
});

describe("a chart's file", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-chart-"));
  afterAll(() => rm(folder, { recursive: true }));

  test("a picture, a specification, and a page that needs no network and runs no code from the data", async () => {
    const chart = await plot(tableOf({ k: ["</script><script>alert(1)", "b"], n: [1, 2] }), {
      title: "Kinds",
    });
    for (const name of ["a.svg", "a.json", "a.html", "a.png"]) await chart.save(join(folder, name));
    expect(await readFile(join(folder, "a.svg"), "utf8")).toBe(chart.svg);
    expect(JSON.parse(await readFile(join(folder, "a.json"), "utf8"))).toEqual(chart.spec);
    const [signature] = (await readFile(join(folder, "a.png"), "latin1")).split("\r");
    expect(signature).toBe("\x89PNG");
    const page = await readFile(join(folder, "a.html"), "utf8");
    expect(page).toContain("\\u003c/script>\\u003cscript>alert(1)");
    expect(page).not.toContain("</script><script>alert(1)");
    expect(page).toContain("<title>Kinds</title>");
    expect(page).not.toMatch(/<(?:script|link)[^>]*(?:src|href)=/);
  });

  test("an unknown extension", async () => {
    const chart = await plot(tableOf({ n: [1, 2] }));
    await expect(chart.save(join(folder, "a.bmp"))).rejects.toThrow("a chart can't be saved as '.bmp'");
  });
});

describe("space for labels", () => {
  const widthOf = async (table: Table): Promise<unknown> =>
    ((await plot(table)).spec as { width?: { step?: number } }).width?.step;

  test("labels below bars do not overlap", async () => {
    expect(await widthOf(tableOf({ k: ["a", "b"], n: [1, 2] }))).toBe(36);
    expect(await widthOf(tableOf({ k: ["Hokkaido", "b"], n: [1, 2] }))).toBe(64);
    expect(await widthOf(tableOf({ k: ["北海道東", "b"], n: [1, 2] }))).toBe(64);
  });

  test("large numbers side by side", async () => {
    const table = tableOf({ flights: [3_000_000], mean_delay: [6.66786766667], far: [1e21] });
    expect(await widthOf(table)).toBe(177);
    expect((await specOf(table)).data.values.map(({ text }) => text)).toEqual([
      "3,000,000",
      "6.66787",
      "1e+21",
    ]);
  });

  test("bars beside labels of wide characters", async () => {
    expect((await plot(tableOf({ k: ["東京", "abc"], n: [4, 2] }))).text.split("\n").slice(1)).toEqual([
      `東京 ${"█".repeat(40)} 4`,
      `abc  ${"█".repeat(20)} 2`,
    ]);
  });
});

describe("what an analyst would compare", () => {
  test("bars of both signs go from the highest to the lowest, those without a value last", async () => {
    const spec = await specOf(
      tableOf({ region: ["South", "East", "West", "North"], change: [-80, null, 0, 120] }),
    );
    expect(spec.encoding["x"]?.sort).toEqual(["North", "West", "South", "East"]);
    expect(notes(spec)).toEqual(["no value: East"]);
  });

  test("a heat map keeps the largest of many names", async () => {
    const pairs = Array.from({ length: 100 }, (_, at) => ({
      x: `k${Math.floor(at / 2)}`,
      y: `g${at % 2}`,
      n: at,
    }));
    const spec = await specOf(
      tableOf({ k: pairs.map(({ x }) => x), g: pairs.map(({ y }) => y), n: pairs.map(({ n }) => n) }),
    );
    expect(spec.encoding["x"]?.sort).toEqual(Array.from({ length: 40 }, (_, at) => `k${at + 10}`));
    expect(notes(spec)).toEqual(["40 of 50 values of k: the largest"]);
  });

  test("long names that begin alike stay different", async () => {
    const names = Array.from(
      { length: 3 },
      (_, at) => `Premium wireless headphones with noise cancelling ${at}`,
    );
    const { svg } = await plot(tableOf({ product: names, sold: [1, 2, 3] }));
    expect(svg.match(/Premium wireless …[^<]*/g)).toEqual(
      [0, 1, 2].map((at) => expect.stringMatching(`${at}$`)),
    );
  });

  test.each<[string, (at: number) => string]>([
    ["in the middle", (at) => `category number ${at} with a long name`],
    ["at the end", (at) => `https://example.org/a/long/path/page-${at}`],
    ["at the beginning", (at) => `${at}: the same long name of every one of them`],
  ])("long names that differ %s stay different", async (_, nameOf) => {
    const names = Array.from({ length: 12 }, (_, at) => nameOf(at + 10));
    const { svg } = await plot(tableOf({ product: names, sold: names.map((_, at) => at) }));
    const labels = (svg.match(/>[^<]*…[^<]*</g) ?? []).filter((text) => !text.includes("null"));
    expect(labels).toHaveLength(12);
    expect(new Set(labels).size).toBe(12);
  });

  test("groups of bars fit on the page", async () => {
    const months = Array.from({ length: 60 }, (_, at) => (at % 12) + 1);
    const regions = months.map((_, at) => `r${Math.floor(at / 12)}`);
    const chart = await plot(tableOf({ month: months, region: regions, n: months }), {
      mark: "bar",
      x: "month",
      y: "n",
    });
    expect(Number(/width="(\d+)/.exec(chart.svg)?.[1])).toBeLessThan(800);
  });

  test("panels with bars stand below each other where they are wide", async () => {
    const months = Array.from({ length: 24 }, (_, at) => (at % 12) + 1);
    const years = months.map((_, at) => 2023 + Math.floor(at / 12));
    const spec = await specOf(tableOf({ year: years, month: months, n: months }), {
      mark: "bar",
      x: "month",
      y: "n",
      facet: "year",
    });
    expect((spec as unknown as { columns: number }).columns).toBe(1);
  });
});

test("days and months are in the calendar's order", async () => {
  const days = ["Wed", "Mon", null, "Sun", "Fri"];
  const bars = await plot(tableOf({ day: days, n: [1, 2, 9, 3, 4] }));
  expect(
    bars.text
      .split("\n")
      .slice(1)
      .map((line) => line.split(" ")[0]),
  ).toEqual(["Mon", "Wed", "Fri", "Sun", "null"]);
  const months = ["october", "march", "april"];
  const map = await plot(
    tableOf({ month: [...months, ...months], k: ["b", "b", "b", "a", "a", "a"], n: [1, 2, 3, 4, 5, 6] }),
    { mark: "heatmap", x: "month", y: "k", color: "n" },
  );
  expect(JSON.stringify(map.spec)).toContain('"sort":["march","april","october"]');
  const mixed = await plot(tableOf({ day: ["Mon", "Tues", "Fri"], n: [1, 2, 3] }));
  expect(mixed.text).toMatch(/Fri.*\n.*Tues.*\n.*Mon/);
});

test("the text of a chart has whole numbers exactly", async () => {
  const chart = await plot(tableOf({ step: ["a", "b"], n: [1342676, 0.123456789] }));
  expect(chart.text).toMatch(/a █+ 1342676\nb +0.123457$/);
});

describe("rows without a value", () => {
  const lacking = tableOf({ day: [new Date(0), null, new Date(DAY)], low: [1, 2, 3], high: [2, 3, 4] });

  test("are counted once, not once for each line", async () => {
    expect(notes(await specOf(lacking))).toEqual(["without 1 row that has no day"]);
  });

  test("lack a point for each column", async () => {
    const spec = await specOf(lacking, { mark: "scatter", x: "day", y: ["low", "high"] });
    expect(notes(spec)).toEqual(["without 2 points that lack a value"]);
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
    expect((await plot(one, options)).svg).toContain(`>${text}</text>`);
  });
});

test("a column's name may have a line break", async () => {
  const { svg } = await plot(tableOf({ kind: ["a"], "two\nlines": [1] }));
  expect(svg).toContain(">two lines</");
});

test("bars below zero differ from those above as text, too", async () => {
  const { text } = await plot(tableOf({ kind: ["a", "b"], net: [2, -1] }));
  expect(text.split("\n").slice(1)).toEqual([`a ${"█".repeat(40)} 2`, `b ${"░".repeat(20)} -1`]);
});

describe("a chart with x chosen, and nothing else", () => {
  const table = tableOf({ name: ["a", "b", "c"], day: days(3), rising: [1, 2, 3], n: [5, 4, 9] });
  test.each([
    ["name", "bar"],
    ["day", "line"],
    ["rising", "line"],
    ["n", "point"],
  ])("%s: %s", async (x, mark) => {
    const chart = await specOf(table, { x });
    const one = chart.spec ?? chart;
    expect([one.mark.type, one.encoding["x"]?.title]).toEqual([mark, x === "day" ? "day (UTC)" : x]);
  });

  test.each([
    ["name", "bar"],
    ["n", "bar"],
    ["day", "bar"],
  ])("%s alone: %s", async (x, mark) => {
    const alone = tableOf({ [x]: table.array(x) as unknown[], other: ["p", "q", "p"] });
    const chart = await specOf(alone, { x });
    expect((chart.spec ?? chart).mark.type).toBe(mark);
  });
});

test.each(["line", "area"] as const)("a value between two gaps is a dot, also in a long %s", async (mark) => {
  const values = Array.from({ length: 60 }, (_, day) => (day % 3 === 0 ? day : null));
  const { svg } = await plot(tableOf({ time: days(60), n: values }, { index: ["time"] }), { mark });
  const dots = [...svg.matchAll(/<path aria-label="[^"]*" role="graphics-symbol"[^>]* d="M([\d.]+)/g)];
  expect(dots.filter(([, radius]) => Number(radius) > 1)).toHaveLength(20);
});

test("a long line without gaps has no dots", async () => {
  const spec = await specOf(tableOf({ time: days(60), n: days(60).map(Number) }, { index: ["time"] }));
  expect(spec.mark).not.toHaveProperty("point");
});

describe("a legend", () => {
  const wide = tableOf({ k: ["x", "y"], q1: [1, 9], q3: [2, 8], med: [3, 7] });

  test.each(["bar", "line"] as const)("has columns in the table's order: %s", async (mark) => {
    const { color } = (await specOf(wide, { mark, x: "k", y: ["q1", "q3", "med"] })).encoding;
    expect(color).toMatchObject({ scale: { domain: ["q1", "q3", "med"] } });
  });

  test.each([
    ["columns", wide],
    ["names", tableOf({ k: ["x", "x", "x", "y"], l: ["b", "c", "a", "a"], n: [9, 1, 5, 1] })],
  ])("has the order of the bars of a group: %s", async (_, table) => {
    const options = table === wide ? {} : { color: "l" };
    const { color, xOffset } = (await specOf(table, { mark: "bar", x: "k", ...options })).encoding;
    expect(xOffset?.sort).toEqual((color?.scale as { domain?: unknown } | undefined)?.domain);
  });
});

test("nulls of numbers are gaps, not zeros", async () => {
  const n = new NullableColumn(Int32Array.of(7, 0, 9), Uint8Array.of(0, 1, 0));
  const spec = await specOf(tableOf({ time: days(3), n }, { index: ["time"] }));
  expect(spec.data.values.map((row) => row["y"])).toEqual([7, null, 9]);
});

test.each([
  [400, 14, 31],
  [365 * 4, 16, 31 + 28 + 31],
  [365 * 12, 12, 365],
  [365 * 60, 30, 2 * 365],
])("times over %d days have %d bars of whole months, the first of %d days", async (count, bars, first) => {
  const { data } = await specOf(tableOf({ time: days(count) }));
  expect([data.values.length, data.values[0]]).toEqual([bars, { x: 0, x2: first * DAY, rows: first }]);
});

test.each<[PlotOptions, string]>([
  [{ mark: "bar", y: "n" }, "a bar chart needs a column beside the values"],
  [{ color: "n" }, "there is nothing to plot: no column is left for an axis"],
  [{ facet: "n" }, "there is nothing to plot: no column is left for an axis"],
  [{ mark: "heatmap" }, "a heat map needs two columns beside the values"],
])("one column is too little for %j", async (options, message) => {
  await expect(plot(tableOf({ n: [3, 1, 2] }), options)).rejects.toThrow(new UsageError(message));
});

test("numbers without an axis are drawn over the rows", async () => {
  const spec = await specOf(tableOf({ n: [3, 1, 2] }), { y: "n" });
  expect([spec.mark.type, spec.encoding["x"]?.title]).toEqual(["line", "row"]);
  expect(spec.data.values).toEqual([3, 1, 2].map((y, x) => ({ x, y })));
});
