import { expect, test } from "@jest/globals";
import { booleanDigits, numberDigits } from "../../../../src/kernel/comms/order/number-digits.ts";
import { copied } from "../copied-grid.ts";
import type { SortDigits } from "../../../../src/kernel/comms/order/sort-by-digits.ts";
import type { GridReader } from "../../../../src/kernel/comms/grid-reader.ts";

/** The keys of the first column's rows: their digits, the least significant first. */
async function keysOf(reader: GridReader, { count, fill }: SortDigits): Promise<number[][]> {
  const keys = Array.from({ length: reader.file.rows }, (): number[] => []);
  for (let index = 0; index < count; index++) {
    const digits = new Uint16Array(reader.file.rows);
    await reader.scan(0, (block) => fill(index, block, digits));
    keys.forEach((key, row) => key.push(digits[row]!));
  }
  return keys;
}

const numberKeys = async (values: readonly unknown[], descending = false): Promise<number[][]> => {
  const reader = await copied({ n: values });
  return keysOf(reader, await numberDigits(reader, 0, descending));
};

test("safe integers are their distance from the first, in as few digits as it needs, of the same size", async () => {
  expect(await numberKeys([12, 10, 11])).toEqual([[2], [0], [1]]);
  expect(await numberKeys([12, 10, 11], true)).toEqual([[0], [2], [1]]);
  expect(await numberKeys([70_000, 0])).toEqual([[368, 136], [0, 0]]); // prettier-ignore
});

test("numbers with at most two decimals are integers too", async () => {
  expect(await numberKeys([0.29, -1.5, 0, 1.1])).toEqual([[179], [0], [150], [260]]);
  expect(await numberKeys([0.29, null, 0.3], true)).toEqual([[1], [2], [0]]);
});

test("NaN and null come last in both orders", async () => {
  const last = [[0, 0, 0, 0xfffe], [0, 0, 0, 0xffff]]; // prettier-ignore
  expect((await numberKeys([-Infinity, NaN, null])).slice(1)).toEqual(last);
  expect((await numberKeys([-Infinity, NaN, null], true)).slice(1)).toEqual(last);
  expect(await numberKeys([5, null, 4])).toEqual([[1], [2], [0]]);
  expect(await numberKeys([5, null, 4], true)).toEqual([[0], [2], [1]]);
  const big = await numberKeys([2n ** 63n - 1n, null]);
  expect(big.map((key) => key.at(-1))).toEqual([0, 1]);
});

test.each<[string, readonly unknown[]]>([
  ["doubles", [-1e300, -0.5, 0, 2 ** -1074, 0.5, 1e300]],
  ["integers of 64 bits", [-(2n ** 63n), -1n, 0n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n]],
])("the keys of %s sort like their values", async (_, values) => {
  const number = (key: readonly number[]): bigint =>
    key.reduceRight((sum, digit) => (sum << 16n) + BigInt(digit), 0n);
  const keys = (await numberKeys(values)).map(number);
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(new Set(keys).size).toBe(values.length);
});

test("0 and -0 are equal", async () => {
  const [one, other] = await numberKeys([0, -0, 0.5]);
  expect(one).toEqual(other);
});

test("false before true, null last", async () => {
  const reader = await copied({ flag: [true, null, false] });
  expect(await keysOf(reader, booleanDigits(false))).toEqual([[1], [2], [0]]);
  expect(await keysOf(reader, booleanDigits(true))).toEqual([[0], [2], [1]]);
});
