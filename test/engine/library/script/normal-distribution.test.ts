import { expect, test } from "@jest/globals";
import { NORMAL_FUNCTIONS } from "../../../../src/engine/library/script/normal-distribution.ts";

const cdf = NORMAL_FUNCTIONS["svc_normal_cdf"]!.run as (mean: number, deviation: number, x: number) => number;
const inverse = NORMAL_FUNCTIONS["svc_inverse_normal_cdf"]!.run as typeof cdf;

test.each([
  [-8, 6.106226635438361e-16],
  [-5, 2.8665157186802404e-7],
  [-1, 0.15865525393145702],
  [0, 0.5],
  [2.5, 0.9937903346742236],
  [5.9, 0.9999999981824921],
])("normal_cdf(0, 1, %d) is Trino's %d", (x, share) => {
  expect(cdf(0, 1, x)).toBeCloseTo(share, 15);
});

test("normal_cdf is monotonic, and its inverse is right", () => {
  const xs = Array.from({ length: 1_601 }, (_, i) => -8 + i / 100);
  const shares = xs.map((x) => cdf(0, 1, x));
  expect(shares.every((share, i) => i === 0 || share >= shares[i - 1]!)).toBe(true);
  for (const x of [-6, -2, -0.1, 0.3, 1, 3]) expect(inverse(0, 1, cdf(0, 1, x))).toBeCloseTo(x, 6);
});
