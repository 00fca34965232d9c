import { inspect } from "node:util";
import { expect, test } from "@jest/globals";
import { plot } from "../../../../src/magics/plot/plot.ts";
import { tableOf } from "../../../core/table/table-of.ts";
import { specOf } from "../spec-of.ts";

test("a single number is shown as a number", () => {
  const chart = plot(tableOf({ flights: [1234567n] }));
  expect(chart.text).toBe("chart: number\nflights: 1,234,567");
  expect(inspect(chart)).toBe(chart.text);
});

test("large numbers stand side by side", () => {
  const spec = specOf(tableOf({ flights: [3_000_000], mean_delay: [6.66786766667], far: [1e21] }));
  expect(spec.width?.step).toBe(177);
  expect(spec.data.values.map(({ text }) => text)).toEqual(["3,000,000", "6.66787", "1e+21"]);
});
