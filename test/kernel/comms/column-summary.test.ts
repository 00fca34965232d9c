import { expect, test } from "@jest/globals";
import { summarize } from "../../../src/kernel/comms/column-summary.ts";
import { copied } from "./copied-grid.ts";

test("a column summary has nulls, range, distribution and frequent values", async () => {
  const one = await copied({ a: [0, 10, null, 5], b: ["x", "y", "x", null] });
  const numbers = await summarize(one, 0);
  expect(numbers).toMatchObject({ nulls: 1, least: 0, most: 10, top: [] });
  expect(numbers.bars).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(await summarize(one, 1)).toMatchObject({ nulls: 1, bars: [], top: [["x", 2], ["y", 1]] }); // prettier-ignore
});

test("a column of one value, or of none that is finite, has no distribution", async () => {
  const one = await copied({ same: [7, 7], none: [NaN, Infinity], many: ["a", "b"] });
  expect(await summarize(one, 0)).toMatchObject({
    nulls: 0,
    least: 7,
    most: 7,
    bars: [2, ...Array<number>(19).fill(0)],
  });
  expect(await summarize(one, 1)).toEqual({ nulls: 0, least: null, most: null, bars: [], top: [] });
});
