import { expect, test } from "@jest/globals";
import { halvesOf, setHalves } from "../../../src/core/blocks/halves.ts";

test.each<[number, bigint]>([
  [0, 0n],
  [-1, -1n],
  [4_294_967_296, 4_294_967_296n],
  [-4_294_967_297, -4_294_967_297n],
  [Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991n],
  [Number.MIN_SAFE_INTEGER, -9_007_199_254_740_991n],
])("%d as two halves", (value, big) => {
  const values = new BigInt64Array(2);
  setHalves(values, 1, [value]);
  expect([...values]).toEqual([0n, big]);
});

test("the halves of a part of an array are those of its own values", () => {
  const values = BigInt64Array.of(7n, 1n, -2n);
  expect([...halvesOf(values.subarray(1))]).toEqual([1, 0, -2, -1]);
});
