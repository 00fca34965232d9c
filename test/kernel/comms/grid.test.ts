import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { table } from "arquero";
import { expectSame } from "../../core/helpers/expect-same.ts";
import { summarize } from "../../../src/kernel/comms/column-summary.ts";
import { GridReader } from "../../../src/kernel/comms/grid-reader.ts";
import type { RowFilter } from "../../../src/kernel/comms/grid-request.ts";
import { OrderSpace } from "../../../src/kernel/comms/order/sort-by-digits.ts";
import { viewRows } from "../../../src/kernel/comms/view-rows.ts";
import type { Table } from "../../../src/core/table/table.ts";
import { BLOCK_ROWS, TextColumn, TextDictionary } from "../../../src/core/table/columns/text-column.ts";
import { copyTable } from "../../../src/magics/display/grid/offered-tables.ts";
import type { AnyTable } from "../../../src/magics/display/table/any-table.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { longTest, partOf } from "../../jest/short-form.ts";

let home: string;
let reader: GridReader | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "svclib-grid-test-"));
});

afterEach(() => {
  reader?.close();
  reader = undefined;
  rmSync(home, { recursive: true });
});

/** Copies a table, and opens the copy. */
async function copyOf(one: AnyTable): Promise<GridReader> {
  mkdirSync(join(home, "grids"), { recursive: true });
  reader?.close();
  const id = String(readdirSync(join(home, "grids")).length);
  await copyTable(one, join(home, "grids"), id);
  reader = new GridReader(join(home, "grids", id));
  return reader;
}

/** Copies a table of these columns. */
const copied = (
  columns: Record<string, ArrayLike<unknown>>,
  change = (one: ReturnType<typeof table>) => one,
): Promise<GridReader> => copyOf(change(table(columns as never)));

const all = (one: GridReader, column = 0) => one.values(column, 0, one.file.rows);

/** Values of the first column, ordered by these keys. */
async function ordered(
  one: GridReader,
  ...keys: { column: number; descending: boolean }[]
): Promise<unknown[]> {
  const rows = await viewRows(one, { sort: keys, filters: [] });
  return Array.from(rows, (row) => one.values(0, row, row + 1)[0]);
}

const up = { column: 0, descending: false };
const down = { column: 0, descending: true };

test("values of different kinds in one column are texts, as the table shows them", async () => {
  const one = await copied({
    mixed: ["AAPL", 5.97, null, new Date("2000-01-01"), 2n ** 60n, true],
    dates: [new Date("2000-01-01"), "?", new Date(1500), null, "", -0.5],
    nested: ["AAPL", [1], null, null, null, null],
  });
  expect(one.file.columns.map(({ kind }) => kind)).toEqual(["text", "text", "nested"]);
  expect(all(one)).toEqual(["AAPL", "5.97", null, "2000-01-01", "1152921504606846976", "true"]);
  expect(all(one, 1)).toEqual(["2000-01-01", "?", "1970-01-01 00:00:01.500", null, "", "-0.5"]);
});

test("a copy has values of every kind, and only this user can read it", async () => {
  const one = await copied({
    number: [1, null, 2.5, NaN],
    typed: Int32Array.of(1, 2, -3, 4),
    long: [1n, 2n ** 60n, null, -1n],
    flag: [true, null, false, true],
    text: ["a", "é\n", null, ""],
    date: [new Date(0), null, new Date(1500), new Date(-1)],
    nested: [[1, "x"], { a: 2n }, null, new Uint8Array([255])],
  });
  expect(one.file.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ["number", "float"],
    ["typed", "integer"],
    ["long", "integer"],
    ["flag", "boolean"],
    ["text", "text"],
    ["date", "date"],
    ["nested", "nested"],
  ]);
  expect(one.file.columns.map((_, column) => all(one, column))).toEqual([
    [1, null, 2.5, "NaN"],
    [1, 2, -3, 4],
    [1, "1152921504606846976", null, -1],
    [true, null, false, true],
    ["a", "é\n", null, ""],
    [0, null, 1500, -1],
    ['[1, "x"]', "{a: 2}", null, "ff"],
  ]);
  expect(one.values(4, 1, 2)).toEqual(["é\n"]);
  const [folder] = readdirSync(join(home, "grids"));
  expect(statSync(join(home, "grids", folder ?? "")).mode & 0o77).toBe(0);
});

test("rows have their fields' names, binary is hexadecimal, amounts are grouped", async () => {
  const item = "row(id bigint, tags array(row(name varchar)))";
  const one = await copyOf(
    tableOf(
      {
        item: [{ id: 2n ** 60n, tags: [{ name: "x" }] }],
        bytes: [Uint8Array.of(0, 255)],
        amount: [12_345],
        order_id: [12_345],
      },
      { types: { item, bytes: "varbinary", amount: "bigint", order_id: "bigint" } },
    ),
  );
  expect(all(one, 0)).toEqual(['{id: 1152921504606846976, tags: [{name: "x"}]}']);
  expect(one.values(0, 0, 1, true)).toEqual(['{"id":"1152921504606846976","tags":[{"name":"x"}]}']);
  expect(all(one, 1)).toEqual(["00ff"]);
  expect(one.file.columns.map(({ grouped }) => grouped)).toEqual([false, false, true, false]);
});

test("numbers beyond 64 bits, numbers of two kinds, and nested values that JSON lacks are texts", async () => {
  const one = await copied({
    wide: [2n ** 64n, 1n],
    both: [2n ** 60n, 0.5],
    nested: [[NaN, undefined, new Date(0)], { a: [-Infinity] }],
  });
  expect(all(one, 0)).toEqual(["18446744073709551616", "1"]);
  expect(all(one, 1)).toEqual(["1152921504606846976", "0.5"]);
  expect(all(one, 2)).toEqual(["[NaN, undefined, 1970-01-01]", "{a: [-Infinity]}"]);
  expect(one.values(2, 0, 2, true)).toEqual([
    '["NaN",null,"1970-01-01T00:00:00.000Z"]',
    '{"a":["-Infinity"]}',
  ]);
});

test("a filtered and ordered table is copied as shown", async () => {
  const one = await copied({ a: [3, 1, 2, 9] }, (given) =>
    given.filter((d: { a: number }) => d.a < 5).orderby("a"),
  );
  expect(all(one)).toEqual([1, 2, 3]);
});

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

test("halves of a character in neighbouring rows stay apart", async () => {
  const one = await copied({ a: ["\ud83d", "\ude00", "after"] });
  expect(all(one)).toEqual(["\ufffd", "\ufffd", "after"]);
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

test("a column summary has nulls, range, distribution and frequent values", async () => {
  const one = await copied({ a: [0, 10, null, 5], b: ["x", "y", "x", null] });
  const numbers = await summarize(one, 0);
  expect(numbers).toMatchObject({ nulls: 1, least: 0, most: 10, top: [] });
  expect(numbers.bars).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(await summarize(one, 1)).toMatchObject({ nulls: 1, bars: [], top: [["x", 2], ["y", 1]] }); // prettier-ignore
});

test("a column of one value, or of none that is finite, has no distribution", async () => {
  const one = await copied({ same: [7, 7], none: [NaN, Infinity], many: ["a", "b"] });
  expect(await summarize(one, 0)).toMatchObject({
    nulls: 0,
    least: 7,
    most: 7,
    bars: [2, ...Array<number>(19).fill(0)],
  });
  expect(await summarize(one, 1)).toEqual({ nulls: 0, least: null, most: null, bars: [], top: [] });
});

test("columns may have the names of Object.prototype's members", async () => {
  const one = await copied({ constructor: [1], toString: ["a"] });
  expect(one.file.columns.map(({ name }) => name)).toEqual(["constructor", "toString"]);
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

describe("a column of dictionary blocks", () => {
  const coded = (texts: readonly string[], codes: readonly number[]) => {
    const ends = texts.map((_, at) => Buffer.byteLength(texts.slice(0, at + 1).join("")));
    const dictionary = new TextDictionary(Buffer.from(texts.join("")), Uint32Array.of(0, ...ends), false);
    return {
      dictionary,
      codes: Uint8Array.from({ length: BLOCK_ROWS }, (_, row) => codes[row % codes.length] ?? 0),
    };
  };
  const first = coded(["b", "é", "a"], [0, 1, 2, 3]);
  const other = coded(["é", "", "b"], [3, 2, 1, 0]);
  /** The first four rows of each block. */
  const starts = (values: unknown[]) => [...values.slice(0, 4), ...values.slice(BLOCK_ROWS, BLOCK_ROWS + 4)];

  test("stays one", async () => {
    const rows = 2 * BLOCK_ROWS;
    const number = Int32Array.from({ length: rows }, (_, row) => row);
    const one = await copied({ text: new TextColumn([first, other], rows) as never, number });
    expect(one.file.columns[0]?.kind).toBe("text");
    expect(starts(all(one))).toEqual([null, "b", "é", "a", "b", "", "é", null]);
    const up = await ordered(one, { column: 0, descending: false });
    expect([...new Set(up)]).toEqual(["", "a", "b", "é", null]);
    const down = await ordered(one, { column: 0, descending: true });
    expect([...new Set(down)]).toEqual(["é", "b", "a", "", null]);
    expect(await summarize(one, 0)).toMatchObject({ nulls: BLOCK_ROWS / 2 });
    const view = { sort: [], filters: [{ column: 0, is: "a" } as unknown as RowFilter] };
    expect(Array.from(await viewRows(one, view)).slice(0, 2)).toEqual([3, 7]);
  });

  test("a filtered table's is copied as shown", async () => {
    const rows = BLOCK_ROWS;
    const one = await copied({ text: new TextColumn([first], rows) as never }, (each) => each.slice(1, 3));
    expect([one.file.columns[0]?.kind, all(one)]).toEqual(["text", ["b", "é"]]);
  });

  test("decimals are ordered by value", async () => {
    const [first, next] = ["9007199254740993.0", "9007199254740992.5"] as const;
    const decimals = coded([first, next, "-2.0", "9.9"], [1, 0, 2, 3, 4]);
    const amounts = tableOf(
      { amount: new TextColumn([decimals], BLOCK_ROWS) },
      {
        types: { amount: "decimal(38,1)" },
      },
    );
    const one = await copyOf(amounts);
    expect([...new Set(await ordered(one, up))]).toEqual(["-2.0", "9.9", next, first, null]);
    expect((await summarize(one, 0)).nulls).toBe(Math.ceil((BLOCK_ROWS - 1) / 5));
  });
});
