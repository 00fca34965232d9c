import { describe, expect, test } from "@jest/globals";
import * as vega from "vega";
import { compile } from "vega-lite";
import { Table } from "../../../src/core/table/table.ts";
import { mimeBundle } from "../../../src/magics/display/mime-bundle.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import { pivot } from "../../../src/magics/result/pivot.ts";
import { set_timezone } from "../../../src/magics/result/set-timezone.ts";

interface Spec {
  mark: { type: string };
  title?: { text: string };
  data: { values: { x: unknown; y: unknown; series: string }[] };
  encoding: Record<string, { title?: string | null; field?: string; scale?: { type?: string } } | null>;
  spec?: Spec;
}

async function specOf(table: Table): Promise<Spec> {
  return (await plot(table)).spec as unknown as Spec;
}

const days = (count: number): Date[] => Array.from({ length: count }, (_, day) => new Date(day * 86_400_000));

describe("time series", () => {
  const table = Table.of([days(3), [1, 2, 3], ["a", "b", "c"]], ["time", "close", "note"], {
    index: ["time"],
  });

  test("a line over the index, in its zone", async () => {
    const spec = await specOf(set_timezone(table, "Asia/Tokyo"));
    expect(spec.mark.type).toBe("line");
    expect(spec.encoding["x"]).toMatchObject({ scale: { type: "utc" }, title: "time (Asia/Tokyo)" });
    expect(spec.encoding["y"]?.title).toBe("close");
    expect(spec.data.values).toEqual([
      { x: 32_400_000, y: 1, series: "close" },
      { x: 118_800_000, y: 2, series: "close" },
      { x: 205_200_000, y: 3, series: "close" },
    ]);
  });

  test("one bundle: specification, picture, text", async () => {
    const bundle = mimeBundle(await plot(table)) ?? {};
    expect(Object.keys(bundle)).toEqual(["application/vnd.vegalite.v5+json", "image/svg+xml", "text/plain"]);
    expect(bundle["image/svg+xml"]).toMatch(/^<svg /);
    expect(bundle["text/plain"]).toBe(
      "chart: line over time (UTC), 1970-01-01 00:00:00 to 1970-01-03 00:00:00\nclose ▁▅█ 1 to 3",
    );
  });

  test("a line per dimension value", async () => {
    const long = Table.of(
      [
        [...days(2), ...days(2)],
        ["A", "A", "B", "B"],
        [1, 2, 3, 4],
      ],
      ["time", "symbol", "close"],
    );
    const spec = await specOf(pivot(long));
    expect(spec.encoding["color"]).toMatchObject({ field: "series" });
    expect(spec.data.values.map(({ series, y }) => [series, y])).toEqual([
      ["A", 1],
      ["A", 2],
      ["B", 3],
      ["B", 4],
    ]);
  });

  test("rows out of order are drawn in order", async () => {
    const spec = await specOf(Table.of([[...days(3)].reverse(), [1, 2, 3]], ["time", "n"]));
    expect(spec.data.values.map(({ y }) => y)).toEqual([3, 2, 1]);
  });
});

test("text gives bars, in the table's order", async () => {
  const spec = await specOf(
    Table.of(
      [
        ["b", "a"],
        [1n, null],
      ],
      ["symbol", "n"],
    ),
  );
  expect(spec.mark.type).toBe("bar");
  expect(spec.data.values).toEqual([
    { x: "b", y: 1, series: "n" },
    { x: "a", y: null, series: "n" },
  ]);
});

test("numbers alone are drawn over the number of the row", async () => {
  const spec = await specOf(
    Table.of(
      [
        [5, 6],
        [7, 8],
      ],
      ["a", "b"],
    ),
  );
  expect(spec.encoding["x"]?.title).toBe("row");
  expect(spec.data.values).toHaveLength(4);
});

test("series of very different size get an axis each", async () => {
  const spec = await specOf(Table.of([days(2), [1, 2], [1e6, 2e6]], ["time", "close", "volume"]));
  expect(spec.spec?.mark.type).toBe("line");
});

describe("what is left out is said", () => {
  test("points", async () => {
    const n = Float64Array.from({ length: 100_000 }, (_, row) => row);
    const spec = await specOf(Table.of([n, n], ["k", "n"], { index: ["k"] }));
    expect(spec.data.values.length).toBeLessThanOrEqual(4000);
    expect(spec.title?.text).toBe("drawn: the lowest and highest of each stretch of 100000 rows");
  });

  test("bars and series", async () => {
    const names = Array.from({ length: 100 }, (_, at) => `n${at}`);
    const bars = await specOf(Table.of([names, names.map((_, at) => at)], ["k", "n"]));
    expect(bars.title?.text).toBe("drawn: the first 60 of 100 bars");
    expect(bars.data.values).toHaveLength(60);
    const lines = await specOf(
      Table.of(
        names.map(() => [1, 2]),
        names,
      ),
    );
    expect(lines.title?.text).toBe("drawn: 40 of 100 series");
  });
});

test("hostile names and values are text wherever they are drawn", async () => {
  const evil = `</text><script>alert(1)</script>'"]; [0].x`;
  const chart = await plot(
    Table.of(
      [
        [evil, "日本"],
        [1, 2],
        [3, 4],
      ],
      [`datum.${evil}`, evil, "b"],
    ),
  );
  expect(chart.svg).not.toContain("<script");
  expect(chart.svg).toContain("&lt;script&gt;");
  expect(chart.svg).toContain("日本");
  const { spec } = compile(chart.spec as unknown as Parameters<typeof compile>[0]);
  const view = new vega.View(vega.parse(spec), { renderer: "none" });
  await view.runAsync();
  view.finalize();
});

test.each([
  ["no rows", Table.of([[]], ["n"]), "there is nothing to plot: the result has no rows"],
  [
    "no numbers",
    Table.of([["a"], ["b"]], ["k", "s"]),
    "there is nothing to plot: no column beside the index holds numbers",
  ],
])("%s", async (_, table, message) => {
  await expect(plot(table)).rejects.toThrow(message);
});
