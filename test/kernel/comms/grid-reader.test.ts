import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { GridReader } from "../../../src/kernel/comms/grid-reader.ts";
import { summarize } from "../../../src/kernel/comms/column-summary.ts";
import type { RowFilter } from "../../../src/kernel/comms/grid-request.ts";
import { viewRows } from "../../../src/kernel/comms/view-rows.ts";
import { BLOCK_ROWS, TextColumn, TextDictionary } from "../../../src/core/table/columns/text-column.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { copied, copyOf, gridsFolder, ordered, up } from "./copied-grid.ts";

const all = (one: GridReader, column = 0) => one.values(column, 0, one.file.rows);

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
  const [folder] = readdirSync(gridsFolder());
  expect(statSync(join(gridsFolder(), folder ?? "")).mode & 0o77).toBe(0);
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

test("halves of a character in neighbouring rows stay apart", async () => {
  const one = await copied({ a: ["\ud83d", "\ude00", "after"] });
  expect(all(one)).toEqual(["\ufffd", "\ufffd", "after"]);
});

test("columns may have the names of Object.prototype's members", async () => {
  const one = await copied({ constructor: [1], toString: ["a"] });
  expect(one.file.columns.map(({ name }) => name)).toEqual(["constructor", "toString"]);
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
