import { inspect } from "node:util";
import { expect, test } from "@jest/globals";
import { plot } from "../../../../src/magics/plot/plot.ts";
import { tableOf } from "../../../core/table/table-of.ts";

test("a single number is shown as a number", () => {
  const chart = plot(tableOf({ flights: [1234567n] }));
  expect(chart.text).toBe("chart: number\nflights: 1,234,567");
  expect(inspect(chart)).toBe(chart.text);
});

test("several numbers are lines of text", () => {
  const { spec } = plot(tableOf({ flights: [3_000_000], mean_delay: [6.66786767], share: [null] }));
  const value = ["flights: 3,000,000", "mean_delay: 6.66786767", "share: null"];
  expect(spec).toMatchObject({ mark: { type: "text" }, encoding: { text: { value } } });
});
