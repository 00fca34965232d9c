import { expect, test } from "@jest/globals";
import type { GridReader } from "../../../../src/kernel/comms/grid-reader.ts";
import { OrderSpace, sortByDigits } from "../../../../src/kernel/comms/order/sort-by-digits.ts";

/** Sorts some rows of a table with `total` rows by one digit. */
async function sorted(
  total: number,
  rowsByDigit: Record<number, number[]>,
  rows: number[],
): Promise<number[]> {
  const reader = { file: { rows: total }, scan: (_: number, act: () => void) => Promise.resolve(act()) };
  const fill = (_index: number, _block: unknown, digits: Uint16Array): void => {
    for (const [digit, own] of Object.entries(rowsByDigit))
      for (const row of own) digits[row] = Number(digit);
  };
  const order = Uint32Array.from(rows);
  const spare = new Uint32Array(order.length);
  const all = reader as unknown as GridReader;
  return [...(await sortByDigits(all, 0, { count: 1, fill }, order, spare, new OrderSpace()))];
}

test.each([10, 2 ** 24 - 1, 2 ** 24, 2 ** 25 + 1])(
  "of a table with %d rows, those with equal digits stay in order",
  async (total) => {
    const last = total - 1;
    const digits = { 0: [4], 0x00ff: [1], 0x0100: [last, 2], 0xff00: [0], 0xffff: [3, 5] };
    expect(await sorted(total, digits, [5, last, 3, 2, 1, 0, 4])).toEqual([4, 1, last, 2, 0, 5, 3]);
  },
);

test("rows that have the same digit stay as they are", async () => {
  expect(await sorted(3, { 7: [0, 1, 2] }, [2, 0, 1])).toEqual([2, 0, 1]);
});
