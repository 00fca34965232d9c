import { expect, test } from "@jest/globals";
import { thinPoints, type Point } from "../../../../src/magics/plot/data/thin-points.ts";

const rows = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, row) => row);
/** The point of a row, at intervals of ten. */
const pointOf =
  (y: readonly (number | null)[]) =>
  (row: number): Point => ({ x: row * 10, y: y[row] ?? null });

test("a short series is unchanged, with its gaps", () => {
  expect(thinPoints(rows(4), pointOf([1, null, null, 2]), 4)).toEqual([
    { x: 0, y: 1 },
    { x: 10, y: null },
    { x: 20, y: null },
    { x: 30, y: 2 },
  ]);
});

test("a long series keeps every peak and dip, in order, and its ends", () => {
  const y = Array.from({ length: 10_000 }, (_, row) => Math.sin(row));
  y[4321] = 50;
  y[4322] = -50;
  const points = thinPoints(rows(10_000), pointOf(y), 200);
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

test("a range without values remains a gap", () => {
  const y = Array.from({ length: 1000 }, (_, row) => (row > 300 && row < 700 ? null : 1));
  expect(
    thinPoints(rows(1000), pointOf(y), 50).some(
      (point) => point.y === null && point.x > 3000 && point.x < 7000,
    ),
  ).toBe(true);
});
