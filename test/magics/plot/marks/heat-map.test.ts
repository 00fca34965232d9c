import { expect, test } from "@jest/globals";
import { tableOf } from "../../../core/table/table-of.ts";
import { drawnItems } from "../drawn-specs.ts";
import { notes, specOf } from "../spec-of.ts";

test("a heat map keeps the largest of many names", () => {
  const pairs = Array.from({ length: 100 }, (_, at) => ({
    x: `k${Math.floor(at / 2)}`,
    y: `g${at % 2}`,
    n: at,
  }));
  const spec = specOf(
    tableOf({ k: pairs.map(({ x }) => x), g: pairs.map(({ y }) => y), n: pairs.map(({ n }) => n) }),
  );
  expect(spec.encoding["x"]?.scale).toEqual({ domain: Array.from({ length: 40 }, (_, at) => `k${at + 10}`) });
  expect(notes(spec)).toEqual(["the largest 40 of 50 values of k"]);
});

test("an hour without rows has an empty column, so that hours are evenly apart", () => {
  const hour = [0, 1, 3, 0, 1, 3];
  const day = ["Mon", "Mon", "Mon", "Tue", "Tue", "Tue"];
  const spec = specOf(tableOf({ day, hour, n: [1, 2, 3, 4, 5, 6] }), {
    mark: "heatmap",
    x: "hour",
    y: "day",
  });
  expect(spec.encoding["x"]?.scale).toEqual({ domain: ["0", "1", "2", "3"] });
});

test("cells with numbers need no legend, and those without a value are named in the colour of the page's text", async () => {
  const table = tableOf({ a: ["x", "y", "x"], b: ["u", "u", "v"], n: [1, null, 3] });
  expect(specOf(table).encoding["color"]).toMatchObject({ legend: null });
  const { text = [] } = await drawnItems(table);
  expect(text.map(({ datum, fill }) => [datum["n"], fill])).toEqual([
    [1, "white"],
    [null, "currentColor"],
    [3, "black"],
  ]);
});
