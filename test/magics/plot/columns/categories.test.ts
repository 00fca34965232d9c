import { expect, test } from "@jest/globals";
import { plot } from "../../../../src/magics/plot/plot.ts";
import { tableOf } from "../../../core/table/table-of.ts";
import { notes, specOf } from "../spec-of.ts";

test("categories keep the order of sorted rows", () => {
  const spec = specOf(tableOf({ year: ["2000", "2001", "2002"], n: [1, 3, 2] }));
  expect(spec.encoding["x"]?.sort).toEqual(["2000", "2001", "2002"]);
});

test('distinct values stay distinct: long texts, null and the text "null"', () => {
  const long = "https://example.com/".padEnd(200, "x");
  const spec = specOf(tableOf({ url: [`${long}1`, `${long}2`, null, "null"], n: [1, 2, 3, 4] }));
  expect(spec.data.values).toEqual([
    { x: '"null"', y: 4 },
    { x: "null", y: 3 },
    { x: `${long}2`, y: 2 },
    { x: `${long}1`, y: 1 },
  ]);
});

test.each([
  [
    ["2024-01-01", "2024-01-02", "2024-01-04"],
    ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"],
  ],
  [
    ["2024-01-01", "2024-02-01", "2024-04-01"],
    ["2024-01", "2024-02", "2024-03", "2024-04"],
  ],
  [
    ["2020-01-01", "2021-01-01", "2022-01-01"],
    ["2020", "2021", "2022"],
  ],
])("cells over times %j have a line for each between: %j; bars have an axis of time", (dates, lines) => {
  const times = dates.map((date) => new Date(date));
  const table = tableOf({ day: times, n: times.map(() => 1), k: times.map(() => "a") });
  const cells = specOf(table, { mark: "heatmap", x: "k", y: "day", color: "n" });
  expect(cells.encoding["y"]?.scale).toEqual({ domain: lines });
  const bars = specOf(table.select("day", "n"), { mark: "bar" });
  expect([bars.encoding["x"]?.type, notes(bars)]).toEqual(["temporal", []]);
});

test.each(["flights", "avg_delay"])("of many bars the largest are drawn, whatever %s is called", (name) => {
  const keys = Array.from({ length: 100 }, (_, at) => `k${99 - at}`);
  const spec = specOf(tableOf({ k: keys, [name]: keys.map((_, at) => at + 1) }));
  expect(spec.data.values.map(({ y }) => y)).toEqual(Array.from({ length: 30 }, (_, at) => 100 - at));
  expect(notes(spec)).toEqual(["the largest 30 of 100 bars"]);
});

test("long names that begin alike stay different", async () => {
  const names = Array.from(
    { length: 3 },
    (_, at) => `Premium wireless headphones with noise cancelling ${at}`,
  );
  const svg = await plot(tableOf({ product: names, sold: [1, 2, 3] })).svg;
  expect(svg.match(/Premium wireless he…[^<]*/g)).toEqual(
    [0, 1, 2].map((at) => expect.stringMatching(`${at}$`)),
  );
});

test.each<[string, (at: number) => string]>([
  ["in the middle", (at) => `category number ${at} with a long name`],
  ["at the end", (at) => `https://example.org/a/long/path/page-${at}`],
  ["at the beginning", (at) => `${at}: the same long name of every one of them`],
])("long names that differ %s stay different", async (_, nameOf) => {
  const names = Array.from({ length: 12 }, (_, at) => nameOf(at + 10));
  const svg = await plot(tableOf({ product: names, sold: names.map((_, at) => at) })).svg;
  const labels = (svg.match(/>[^<]*…[^<]*</g) ?? []).filter((text) => !text.includes("null"));
  expect(labels).toHaveLength(12);
  expect(new Set(labels).size).toBe(12);
});
