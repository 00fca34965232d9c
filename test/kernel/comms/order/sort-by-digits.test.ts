import { expect, test } from "@jest/globals";
import type { GridReader } from "../../../../src/kernel/comms/grid-reader.ts";
import { nextTie, OrderSpace, sortByDigits } from "../../../../src/kernel/comms/order/sort-by-digits.ts";

/** Sorts some rows of a table by digits, the least significant first. @returns the groups of rows that are equal in all of them */
async function sorted(digits: readonly ArrayLike<number>[], rows: Iterable<number>): Promise<number[][]> {
  const reader = {
    file: { rows: digits[0]?.length ?? 0 },
    scan: (_: number, act: () => void) => Promise.resolve(act()),
  };
  const fill = (index: number, _block: unknown, own: Uint16Array): void => own.set(digits[index] ?? []);
  const order = Uint32Array.from(rows);
  const ends = new Uint32Array(order.length);
  const all = reader as unknown as GridReader;
  await sortByDigits(all, 0, { count: digits.length, fill }, order, ends, new OrderSpace());
  const groups: number[][] = [];
  for (let from = 0; from < order.length; from = ends[from] as number)
    groups.push([...order.subarray(from, ends[from])]);
  return groups;
}

test("the most significant digit is the last one; rows with equal digits stay in order, as a group", async () => {
  const digits = [
    [0x00ff, 0x0100, 0xffff, 0x0100, 0, 0],
    [1, 1, 0, 1, 0xffff, 1],
  ];
  expect(await sorted(digits, [3, 2, 1, 0, 4, 5])).toEqual([[2], [5], [0], [3, 1], [4]]);
});

test("only the rows of a view are sorted, and those that have the same digits stay as they are", async () => {
  expect(await sorted([[7, 7, 9, 7, 7]], [4, 0, 3])).toEqual([[4, 0, 3]]);
  expect(await sorted([[2, 1]], [])).toEqual([]);
});

/** Numbers below a limit, always the same. */
function randoms(seed: number): (most: number) => number {
  return (most) => Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * most);
}

// Groups of some rows, of more than are sorted by insertion, and of more than fit into a window.
test.each([
  [2, 400_000],
  [300, 400_000],
  [40_000, 400_000],
  [3, 90],
])(
  "with %d values of a digit, %d rows are sorted as a stable sort by comparing does",
  async (kinds, count) => {
    const random = randoms(7);
    const digits = [0, 1].map(() => Uint16Array.from({ length: count }, () => random(kinds)));
    const [low, high] = digits as [Uint16Array, Uint16Array];
    const rows = Uint32Array.from({ length: count }, (_, row) => count - 1 - row);
    const own = (await sorted(digits, rows)).flat();
    const compared = Array.from(rows).sort((a, b) => high[a]! - high[b]! || low[a]! - low[b]!);
    expect(Uint32Array.from(own)).toEqual(Uint32Array.from(compared));
  },
);

test("ties are the groups of several rows", () => {
  const ends = Uint32Array.of(1, 3, 0, 4);
  expect([nextTie(ends, 0), nextTie(ends, 3)]).toEqual([1, 4]);
});
