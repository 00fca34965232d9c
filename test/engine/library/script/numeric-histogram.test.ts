import { expect, test } from "@jest/globals";
import { joinBuckets } from "../../../../src/engine/library/script/numeric-histogram.ts";

test("the closest neighbouring buckets are merged first", () => {
  const values = [1, 2, 3, 10, 11, 20].map((centre) => ({ centre, weight: 1 }));
  expect(joinBuckets(values, 3)).toEqual([
    { centre: 2, weight: 3 },
    { centre: 10.5, weight: 2 },
    { centre: 20, weight: 1 },
  ]);
});

test("fewer values than buckets are unchanged", () => {
  expect(joinBuckets([{ centre: 1, weight: 2 }], 5)).toEqual([{ centre: 1, weight: 2 }]);
});
