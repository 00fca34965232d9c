import { expect, test } from "@jest/globals";
import { textBars } from "../../../src/magics/display/text-bars.ts";

/** Bars with these labels and values. */
const bars = (...values: readonly (readonly [string, number | null])[]) =>
  values.map(([label, value]) => ({ label, value, valueText: String(value) }));
const full = "█".repeat(40);
const half = "█".repeat(20);

test("the longest bar is of the largest value; those below zero are light", () => {
  expect(textBars(bars(["a", 10], ["bc", 5], ["d", -5], ["e", 0], ["f", null]), 9)).toEqual([
    `a  ${full} 10`,
    `bc ${half} 5`,
    `d  ${"░".repeat(20)} -5`,
    "e   0",
    "f   null",
  ]);
});

test("wide letters take two columns", () => {
  expect(textBars(bars(["日本", 1], ["abcd", 1]), 9)).toEqual([`日本 ${full} 1`, `abcd ${full} 1`]);
});

test("only the first are shown, and scaled among themselves", () => {
  expect(textBars(bars(["a", 2], ["b", 1], ["c", 99], ["long label", 1]), 2)).toEqual([
    `a ${full} 2`,
    `b ${half} 1`,
    "and 2 more",
  ]);
  expect(textBars([], 2)).toEqual([]);
});

test("a value that has no size takes no bar, and leaves the others theirs", () => {
  expect(textBars(bars(["a", NaN], ["b", Infinity], ["c", 4], ["d", 2]), 9)).toEqual([
    "a  NaN",
    "b  Infinity",
    `c ${full} 4`,
    `d ${half} 2`,
  ]);
  expect(textBars(bars(["a", 0], ["b", null]), 9)).toEqual(["a  0", "b  null"]);
});
