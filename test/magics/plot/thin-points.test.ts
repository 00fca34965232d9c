import { expect, test } from "@jest/globals";
import { thinPoints } from "../../../src/magics/plot/thin-points.ts";

const rows = (count: number): { x: Float64Array; order: Uint32Array } => ({
  x: Float64Array.from({ length: count }, (_, row) => row * 10),
  order: Uint32Array.from({ length: count }, (_, row) => row),
});

test("a short series stays whole, with its gaps", () => {
  const { x, order } = rows(4);
  expect(thinPoints(x, order, [1, null, NaN, 2n], 4)).toEqual([
    { x: 0, y: 1 },
    { x: 10, y: null },
    { x: 20, y: null },
    { x: 30, y: 2 },
  ]);
});

test("a long series keeps every peak and dip, in order, and its ends", () => {
  const { x, order } = rows(10_000);
  const y = Array.from({ length: 10_000 }, (_, row) => Math.sin(row));
  y[4321] = 50;
  y[4322] = -50;
  const points = thinPoints(x, order, y, 200);
  expect(points.length).toBeLessThanOrEqual(200);
  expect(points).toContainEqual({ x: 43210, y: 50 });
  expect(points).toContainEqual({ x: 43220, y: -50 });
  expect([points[0], points.at(-1)]).toEqual([
    { x: 0, y: Math.sin(0) },
    { x: 99990, y: Math.sin(9999) },
  ]);
  expect(points.every((point, at) => at === 0 || point.x > (points[at - 1]?.x ?? 0))).toBe(true);
  expect(points.every((point) => point.y === y[point.x / 10])).toBe(true);
});

test("a stretch without values stays a gap", () => {
  const { x, order } = rows(1000);
  const y = Array.from({ length: 1000 }, (_, row) => (row > 300 && row < 700 ? null : 1));
  expect(
    thinPoints(x, order, y, 50).some((point) => point.y === null && point.x > 3000 && point.x < 7000),
  ).toBe(true);
});
