import { expect, test } from "@jest/globals";
import { sparkline } from "../../../src/magics/display/sparkline.ts";

const points = (from: number, ys: (number | null)[]): { x: number; y: number | null }[] =>
  ys.map((y, i) => ({ x: from + i, y }));

test("lines of one chart stand below each other: a series that begins late or ends early is blank there", () => {
  const lines = [points(0, [1, 2, 3, 4, 5, 6]), points(3, [5, 6, 7]), points(0, [9, 8])];
  expect(lines.map((line) => sparkline(line, { low: 0, high: 5 }, 6))).toEqual([
    "▁▂▄▅▇█",
    "   ▁▅█",
    "█▁    ",
  ]);
});

test("a line goes on between two distant points, and is blank at a gap", () => {
  const line = [
    { x: 0, y: 1 },
    { x: 5, y: 2 },
  ];
  expect(sparkline(line, { low: 0, high: 5 }, 6)).toBe("▁▁▁▁▁█");
  expect(sparkline(points(0, [1, null, 3]), { low: 0, high: 2 }, 3)).toBe("▁ █");
});

test("one point, and more points than places", () => {
  expect(sparkline(points(7, [5]), { low: 7, high: 7 }, 1)).toBe("▄");
  const many = points(
    0,
    Array.from({ length: 600 }, (_, i) => i),
  );
  expect(sparkline(many, { low: 0, high: 599 }, 8)).toBe("▁▂▃▄▅▆▇█");
});
