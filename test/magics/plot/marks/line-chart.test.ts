import { describe, expect, test } from "@jest/globals";
import { NullableColumn } from "../../../../src/core/table/columns/nullable-column.ts";
import { plot } from "../../../../src/magics/plot/plot.ts";
import { pivot } from "../../../../src/magics/result/pivot/pivot.ts";
import { set_timezone } from "../../../../src/magics/result/set-timezone.ts";
import { tableOf } from "../../../core/table/table-of.ts";
import { DAY, days, notes, specOf } from "../spec-of.ts";

const table = tableOf({ time: days(3), close: [1, 2, 3] }, { index: ["time"] });

test("a line over the index, in its zone", () => {
  const spec = specOf(set_timezone(table, "Asia/Tokyo"));
  expect(spec.mark.type).toBe("line");
  expect(spec.encoding["x"]).toMatchObject({ title: "time (Asia/Tokyo)", timeUnit: "utcyearmonthdatehours" });
  expect(spec.encoding["y"]?.title).toBe("close");
  expect(spec.data.values).toEqual([
    { x: 32_400_000, y: 1 },
    { x: 118_800_000, y: 2 },
    { x: 205_200_000, y: 3 },
  ]);
});

test("columns of type date with text values", () => {
  const spec = specOf(
    tableOf({ month: ["2024-01-01", "2024-02-01"], n: [1, 2] }, { types: { month: "date", n: "bigint" } }),
  );
  expect(spec.mark.type).toBe("line");
  expect(spec.data.values[1]).toEqual({ x: Date.UTC(2024, 1, 1), y: 2 });
});

test("one line per text value, and per column of a pivot", () => {
  const long = tableOf({
    time: [...days(2), ...days(2)],
    symbol: ["A", "A", "B", "B"],
    close: [1, 2, 3, 4],
  });
  for (const spec of [specOf(long), specOf(pivot(long))]) {
    expect(spec.data.values.map((row) => [row["color"], row["y"]])).toEqual([
      ["A", 1],
      ["A", 2],
      ["B", 3],
      ["B", 4],
    ]);
  }
});

test("unsorted rows are drawn in order", () => {
  const spec = specOf(tableOf({ time: [...days(3)].reverse(), n: [1, 2, 3] }));
  expect(spec.data.values.map(({ y }) => y)).toEqual([3, 2, 1]);
});

test("several rows at one time are points; an explicit line shows means and says so", () => {
  const several = tableOf({ time: [new Date(0), new Date(0), new Date(DAY)], n: [1, 3, 5] });
  const points = specOf(several);
  expect(points.mark.type).toBe("point");
  expect(points.data.values.map(({ y }) => y)).toEqual([1, 3, 5]);
  expect(notes(points)).toEqual(["several rows share a value of time: each is a point"]);
  expect(plot(several).text).toBe(
    "chart: points of n over time (UTC)\n3 points\n(several rows share a value of time: each is a point)",
  );
  const line = specOf(several, { mark: "line" });
  expect(line.data.values.map(({ y }) => y)).toEqual([2, 5]);
  expect(notes(line)).toEqual(["the mean where several rows share a value of time"]);
});

test("areas are thinned at the same times for all series, so that none drops to 0", () => {
  const count = 5000;
  const at = Array.from({ length: count }, (_, day) => new Date(day * DAY));
  const wave = (phase: number): number[] => at.map((_, day) => 100 + ((day * phase) % 97));
  const spec = specOf(tableOf({ time: at, a: wave(31), b: wave(53) }), { mark: "area" });
  expect(spec.data.values.length).toBeLessThanOrEqual(4000);
  expect(Math.min(...spec.data.values.map(({ y }) => y as number))).toBeGreaterThanOrEqual(100);
  const stacks = new Map<unknown, number>();
  for (const { x, y } of spec.data.values) stacks.set(x, (stacks.get(x) ?? 0) + (y as number));
  const sums = wave(31).map((value, day) => value + (wave(53)[day] ?? 0));
  expect(Math.max(...stacks.values())).toBe(Math.max(...sums));
});

test("areas of several series with both signs are refused: they can't be stacked", () => {
  const table = tableOf({ time: days(2), a: [1, -1], b: [2, 3] });
  expect(() => plot(table, { mark: "area" })).toThrow(
    "areas are stacked, and 'a' has values below and above 0: draw lines (mark 'line')",
  );
  expect(specOf(table, { mark: "area", y: "a" }).mark.type).toBe("area");
});

test("columns of very different size have panels with axes of their own", () => {
  const spec = specOf(tableOf({ time: days(2), close: [1, 2], volume: [1e6, 2e6] }));
  expect(spec.mark.type).toBe("line");
  expect(spec.data.values).toEqual([
    { x: 0, y: 1, panel: "close" },
    { x: DAY, y: 2, panel: "close" },
    { x: 0, y: 1e6, panel: "volume" },
    { x: DAY, y: 2e6, panel: "volume" },
  ]);
});

test("several columns of each name have panels, in the colours of the names", () => {
  const spec = specOf(tableOf({ time: days(2), shop: ["a", "a"], low: [1, 2], high: [3, 4] }));
  expect(spec.mark.type).toBe("line");
  expect(spec.data.values.map(({ x, y, panel, shop }) => [x, y, panel, shop])).toEqual([
    [0, 1, "low", "a"],
    [DAY, 2, "low", "a"],
    [0, 3, "high", "a"],
    [DAY, 4, "high", "a"],
  ]);
});

describe("rows without a value", () => {
  const lacking = tableOf({ day: [new Date(0), null, new Date(DAY)], low: [1, 2, 3], high: [2, 3, 4] });

  test("are counted once, not once for each line", () => {
    expect(notes(specOf(lacking))).toEqual(["without 1 row that has no day"]);
  });

  test("are counted once, not once for each column of points", () => {
    const spec = specOf(lacking, { mark: "scatter", x: "day", y: ["low", "high"] });
    expect(notes(spec)).toEqual(["without 1 row that has no day"]);
  });
});

test.each(["line", "area"] as const)("a value between two gaps is a dot, also in a long %s", async (mark) => {
  const values = Array.from({ length: 60 }, (_, day) => (day % 3 === 0 ? day : null));
  const svg = await plot(tableOf({ time: days(60), n: values }, { index: ["time"] }), { mark }).svg;
  const dots = [
    ...svg.matchAll(/<path aria-label="[^"]*" role="graphics-symbol" aria-roledescription="point"[^>]*>/g),
  ];
  expect(dots.filter(([dot]) => !dot.includes('opacity="0"'))).toHaveLength(20);
});

test("a long line without gaps has no dots", () => {
  const spec = specOf(tableOf({ time: days(60), n: days(60).map(Number) }, { index: ["time"] }));
  expect(spec.mark).toMatchObject({ type: "line", point: { opacity: { expr: "datum.alone ? 1 : 0" } } });
  expect(spec.data.values.filter(({ alone }) => alone)).toEqual([]);
});

test("nulls of numbers are gaps, not zeros", () => {
  const n = new NullableColumn(Int32Array.of(7, 0, 9), Uint8Array.of(0, 1, 0));
  const spec = specOf(tableOf({ time: days(3), n }, { index: ["time"] }));
  expect(spec.data.values.map((row) => row["y"])).toEqual([7, null, 9]);
});

test("a line doesn't break where a month is longer by the hour of a change of clocks", () => {
  // Midnights of Los Angeles, as a table without zone has them.
  const hours = [8, 8, 8, 7, 7, 7, 7, 7, 7, 7, 7, 8];
  const at = hours.map((hour, month) => new Date(Date.UTC(2024, month, 1, hour)));
  const spec = specOf(tableOf({ at, n: hours }));
  expect(spec.data.values.map(({ y }) => y)).toEqual(hours);
});

test("an axis of lines with names at their ends has one title", async () => {
  const table = tableOf({ year: [2000, 2001, 2000, 2001], country: [..."aabb"], n: [1, 2, 8, 9] });
  const titles = [...(await plot(table).svg).matchAll(/axis titled '([^']*)'/g)].map(([, title]) => title);
  expect(titles).toEqual(["year", "n"]);
});

test("names at the ends of lines stand apart on a logarithmic axis too", () => {
  const at = [2000, 2001, 2000, 2001, 2000, 2001];
  const country = ["a", "a", "b", "b", "c", "c"];
  const table = tableOf({ year: at, country, n: [1e9, 1.3e9, 0.9e9, 1.2e9, 1e6, 2e6] });
  expect(specOf(table, { log: true }).encoding["color"]).not.toHaveProperty("legend");
  expect(specOf(table).encoding["color"]).toHaveProperty("legend", null);
});

describe("steps between the places of a line", () => {
  const years = [2000, 2001, 2002, 2004, 2005];
  const months = [0, 1, 2, 5, 6].map((month) => new Date(Date.UTC(2024, month)));
  const n = [1, 2, 3, 4, 5];

  test.each<[string, unknown[]]>([
    ["year", years],
    ["tenth of a number", [0.1, 0.2, 0.3, 0.5, 0.6]],
    ["month", months],
  ])("a missing %s breaks the line", (_, at) => {
    const spec = specOf(tableOf({ at, n }), { mark: "line", x: "at" });
    expect(spec.data.values.map(({ y }) => y)).toEqual([1, 2, 3, null, 4, 5]);
    expect(notes(spec)).toEqual([]);
  });

  test("lines whose places alternate are whole", () => {
    const at = [1, 2, 3, 4, 5, 6];
    const spec = specOf(tableOf({ at, n: at, name: [..."ababab"] }), { mark: "line", x: "at", y: "n" });
    expect(spec.data.values.map((row) => [row["color"], row["y"]])).toEqual([
      ["a", 1],
      ["a", 3],
      ["a", 5],
      ["b", 2],
      ["b", 4],
      ["b", 6],
    ]);
  });

  test.each<[string, unknown[]]>([
    ["times", [0, 7, 19, 20, 90].map((minute) => new Date(60_000 * minute))],
    ["numbers", [1, 2, 4, 8, 16]],
  ])("a note says that the line joins uneven %s", (_, at) => {
    const spec = specOf(tableOf({ at, n }), { mark: "line", x: "at" });
    expect(spec.data.values.map(({ y }) => y)).toEqual(n);
    expect(notes(spec)).toEqual(["lines join values of at that are not evenly apart"]);
  });

  test("areas go on over a missing month, with a note", () => {
    const spec = specOf(tableOf({ at: months, n }), { mark: "area" });
    expect(spec.data.values.map(({ y }) => y)).toEqual(n);
    expect(notes(spec)).toEqual(["areas join values of at that are not evenly apart"]);
  });

  test("a logarithmic axis has no even steps", () => {
    const table = tableOf({ at: [1, 10, 100, 1000, 10_000], n });
    expect(notes(specOf(table, { mark: "line", x: "at", log_x: true }))).toEqual([]);
  });
});
