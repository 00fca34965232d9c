import { describe, expect, test } from "@jest/globals";
import type { Table } from "../../../src/core/table/table.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { drawnRows } from "./drawn-specs.ts";
import { someOf } from "../../jest/short-form.ts";

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

describe.each(someOf(Object.entries(NUMBERS), 3))("%s", (_, make) => {
  const columnOf = (rows: number, seed = 7): (number | null)[] => {
    const next = random(seed);
    return Array.from({ length: rows }, (_, row) => make(next, row));
  };

  // More than 2,000 rows are counted here, fewer by Vega.
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
        ([key]) => /count|number of rows/.test(key) && !/_(?:start|end)$/.test(key),
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
      expectClose(row["mean_v"] ?? row["v"], meanOf(own));
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
    const total = rect.reduce((sum, row) => sum + Number(row["number of rows"]), 0);
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
      expect(row["number of rows"]).toBe(inside.length);
    }
  });

  test("stacked areas and bars end at the sums of their values", async () => {
    const kinds = ["a", "b", "c"];
    const values = columnOf(3 * MONTHS.length).map((value) => (value === null ? null : Math.abs(value)));
    const month = values.map((_, at) => MONTHS[at % MONTHS.length] ?? null);
    const kind = values.map((_, at) => kinds[Math.floor(at / MONTHS.length)] ?? "");
    const table = tableOf({ month, kind, v: values });
    for (const mark of ["area", "bar"] as const) {
      const drawn = await drawnRows(table, { mark, stack: true });
      const ends = new Map<number, number>();
      for (const row of drawn[mark === "area" ? "area" : "rect"] ?? []) {
        const at = Number(row["month"] ?? row["utcyearmonth_month"]);
        ends.set(at, Math.max(ends.get(at) ?? 0, Number(row["v_end"])));
      }
      for (const [at, time] of MONTHS.entries()) {
        const own = values
          .filter((_, row) => row % MONTHS.length === at)
          .reduce<number>((sum, v) => sum + (v ?? 0), 0);
        expectClose(ends.get(time.getTime()), own);
      }
    }
  });

  test.each([300, 9000])("boxes have the quartiles and the ends of their rows, %i rows", async (rows) => {
    const values = columnOf(rows);
    const table = tableOf({ name: values.map((_, row) => "ab"[row % 2] ?? ""), v: values });
    const { rect = [], rule = [] } = await drawnRows(table, { mark: "box" });
    // Boxes, and the lines of their medians.
    expect(rect).toHaveLength(4);
    for (const box of rect) {
      const own = values.filter((value, row) => finite(value) && "ab"[row % 2] === box["name"]) as number[];
      own.sort((a, b) => a - b);
      const at = (share: number): number => {
        const rank = share * (own.length - 1);
        const low = own[Math.floor(rank)] ?? NaN;
        return low + ((own[Math.ceil(rank)] ?? low) - low) * (rank % 1);
      };
      expectClose(box["lower_box_v"], at(0.25));
      expectClose(box["mid_box_v"], at(0.5));
      expectClose(box["upper_box_v"], at(0.75));
      const reach = 1.5 * (at(0.75) - at(0.25));
      const inside = own.filter((value) => value >= at(0.25) - reach && value <= at(0.75) + reach);
      const lines = rule.filter((row) => row["name"] === box["name"]);
      const ends = lines.flatMap((row) => [row["lower_whisker_v"], row["upper_whisker_v"]]).filter(finite);
      expectClose(Math.min(...ends), inside[0] ?? null);
      expectClose(Math.max(...ends), inside.at(-1) ?? null);
    }
  });

  test("a thinned line keeps the lowest and the highest value of the rows", async () => {
    const values = columnOf(9000);
    const { line = [] } = await drawnRows(tableOf({ n: values.map((_, row) => row), v: values }), {
      mark: "line",
    });
    const drawn = line.map((row) => row["v"]).filter(finite);
    expect(drawn.length).toBeLessThanOrEqual(2400);
    const all = values.filter(finite);
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...all), Math.max(...all)]);
    for (const row of line) expect(row["v"]).toBe(values[row["n"] as number]);
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
      row["__count"] ?? row["number of rows"],
    ]);
    expect(drawn.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(
      [...counts].sort((a, b) => a[0] - b[0]),
    );
  }
});

test("points of a map are at their places, and the places of many points have their number", async () => {
  const next = random(5);
  const degrees = (rows: number, most: number): number[] =>
    Array.from({ length: rows }, () => most * (2 * next() - 1));
  const [lon, lat] = [degrees(300, 180), degrees(300, 90)];
  const options = { mark: "map", x: "lon", y: "lat" } as const;
  const { symbol = [] } = await drawnRows(tableOf({ lon, lat }), options);
  expect(symbol.map((row) => [row["lon"], row["lat"]])).toEqual(lon.map((value, at) => [value, lat[at]]));
  const many = tableOf({ lon: degrees(7000, 180), lat: degrees(7000, 90) });
  const { symbol: places = [] } = await drawnRows(many, options);
  expect(places.reduce((sum, row) => sum + Number(row["number of rows"]), 0)).toBe(7000);
});

test("many points over time are counted in units of time", async () => {
  const next = random(9);
  const at = Array.from(
    { length: 6000 },
    () => new Date(Date.UTC(2024, 0, 1) + Math.floor(30 * DAY * next())),
  );
  const { rect = [] } = await drawnRows(tableOf({ at, v: at.map(() => next()) }), { mark: "scatter" });
  const hours = rect.map((row) => [Number(row["utcyearmonthdate_at"]), Number(row["number of rows"])]);
  const counts = new Map<number, number>();
  for (const [hour = 0, count = 0] of hours) counts.set(hour, (counts.get(hour) ?? 0) + count);
  const expected = new Map<number, number>();
  for (const time of at) {
    const day = Math.floor(time.getTime() / DAY) * DAY;
    expected.set(day, (expected.get(day) ?? 0) + 1);
  }
  expect([...counts].sort()).toEqual([...expected].sort());
});
