import { expect, test } from "@jest/globals";
import type { Table } from "../../../src/core/table/table.ts";
import type { RowFilter } from "../../../src/kernel/comms/grid-request.ts";
import { OrderSpace } from "../../../src/kernel/comms/order/sort-by-digits.ts";
import { viewRows } from "../../../src/kernel/comms/view-rows.ts";
import { expectSame } from "../../core/helpers/expect-same.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { longTest, partOf } from "../../jest/short-form.ts";
import { copied, copyOf, down, ordered, up } from "./copied-grid.ts";

test("numbers are ordered by value; null and NaN come last in both directions", async () => {
  const one = await copied({ a: [3, null, -1, NaN, 1e300, -Infinity, 0.5, -0] });
  expect(await ordered(one, up)).toEqual(["-Infinity", -1, -0, 0.5, 3, 1e300, "NaN", null]);
  expect(await ordered(one, down)).toEqual([1e300, 3, 0.5, -0, -1, "-Infinity", "NaN", null]);
});

test("long integers are ordered exactly", async () => {
  const one = await copied({ a: [2n ** 53n + 1n, 2n ** 53n, -(2n ** 62n), null, 2n ** 53n + 2n] });
  expect(await ordered(one, up)).toEqual([
    "-4611686018427387904",
    "9007199254740992",
    "9007199254740993",
    "9007199254740994",
    null,
  ]);
});

test("texts are ordered by their bytes, also with equal beginnings", async () => {
  const one = await copied({ a: ["prefix-bb", "b", null, "prefix-b", "", "é", "prefix-a", "a"] });
  expect(await ordered(one, up)).toEqual(["", "a", "b", "prefix-a", "prefix-b", "prefix-bb", "é", null]);
  expect(await ordered(one, down)).toEqual(["é", "prefix-bb", "prefix-b", "prefix-a", "b", "a", "", null]);
});

test("texts with control characters are ordered by their bytes; further keys break ties", async () => {
  const names = [
    "a\u0000",
    "a",
    "a\u0000",
    "aaaa\u0001",
    "aaaa",
    "aaaa\u0001",
    "same-prefix-x",
    "same-prefix-x",
  ];
  const one = await copied({ id: [1, 2, 3, 4, 5, 6, 7, 8], a: names, b: [2, 1, 1, 2, 1, 1, 2, 1] });
  const by = (descending: boolean) => [
    { column: 1, descending },
    { column: 2, descending: false },
  ];
  expect(await ordered(one, ...by(false))).toEqual([2, 3, 1, 5, 6, 4, 8, 7]);
  expect(await ordered(one, ...by(true))).toEqual([8, 7, 6, 4, 5, 3, 1, 2]);
});

test("a second key breaks ties of the first", async () => {
  const one = await copied({ id: [1, 2, 3, 4], a: ["x", "y", "x", "y"], b: [2, 1, 1, 2] });
  expect(await ordered(one, { column: 1, descending: true }, { column: 2, descending: false })).toEqual([
    2, 4, 3, 1,
  ]);
});

test("many numbers are ordered as by Array.sort", async () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const values = Float64Array.from({ length: partOf(200_000, 8) }, () => (random() - 0.5) * 1e6);
  expectSame(
    await ordered(await copied({ a: values }), up),
    [...values].sort((a, b) => a - b),
  );
});

longTest(
  "texts with the same first forty bytes are ordered, more of them than one comparison handles",
  async () => {
    const texts = Array.from({ length: 70_000 }, (_, row) => `${"x".repeat(40)}${(row * 7919) % 70_001}`);
    const one = await copied({ a: texts });
    expectSame(await ordered(one, up), [...texts].sort());
    expectSame(await ordered(one, down), [...texts].sort().reverse());
  },
);

test("the rows of a filter are ordered by two keys; 0 and -0 are equal", async () => {
  const one = await copied({ id: [1, 2, 3, 4, 5, 6], a: [0, -0, 0, NaN, null, 7], b: [3, 2, 1, 1, 1, 1] });
  const rows = await viewRows(one, {
    filters: [{ column: 0, least: null, most: 5 }],
    sort: [
      { column: 1, descending: true },
      { column: 2, descending: false },
    ],
  });
  expect([...rows]).toEqual([2, 1, 0, 3, 4]);
});

test("rows are ordered by one key or two, with and without a filter", async () => {
  let seed = 3;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = (numbers: number[]): number => numbers[Math.floor(random() * numbers.length)] as number;
  const columns = {
    // Most lie in one bucket beside the ends of the range, some share the upper half of their bits.
    far: () =>
      pick([1.7e12 + random() * 1e6, 1.7e12 + 2 ** -12 * Math.floor(random() * 9), -1e308, 0, Infinity, NaN]),
    few: () => pick([-1, 0, -0, 1]),
    same: () => 5,
    fine: () => pick([1, -1]) * (1 + Math.floor(random() * 5000) * 2 ** -52),
  };
  const length = 66_000;
  const data = Object.values(columns).map((make) => Float64Array.from({ length }, make));
  const one = await copied(Object.fromEntries(Object.keys(columns).map((name, at) => [name, data[at]!])));
  const filters = [{ column: 1, least: 0, most: null }];
  const order = (values: Float64Array, a: number, b: number): number => {
    const [x, y] = [values[a] as number, values[b] as number];
    if (x !== y && !Number.isNaN(x) && !Number.isNaN(y)) return x - y;
    return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  };
  const rows = Array.from({ length }, (_, row) => row);
  const space = new OrderSpace();
  for (const by of [[0], [1, 0], [3, 2]]) {
    const [first = data[0]!, second = first] = by.map((column) => data[column]!);
    const expected = rows.filter((row) => data[1]![row]! >= 0);
    for (const all of by.length === 1 ? [rows] : [rows, expected]) {
      const sorted = all.slice().sort((a, b) => order(first, a, b) || order(second, a, b) || a - b);
      const sort = by.map((column) => ({ column, descending: false }));
      const found = await viewRows(one, { sort, filters: all === rows ? [] : filters }, space);
      expect(
        Buffer.compare(Buffer.from(found.slice().buffer), Buffer.from(Uint32Array.from(sorted).buffer)),
      ).toBe(0);
    }
  }
});

test("filters by value, range and text", async () => {
  const one = await copied({ a: [1, 5, null, 9], b: ["Red", null, "blue", "red"] });
  const found = async (...filters: RowFilter[]) => [...(await viewRows(one, { sort: [], filters }))];
  expect(await found({ column: 0, least: 2, most: null })).toEqual([1, 3]);
  expect(await found({ column: 1, contains: "RE" })).toEqual([0, 3]);
  expect(await found({ column: 1, is: [null, "blue"] })).toEqual([1, 2]);
  expect(await found({ column: 1, contains: "e" }, { column: 0, least: null, most: 5 })).toEqual([0]);
});

test("a range of long integers and decimals goes by all digits", async () => {
  const ids = [9007199254740992n, 9007199254740993n, null, 2n ** 60n];
  const amounts = ["0.1", "0.10000000000000000001", null, "123456789012345678.5"];
  const types = { id: "bigint", amount: "decimal(38,20)" };
  const one = await copyOf(tableOf({ id: ids, amount: amounts }, { types }));
  const found = async (column: number, least: string | null, most: string | null) => [
    ...(await viewRows(one, { sort: [], filters: [{ column, least, most }] })),
  ];
  expect(await found(0, "9007199254740993", "9007199254740993")).toEqual([1]);
  expect(await found(0, null, "9007199254740992")).toEqual([0]);
  expect(await found(0, "1e15", "Infinity")).toEqual([0, 1, 3]);
  expect(await found(1, "0.1", "0.1")).toEqual([0]);
  expect(await found(1, "123456789012345678.5", null)).toEqual([3]);
});

test("a text filter keeps rows by what the table shows: field names without quotes, escapes for line breaks", async () => {
  const one = await copied({ rows: [{ id: 1 }, { id: 12 }, null], lines: ["a\nb", "ab", "a b"] });
  const found = async (filter: RowFilter) => [...(await viewRows(one, { sort: [], filters: [filter] }))];
  expect(await found({ column: 0, contains: "ID: 1}" })).toEqual([0]);
  expect(await found({ column: 1, contains: "a\\nb" })).toEqual([0]);
});

test("decimals of 38 digits are sorted exactly", async () => {
  const digits = "12345678901234567890123456789012345";
  const texts = [
    ...Array.from({ length: 9 }, (_, n) => `${digits}.${n}${n}0`),
    ...["-0.010", "0.000", "0.001", "9007199254740993.000", "9007199254740992.000", `-${digits}.001`, `-${digits}.002`],
  ]; // prettier-ignore
  const rows = Array.from({ length: 200 }, (_, row) =>
    row % 17 === 16 ? null : (texts[(row * 7) % 16] as string),
  );
  const amounts = (): Table => tableOf({ amount: rows }, { types: { amount: "decimal(38,3)" } });
  const value = (text: string): bigint => BigInt(text.replace(".", ""));
  const expected = texts.toSorted((a, b) => (value(a) < value(b) ? -1 : 1));
  const one = await copyOf(amounts());
  expect(one.column(0).kind).toBe("text");
  expect([...new Set(await ordered(one, up))]).toEqual([...expected, null]);
  expect([...new Set(await ordered(one, down))]).toEqual([...expected.toReversed(), null]);
});
