import { expect, test } from "@jest/globals";
import { plot } from "../../../../src/magics/plot/plot.ts";
import type { Mark } from "../../../../src/magics/plot/plot-options.ts";
import { specOf } from "../spec-of.ts";
import { tableOf } from "../../../core/table/table-of.ts";

/** The axis labels of a chart of these times, those with two lines joined by a blank. */
async function labels(from: string, to: string, mark: Mark = "line"): Promise<string[]> {
  const type = "timestamp with time zone";
  const times = [new Date(from), new Date(to)];
  const svg = await plot(tableOf({ at: times, n: [1, 2] }, { types: { at: type, n: "bigint" } }), { mark })
    .svg;
  const axis = /X-axis[\s\S]*?role-axis-label[\s\S]*?<\/g>/.exec(svg)?.[0] ?? "";
  const texts = axis.match(/<text[\s\S]*?<\/text>/g) ?? [];
  return texts
    .filter((text) => !/opacity="0"/.test(text))
    .map((text) =>
      text
        .replace(/<\/tspan><tspan/g, "</tspan> <tspan")
        .replace(/<[^>]*>/g, "")
        .trim(),
    );
}

test.each([
  ["2004-08-01", "2010-03-01", ["2005", "2006", "2007", "2008", "2009", "2010"]],
  ["2024-01-01", "2025-06-01", ["2024", "Apr", "Jul", "Oct", "2025", "Apr"]],
  [
    "2023-12-25",
    "2024-01-01",
    ["Dec 25 2023", "Dec 26", "Dec 27", "Dec 28", "Dec 29", "Dec 30", "Dec 31", "Jan 1 2024"],
  ],
  [
    "2024-03-24T20:00:00Z",
    "2024-03-25T02:00:00Z",
    ["20:00 Mar 24, 2024", "21:00", "22:00", "23:00", "Mar 25", "01:00", "02:00"],
  ],
  [
    "2024-03-31",
    "2024-04-02T12:00:00Z",
    ["Mar 31 2024", "06:00", "12:00", "18:00", "Apr 1", "06:00", "12:00", "18:00", "Apr 2", "06:00", "12:00"],
  ],
  [
    "2024-03-24T23:45:00Z",
    "2024-03-25T00:15:00Z",
    ["23:45 Mar 24, 2024", "23:50", "23:55", "Mar 25", "00:05", "00:10", "00:15"],
  ],
  [
    "2024-03-24T20:00:00Z",
    "2024-03-24T20:00:04Z",
    ["20:00 Mar 24, 2024", "20:00:01", "20:00:02", "20:00:03", "20:00:04"],
  ],
])("labels from %s to %s name the year", async (from, to, expected) => {
  expect(await labels(from, to)).toEqual(expected);
});

test("no label of bars stands past the last one", async () => {
  expect(await labels("2021-01-01", "2023-12-01", "bar")).toEqual(
    ["2021", "2022", "2023"].flatMap((year) => [year, "Apr", "Jul", "Oct"]),
  );
});

test("weeks are named by their days, also those on the first of a month", async () => {
  const weeks = Array.from({ length: 26 }, (_, week) => new Date(Date.UTC(2024, 0, 1 + 7 * week)));
  const svg = await plot(tableOf({ week: weeks, n: weeks.map((_, week) => week) })).svg;
  expect(svg).toContain(">Jan 1<");
});

test("the zone is named for instants only", async () => {
  const title = (type: string): unknown => {
    const table = tableOf({ at: [new Date(0), new Date(86_400_000)], n: [1, 2] }, { types: { at: type } });
    return specOf(table).encoding["x"]?.title;
  };
  expect(await title("date")).toBe("at");
  expect(await title("timestamp(3)")).toBe("at");
  expect(await title("timestamp(3) with time zone")).toBe("at (UTC)");
});
