import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { table } from "arquero";
import { GridReader } from "../../../../src/kernel/comms/grid-reader.ts";
import type { SortKey } from "../../../../src/kernel/comms/grid-request.ts";
import { OrderSpace } from "../../../../src/kernel/comms/order/sort-by-digits.ts";
import { sortRows } from "../../../../src/kernel/comms/order/sort-rows.ts";
import { copyTable } from "../../../../src/magics/display/grid/offered-tables.ts";
import { longTest } from "../../../jest/short-form.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svclib-sort-test-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The rows of a table of these columns in order. */
async function sorted(columns: Record<string, ArrayLike<unknown>>, ...sort: SortKey[]): Promise<number[]> {
  const one = table(columns as never);
  const id = String(readdirSync(folder).length);
  await copyTable(one, folder, id);
  const reader = new GridReader(join(folder, id));
  const rows = Uint32Array.from({ length: one.numRows() }, (_, row) => row);
  await sortRows(reader, rows, sort, new OrderSpace());
  reader.close();
  return [...rows];
}

const up = (column: number): SortKey => ({ column, descending: false });
const down = (column: number): SortKey => ({ column, descending: true });

/** Rows in the order of their texts' bytes, nulls last. */
function byBytes(texts: readonly (string | null)[], sign = 1): number[] {
  const bytes = texts.map((text) => (text === null ? null : Buffer.from(text)));
  const compare = (a: Buffer | null | undefined, b: Buffer | null | undefined): number =>
    a && b ? sign * Buffer.compare(a, b) : Number(!a) - Number(!b);
  return [...texts.keys()].sort((a, b) => compare(bytes[a], bytes[b]));
}

/** Numbers from 0 to 1, always the same. */
function randoms(seed: number): () => number {
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test("rows with equal keys stay in order, in both directions", async () => {
  const flags = [true, null, false, true, null, false];
  expect(await sorted({ flags }, up(0))).toEqual([2, 5, 0, 3, 1, 4]);
  expect(await sorted({ flags }, down(0))).toEqual([0, 3, 2, 5, 1, 4]);
  expect(await sorted({ words: ["b", "a", null, "b", "a"] }, down(0))).toEqual([0, 3, 1, 4, 2]);
});

test("numbers over the whole range of their type are ordered exactly", async () => {
  const safe = [2 ** 53 - 1, -(2 ** 53 - 1), 0, 65_536, -65_536, 65_535, null];
  expect(await sorted({ safe }, up(0))).toEqual([1, 4, 2, 5, 3, 0, 6]);
  expect(await sorted({ safe }, down(0))).toEqual([0, 3, 5, 2, 4, 1, 6]);
  const long = [2n ** 63n - 1n, -(2n ** 63n), 0n, -1n, 1n, null, 2n ** 32n, -(2n ** 32n)];
  expect(await sorted({ long }, up(0))).toEqual([1, 7, 3, 2, 4, 6, 0, 5]);
  expect(await sorted({ long }, down(0))).toEqual([0, 6, 4, 2, 3, 7, 1, 5]);
  const real = [1.5, -1.5, 5e-324, -5e-324, 1e308, -Infinity, NaN, null, -0, 0];
  expect(await sorted({ real }, up(0))).toEqual([5, 1, 3, 8, 9, 2, 0, 4, 6, 7]);
  expect(await sorted({ real }, down(0))).toEqual([4, 0, 2, 8, 9, 3, 1, 5, 6, 7]);
});

test("a key of texts breaks the ties of one of dates", async () => {
  const days = [new Date(2000), new Date(1000), null, new Date(2000), new Date(NaN)];
  const words = ["b", "z", "a", "a", "y"];
  expect(await sorted({ days, words }, up(0), up(1))).toEqual([1, 3, 0, 4, 2]);
});

test("more texts than a digit has values are ordered by their bytes, however long", async () => {
  const random = randoms(5);
  const long = "x".repeat(70);
  // Some end with the last byte that is part of a digit.
  const bound = "x".repeat(58);
  const ends = ["", "\u0000", "\u0000\u0000", "é", long, `${long}${"y".repeat(70)}`, bound, `${bound}ab`];
  const texts = Array.from({ length: 90_000 }, () => {
    const end = ends[Math.floor(random() * ends.length)] as string;
    return random() < 0.01
      ? null
      : `https://${Math.floor(random() * 70_000)}${end}${end === "" ? "" : random() < 0.5 ? "a" : "b"}`;
  });
  expect(new Set(texts).size).toBeGreaterThan(2 ** 16);
  expect(await sorted({ texts }, up(0))).toEqual(byBytes(texts));
  expect(await sorted({ texts }, down(0))).toEqual(byBytes(texts, -1));
});

longTest(
  "many texts that differ late are ordered, also if they are more than are held at a time",
  async () => {
    const texts = Array.from({ length: 160_000 }, (_, row) => {
      const id = (row * 7919) % 150_001;
      return `${row % 3 === 0 ? "a" : "b"}${"-".repeat(300)}${id}`;
    });
    expect(await sorted({ texts }, up(0))).toEqual(byBytes(texts));
  },
);
