import { expect, test } from "@jest/globals";
import type { GridView } from "../../../src/kernel/comms/grid-request.ts";
import { findText } from "../../../src/lab/grid/find-text.ts";
import type { GridSource } from "../../../src/lab/grid/grid-source.ts";

/** A source of 1000 rows with a hit in row 950, and sorted one in row 5; each request searches 100. @param asked - Called before each. */
function sourceOf(asked: (from: number, source: { view: GridView }) => void): GridSource {
  const source = {
    rows: 1000,
    view: { sort: [], filters: [] } as GridView,
    find: (_text: string, _columns: readonly number[], _zone: string | null, from: number) => {
      const row = source.view.sort.length > 0 ? 5 : 950;
      asked(from, source);
      const searched = from + 100;
      return Promise.resolve({ hit: from <= row && row < searched ? { row, column: 2 } : null, searched });
    },
  };
  return source as unknown as GridSource;
}

test("searches until there is a hit", async () => {
  const asked: number[] = [];
  const source = sourceOf((from) => asked.push(from));
  expect(await findText(source, "a", [2], null, 700, () => true)).toEqual({ row: 950, column: 2 });
  expect(asked).toEqual([700, 800, 900]);
});

test("rows that are sorted meanwhile are searched in their new order, from the first", async () => {
  const asked: number[] = [];
  const source = sourceOf((from, own) => {
    asked.push(from);
    if (from === 900) own.view = { sort: [{ column: 2, descending: false }], filters: [] };
  });
  expect(await findText(source, "a", [2], null, 800, () => true)).toEqual({ row: 5, column: 2 });
  expect(asked).toEqual([800, 900, 0]);
});

test("ends when it is no longer wanted, without the hit of the last request", async () => {
  const source = sourceOf(() => undefined);
  expect(await findText(source, "a", [2], null, 900, () => false)).toBe(null);
});
