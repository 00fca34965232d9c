import { expect, test } from "@jest/globals";
import { sparkAxis, sparkline } from "../../../../src/magics/plot/marks/sparkline.ts";

const points = (from: number, ys: (number | null)[]): { x: number; y: number | null }[] =>
  ys.map((y, i) => ({ x: from + i, y }));

test("lines of one chart stand below each other: a series that begins late or ends early is blank there", () => {
  const lines = [points(0, [1, 2, 3, 4, 5, 6]), points(3, [5, 6, 7]), points(0, [9, 8])];
  const axis = sparkAxis(lines, 60);
  expect(lines.map((line) => sparkline(line, axis))).toEqual(["▁▂▄▅▇█", "   ▁▅█", "█▁    "]);
});

test("a line goes on between two distant points, and is blank at a gap", () => {
  const line = [
    { x: 0, y: 1 },
    { x: 5, y: 2 },
  ];
  expect(sparkline(line, sparkAxis([points(0, [1, 1, 1, 1, 1, 1])], 60))).toBe("▁▁▁▁▁█");
  const gap = points(0, [1, null, 3]);
  expect(sparkline(gap, sparkAxis([gap], 60))).toBe("▁ █");
});

test("one point, and more points than places", () => {
  const one = points(7, [5]);
  expect(sparkline(one, sparkAxis([one], 60))).toBe("▄");
  const many = points(
    0,
    Array.from({ length: 600 }, (_, i) => i),
  );
  expect(sparkline(many, sparkAxis([many], 8))).toBe("▁▂▃▄▅▆▇█");
});
