import { expect, test } from "@jest/globals";
import type { GridView } from "../../../src/kernel/comms/grid-request.ts";
import { filteredBy, sortedNext } from "../../../src/lab/grid/next-view.ts";

const plain: GridView = { sort: [], filters: [{ column: 3, is: ["a"] }] };

test("a column is sorted up, down, and not at all; filters stay", () => {
  const up = sortedNext(plain, 1, false);
  const down = sortedNext(up, 1, false);
  expect(up).toEqual({ sort: [{ column: 1, descending: false }], filters: plain.filters });
  expect(down.sort).toEqual([{ column: 1, descending: true }]);
  expect(sortedNext(down, 1, false)).toEqual(plain);
});

test("another column takes the order's place, or is added as the last key", () => {
  const one = sortedNext(plain, 1, false);
  expect(sortedNext(one, 2, false).sort).toEqual([{ column: 2, descending: false }]);
  const two = sortedNext(one, 2, true);
  expect(two.sort).toEqual([
    { column: 1, descending: false },
    { column: 2, descending: false },
  ]);
  expect(sortedNext(two, 1, true).sort).toEqual([
    { column: 2, descending: false },
    { column: 1, descending: true },
  ]);
  expect(sortedNext(sortedNext(two, 2, true), 2, true).sort).toEqual([{ column: 1, descending: false }]);
});

test("a column has one filter, the order stays", () => {
  const view: GridView = { sort: [{ column: 1, descending: true }], filters: plain.filters };
  const both = filteredBy(view, 4, { column: 4, contains: "x" });
  expect(both).toEqual({ sort: view.sort, filters: [...plain.filters, { column: 4, contains: "x" }] });
  expect(filteredBy(both, 3, { column: 3, is: [null] }).filters).toEqual([
    { column: 4, contains: "x" },
    { column: 3, is: [null] },
  ]);
  expect(filteredBy(both, 4, null)).toEqual(view);
});
