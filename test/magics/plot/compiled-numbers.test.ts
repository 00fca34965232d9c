import { describe, expect, test } from "@jest/globals";
import type { Table } from "../../../src/core/table/table.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { drawnRows } from "./drawn-specs.ts";

const DAY = 86_400_000;

/** The same numbers in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

type Make = (next: () => number, row: number) => number | null;
const NUMBERS: Readonly<Record<string, Make>> = {
  tenths: (_, row) => (row % 40) / 10,
  "1e7 and a little": (_, row) => 1e7 + 2 * Math.sin(row),
  "small whole numbers": (next) => 1 + Math.floor(6 * next()),
  "ties and nulls": (next) => (next() < 0.2 ? null : Math.floor(3 * next())),
  negative: (next) => -50 + 100 * next(),
  extremes: (next) => (next() - 0.5) * 1e300,
  tiny: (next) => next() * 1e-9,
  "of very different sizes": (next) => Math.exp(8 * next()),
  equal: () => 7,
};
const MONTHS = [0, 1, 2, 5, 6, 11, 12, 13, 23].map((month) => new Date(Date.UTC(2023, month)));

const finite = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

describe.each(Object.entries(NUMBERS))("%s", (_, make) => {
  const columnOf = (rows: number, seed = 7): (number | null)[] => {
    const next = random(seed);
    return Array.from({ length: rows }, (_, row) => make(next, row));
  };

  // More than 5,000 rows are counted here, fewer by Vega.
  test.each([1, 400, 6000])("the bins of a histogram, %i rows", async (rows) => {
    const values = columnOf(rows);
    const { rect = [] } = await drawnRows(tableOf({ v: values, other: values.map(() => "a") }), {
      mark: "hist",
      x: "v",
      color: "other",
    });
    const bins = rect.map((row) => {
      const [low, high] = Object.entries(row)
        .filter(([key]) => key.startsWith("bin_"))
        .sort(([a], [b]) => a.length - b.length)
        .map(([, value]) => value as number);
      const count = Object.entries(row).find(
        ([key]) => /count|sum_/.test(key) && !/_(?:start|end)$/.test(key),
      );
      return { low: low ?? NaN, high: high ?? NaN, count: count?.[1] as number };
    });
    const width = Math.min(...bins.map(({ low, high }) => high - low));
    const drawn = values.filter(finite).filter((value) => value <= Math.max(...bins.map(({ high }) => high)));
    for (const { low, high, count } of bins) {
      expect((high - low) / width).toBeCloseTo(1, 5);
      // A value this close below a beginning is in the bin, as in Vega.
      const near = 1e-9 * width;
      expect(count).toBe(drawn.filter((value) => value >= low - near && value < high - near).length);
    }
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(drawn.length);
  });

  test.each([30, 7000])("bars are the means of their rows, %i rows", async (rows) => {
    const values = columnOf(rows);
    const names = values.map((_, row) => "abc"[row % 3] ?? "");
    await comparesMeans(tableOf({ name: names, v: values }), { mark: "bar" }, names, values);
  });

  test.each([30, 7000])("cells are the means of their rows, %i rows", async (rows) => {
    const values = columnOf(rows);
    const [first, second] = [
      values.map((_, row) => "abc"[row % 3] ?? ""),
      values.map((_, row) => "xy"[row % 2] ?? ""),
    ];
    const table = tableOf({ first, second, v: values });
    const { rect = [] } = await drawnRows(table, { mark: "heatmap", x: "first", y: "second", color: "v" });
    for (const row of rect) {
      const own = values.filter((_, at) => first[at] === row["first"] && second[at] === row["second"]);
      expectClose(row["v"], meanOf(own));
    }
    expect(rect.length).toBe(Math.min(6, rows));
  });

  test("points are the rows, and cells of many points have their number", async () => {
    const [a, b] = [columnOf(300), columnOf(300, 11)];
    const { symbol = [] } = await drawnRows(tableOf({ a, b }), { mark: "scatter" });
    const pairs = a.flatMap((value, at) => (finite(value) && finite(b[at]) ? [[value, b[at]]] : []));
    expect(symbol.map((row) => [row["a"], row["b"]])).toEqual(pairs);
    const [many, others] = [columnOf(8500), columnOf(8500, 11)];
    const { rect = [] } = await drawnRows(tableOf({ a: many, b: others }), { mark: "scatter" });
    const total = rect.reduce((sum, row) => sum + Number(row["sum_number of rows"]), 0);
    expect(total).toBe(many.filter((value, at) => finite(value) && finite(others[at])).length);
    // Each cell takes a look at all points.
    for (const row of rect.filter((_, at) => at % 20 === 0)) {
      const ends = Object.fromEntries(
        Object.entries(row).flatMap(([key, value]) => {
          const end = /_(a|b)(_end)?$/.exec(key);
          return key.startsWith("bin_") && end ? [[`${end[1]}${end[2] ?? ""}`, value as number]] : [];
        }),
      );
      const near = { a: 1e-9 * (ends["a_end"]! - ends["a"]!), b: 1e-9 * (ends["b_end"]! - ends["b"]!) };
      const inside = many.filter((value, at) => {
        const other = others[at];
        if (!finite(value) || !finite(other)) return false;
        const isIn = (number: number, side: "a" | "b"): boolean =>
          number >= ends[side]! - near[side] && number < ends[`${side}_end`]! - near[side];
        return isIn(value, "a") && isIn(other, "b");
      });
      expect(row["sum_number of rows"]).toBe(inside.length);
    }
  });

  test("bars over months with gaps are at their months", async () => {
    const values = columnOf(MONTHS.length);
    const { rect = [] } = await drawnRows(tableOf({ month: MONTHS, v: values }), { mark: "bar" });
    const months = rect.map((row) => [Number(row["utcyearmonth_month"]), row["v"]]);
    const expected = MONTHS.map((month, at): [number, unknown] => [month.getTime(), values[at]]);
    expect(months.filter(([, value]) => value !== null)).toEqual(
      expected.filter(([, value]) => value !== null),
    );
  });

  test("a line has a point for each row, and only those", async () => {
    const values = columnOf(MONTHS.length);
    const { line = [] } = await drawnRows(tableOf({ month: MONTHS, v: values }));
    const drawn = line.filter((row) => row["v"] !== null).map((row) => [Number(row["month"]), row["v"]]);
    const expected = MONTHS.map((month, at): [number, unknown] => [month.getTime(), values[at]]);
    expect(drawn).toEqual(expected.filter(([, value]) => value !== null));
  });
});

async function comparesMeans(
  table: Table,
  options: PlotOptions,
  names: readonly string[],
  values: readonly (number | null)[],
): Promise<void> {
  const { rect = [] } = await drawnRows(table, options);
  for (const row of rect) {
    const own = values.filter((_, at) => names[at] === row["name"]);
    expectClose(row["mean_v"] ?? row["v"], meanOf(own));
  }
  expect(rect.length).toBe(new Set(names).size);
}

function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter(finite);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value / present.length, 0);
}

function expectClose(drawn: unknown, mean: number | null): void {
  if (mean === null) expect(drawn ?? null).toBeNull();
  else expect(Math.abs(Number(drawn) - mean)).toBeLessThanOrEqual(1e-9 * (Math.abs(mean) + 1e-12));
}

test("times are on the clock of their zone, and an hour that a change of clocks repeats has two points", async () => {
  const at = Array.from({ length: 48 }, (_, hour) => new Date(Date.UTC(2024, 10, 2, hour)));
  const { line = [] } = await drawnRows(tableOf({ at, v: at.map((_, hour) => hour) }), {
    timezone: "America/New_York",
  });
  const hours = line.map((row) => [new Date(Number(row["at"])).getUTCHours(), row["v"]]);
  expect(hours.slice(0, 2)).toEqual([
    [20, 0],
    [21, 1],
  ]);
  expect(hours.filter(([, v]) => v === 29 || v === 30)).toEqual([
    [1, 29],
    [1, 30],
  ]);
  expect(hours).toHaveLength(48);
});

test("the days of a histogram of times", async () => {
  const next = random(3);
  const at = Array.from(
    { length: 8000 },
    () => new Date(Date.UTC(2024, 0, 1) + Math.floor(20 * DAY * next())),
  );
  for (const rows of [at, at.slice(0, 800)]) {
    const { rect = [] } = await drawnRows(tableOf({ at: rows }));
    const counts = new Map<number, number>();
    for (const time of rows)
      counts.set(Math.floor(time.getTime() / DAY), (counts.get(Math.floor(time.getTime() / DAY)) ?? 0) + 1);
    const drawn = rect.map((row) => [
      Number(row["utcyearmonthdate_at"]) / DAY,
      row["__count"] ?? row["sum_number of rows"],
    ]);
    expect(drawn.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(
      [...counts].sort((a, b) => a[0] - b[0]),
    );
  }
});
