import { expect, test } from "@jest/globals";
import { thinRows } from "../../../../src/magics/plot/data/thin-rows.ts";

test("a short series is unchanged, with its gaps", () => {
  expect(thinRows([1, NaN, NaN, 2], 4)).toEqual([0, 1, 2, 3]);
});

test("a long series keeps every peak and dip, in order, and its ends", () => {
  const values = Array.from({ length: 10_000 }, (_, row) => Math.sin(row));
  values[4321] = 50;
  values[4322] = -50;
  const rows = thinRows(values, 200);
  expect(rows.length).toBeLessThanOrEqual(200);
  expect(rows).toEqual(expect.arrayContaining([0, 4321, 4322, 9999]));
  expect(rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0))).toBe(true);
});

test("a range without values remains a gap", () => {
  const values = Array.from({ length: 1000 }, (_, row) => (row > 300 && row < 700 ? NaN : 1));
  expect(thinRows(values, 50).some((row) => Number.isNaN(values[row]) && row > 300 && row < 700)).toBe(true);
});
