import { expect, test } from "@jest/globals";
import { positionAfterKey, positionWithin } from "../../../src/lab/grid/grid-keys.ts";

const size = { rows: 100, columns: 5 };
const at = { row: 50, column: 2 };

test.each<[key: string, far: boolean, row: number, column: number]>([
  ["ArrowDown", false, 51, 2],
  ["ArrowUp", false, 49, 2],
  ["ArrowLeft", false, 50, 1],
  ["ArrowRight", false, 50, 3],
  ["PageDown", false, 67, 2],
  ["PageUp", false, 33, 2],
  ["Home", false, 50, 0],
  ["End", false, 50, 4],
  ["ArrowDown", true, 99, 2],
  ["ArrowUp", true, 0, 2],
  ["ArrowLeft", true, 50, 0],
  ["ArrowRight", true, 50, 4],
  ["Home", true, 0, 0],
  ["End", true, 99, 4],
])("%s with Ctrl or Command %s goes to row %d, column %d", (key, far, row, column) => {
  for (const metaKey of far ? [true, false] : [false]) {
    const event = { key, metaKey, ctrlKey: far && !metaKey };
    expect(positionAfterKey(event, at, size, 17)).toEqual({ row, column });
  }
});

test.each(["a", "Enter", "Tab", "F5"])("%s moves nowhere", (key) => {
  expect(positionAfterKey({ key, ctrlKey: false, metaKey: false }, at, size, 17)).toBeNull();
});

test("no key leaves the grid", () => {
  const press = (key: string, row: number, column: number) =>
    positionAfterKey({ key, ctrlKey: false, metaKey: false }, { row, column }, size, 17);
  expect(press("ArrowUp", 0, 0)).toEqual({ row: 0, column: 0 });
  expect(press("ArrowLeft", 3, 0)).toEqual({ row: 3, column: 0 });
  expect(press("PageDown", 95, 4)).toEqual({ row: 99, column: 4 });
  expect(press("ArrowRight", 3, 4)).toEqual({ row: 3, column: 4 });
});

test("in a grid without rows or columns there is the first cell", () => {
  expect(positionWithin({ row: Infinity, column: 3 }, { rows: 0, columns: 0 })).toEqual({
    row: 0,
    column: 0,
  });
  expect(positionWithin({ row: Infinity, column: Infinity }, size)).toEqual({ row: 99, column: 4 });
});
