import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { expectSame } from "../../../core/helpers/expect-same.ts";
import { encode } from "@msgpack/msgpack";
import { decodeResult } from "../../../core/helpers/decode-whole.ts";
import { fillColumns } from "../../../../src/core/decode/decode-blocks.ts";
import { columnBuilders } from "../../../../src/core/decode/builders/column-builder.ts";
import { encodeBlock } from "../../../../src/core/blocks/encode-column.ts";
import type { Batch } from "../../../../src/core/blocks/batch.ts";
import type { ColumnData } from "../../../../src/core/blocks/column-data.ts";
import { Table } from "../../../../src/core/table/table.ts";
import { timeZoneOf, inTimeZone } from "../../../../src/core/table/columns/column-display.ts";
import { DateColumn } from "../../../../src/core/table/columns/date-column.ts";
import { pivot } from "../../../../src/magics/result/pivot/pivot.ts";
import { tableOf } from "../../../core/table/table-of.ts";

const rows = (table: Table): unknown[][] =>
  table.objects().map((row): unknown[] => Object.values(row as object));

test("dimensions become columns, in order, and duplicates are averaged", () => {
  const table = tableOf({
    year: [2001, 2000, 2000, 2001, 2000],
    symbol: ["B", "A", "B", "A", "A"],
    close: [4, 1, 2, 3, 2],
  });
  const pivoted = pivot(table);
  expect(pivoted.columnNames()).toEqual(["year", "A", "B"]);
  expect(rows(pivoted)).toEqual([
    [2000, 1.5, 2],
    [2001, 3, 4],
  ]);
  expect(pivoted.index).toEqual(["year"]);
});

test.each<[string, unknown[], unknown[]]>([
  [
    "long decimals",
    ["-9007199254740992.5", "-9007199254740993", "10", "9", "9007199254740993.0", "9007199254740992.5"],
    ["-9007199254740993", "-9007199254740992.5", "9", "10", "9007199254740992.5", "9007199254740993.0"],
  ],
  [
    "dates, invalid ones last",
    [new Date(2), new Date(NaN), new Date(1)],
    [new Date(1), new Date(2), new Date(NaN)],
  ],
])("the index is in the order of its values: %s", (_, values, ordered) => {
  const table = tableOf({ a: values, b: values.map(String), n: values.map(() => 1) });
  // To `toEqual`, two invalid dates differ.
  const plain = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
  const index = [...(pivot(table).column("a") as Iterable<unknown>)];
  expect(index.map(plain)).toEqual(ordered.map(plain));
});

test("columns of a result give the same as plain lists", async () => {
  const texts = Array.from({ length: 9000 }, (_, row) =>
    row % 11 === 0 ? null : ["", "é", "long text of a dimension", `t${row % 300}`][row % 4],
  );
  const times = texts.map((_, row) => (row % 97 === 0 ? null : 978_307_200 + (row % 500) * 3600));
  const halves = texts.map((_, row) => (row % 3) / 2);
  const measure = texts.map((_, row) => (row % 5 === 0 ? null : row / 8));
  const lists: (readonly unknown[])[] = [times, texts, halves, measure];
  const types = ["bigint", "varchar", "double", "double"];
  const file = gzipSync(Buffer.concat(texts.map((_, row) => encode(lists.map((list) => list[row])))));
  const schema = types.map((type, i) => ({ name: `c${i}`, type }));
  const { columns } = await decodeResult(
    (async function* () {
      yield await Promise.resolve(file);
    })(),
    schema,
    texts.length,
  );
  const names = ["k", "d", "e_id", "n"];
  columns[1]?.at(5000); // Reading turns this block into strings; the others stay bytes.
  const kept = pivot(Table.of(columns, names));
  const plain = pivot(Table.of(lists, names));
  expect(kept.columnNames()).toEqual(plain.columnNames());
  expectSame(rows(kept), rows(plain));
  expect(plain.numRows()).toBe(501);
});

test.each([9000, 40])("columns of blocks, %d distinct rows, give the same as plain lists", (kinds) => {
  const count = 30_000;
  const each = <T>(value: (row: number) => T): T[] => Array.from({ length: count }, (_, row) => value(row));
  const lists: (readonly unknown[])[] = [
    each((row) => (row % 97 === 0 ? null : 978_307_200 + ((row * 7) % kinds) * 60)),
    each((row) => (row % 11 === 0 ? null : ["", "é", "long text of a dimension", `t${row % 30}`][row % 4])),
    each((row) => (row % 13 === 0 ? `e${row % 3}` : "x")),
    each((row) => (row % 5 === 0 ? null : row)),
    each((row) => (row % 7 === 0 ? NaN : row / 8)),
  ];
  const batch: Batch = {
    rowCount: count,
    columns: [
      numbers("int64", lists[0] as (number | null)[]),
      { kind: "text", values: lists[1] as (string | null)[] },
      { kind: "text", values: lists[2] as string[] },
      numbers("int64", lists[3] as (number | null)[]),
      numbers("float", lists[4] as number[]),
    ],
  };
  const schema = ["bigint", "varchar", "varchar", "bigint", "double"].map((type, i) => ({
    name: `c${i}`,
    type,
  }));
  const columns = columnBuilders(schema, count);
  fillColumns(columns, new Uint8Array(encodeBlock([batch])), count, 0);
  const names = ["k", "d", "e", "n", "m"];
  const kept = pivot(
    Table.of(
      columns.builders.map((builder) => builder.finish(count)),
      names,
    ),
  );
  const plain = pivot(Table.of(lists, names));
  expect(kept.columnNames()).toEqual(plain.columnNames());
  expectSame(rows(kept), rows(plain));
  expect(plain.numRows()).toBe(kinds + 1);
});

function numbers(kind: "int64" | "float", list: readonly (number | null)[]): ColumnData {
  const nulls = Uint8Array.from(list, (value) => (value === null ? 1 : 0));
  return kind === "int64"
    ? { kind, values: BigInt64Array.from(list, (value) => BigInt(value ?? 0)), nulls }
    : { kind, values: Float64Array.from(list, (value) => value ?? 0), nulls };
}

test.each([[[1, 2 ** 53 + 2]], [[-(2 ** 53), 3, 2 ** 53 + 2]], [[0.5, 1e300]], [[-60, 2 ** 53 - 1, 120]]])(
  "keys %j that are far apart are kept exactly",
  (keys) => {
    const table = tableOf({ k: Float64Array.of(...keys, ...keys), n: keys.concat(keys).map(() => 1) });
    expect(rows(pivot(table))).toEqual([...keys].sort((a, b) => a - b).map((key) => [key, 1]));
  },
);

test("a sparse pivot has every mean in its cell", () => {
  const count = 4000;
  const each = <T>(value: (row: number) => T): T[] => Array.from({ length: count }, (_, row) => value(row));
  const table = tableOf({
    k: each((row) => row % 2000),
    d: each((row) => `g${row % 500}`),
    n: each((row) => (row < 3000 ? row : null)),
  });
  const pivoted = pivot(table);
  expect([pivoted.numRows(), pivoted.numCols()]).toEqual([2000, 501]);
  for (const k of [0, 7, 999, 1000, 1999]) {
    const row = pivoted.object(k) as Record<string, number | null>;
    const filled = Object.entries(row).filter(([name, value]) => name !== "k" && value !== null);
    expect(filled).toEqual([[`g${k % 500}`, k < 1000 ? (k + k + 2000) / 2 : k]]);
  }
});

test("a pivot too large for a notebook is refused with its size", () => {
  const keys = Float64Array.from({ length: 12_000 }, (_, row) => row);
  const table = tableOf({ time: keys, user_id: keys, n: keys });
  expect(() => pivot(table)).toThrow(
    "the pivot would have 12000 rows and 12000 columns, which is too much for a notebook: " +
      "select fewer distinct values of time, user_id, such as days in place of seconds",
  );
  expect(pivot(table, { if_possible: true }).index).toEqual(["time"]);
});

test("without dimensions only the index is set", () => {
  const table = tableOf({ a: [2, 1], b: [3, 4] });
  expect(pivot(table).index).toEqual(["a"]);
  expect(rows(pivot(table))).toEqual([
    [2, 3],
    [1, 4],
  ]);
});

test("without dimensions, rows of the same index are averaged", () => {
  const table = tableOf({ symbol: ["b", "a", "b"], close: [1, 2, 4] });
  const pivoted = pivot(table);
  expect(pivoted.columnNames()).toEqual(["symbol", "close"]);
  expect(rows(pivoted)).toEqual([
    ["a", 2],
    ["b", 2.5],
  ]);
  expect(() => pivot(tableOf({ symbol: ["a", "a"] }))).toThrow(
    "the result can't be pivoted: there is only the index and nothing to average; select a number, such as count(*)",
  );
});

test("several measures and dimensions give flat names", () => {
  const table = tableOf({ k: ["x"], symbol: ["A"], open: [true], shop_id: [7], close: [1], volume: [2n] });
  const pivoted = pivot(table);
  expect(pivoted.columnNames()).toEqual(["k", "close_A_true_7", "volume_A_true_7"]);
  expect(rows(pivoted)).toEqual([["x", 1, 2]]);
});

test("colliding names are made distinct", () => {
  const table = tableOf({ k: [1, 1], d: ["a_b", "a"], e: ["c", "b_c"], n: [1, 2] });
  expect(pivot(table).columnNames()).toEqual(["k", "a_b_c", "a_b_c_2"]);
  expect(rows(pivot(table))).toEqual([[1, 2, 1]]);
  expect(pivot(tableOf({ k: [1], d: ["k"], n: [2] })).columnNames()).toEqual(["k", "k_2"]);
});

test("missing values are not averaged, but are valid keys", () => {
  const table = tableOf({ k: [1, 1, 1, null], d: ["a", "a", null, "a"], n: [2, null, NaN, 5] });
  expect(pivot(table).columnNames()).toEqual(["k", "a", "null"]);
  expect(rows(pivot(table))).toEqual([
    [1, 2, null],
    [null, 5, null],
  ]);
});

test("values that print alike stay distinct", () => {
  const table = tableOf({ k: [1, "1"], d: ["null", null], n: [1, 2] });
  expect(rows(pivot(table))).toEqual([
    [1, 1, null],
    ["1", null, 2],
  ]);
});

test("lists of NaN, of infinity and of null are different keys", () => {
  const lists = [[null], [NaN], [Infinity], [null]];
  const pivoted = pivot(tableOf({ k: ["x", "x", "x", "x"], list: lists, n: [1, 2, 3, 5] }));
  expect(pivoted.columnNames()).toEqual(["k", '["Infinity"]', '["NaN"]', "[null]"]);
  expect(rows(pivoted)).toEqual([["x", 3, 2, 3]]);
});

test("columns are sorted by value, also for texts", () => {
  const hours = ["10", "2", "0", "11", "1", "noon", "1.5"];
  const table = tableOf({ day: hours.map(() => "x"), hour: hours, n: hours.map((_, at) => at) });
  expect(pivot(table).columnNames()).toEqual(["day", "0", "1", "1.5", "2", "10", "11", "noon"]);
});

test("decimals stored as text are measures", () => {
  const table = tableOf({ k: ["a", "a"], price: ["1.50", "2.50"] }, { types: { price: "decimal(10,2)" } });
  expect(pivot(table).index).toEqual(["k"]);
  const wide = tableOf({ k: [1, 1], d: ["a", "a"], p: ["1.50", "2.50"] }, { types: { p: "decimal(10,2)" } });
  expect(rows(pivot(wide))).toEqual([[1, 2]]);
});

test("dates as index keep their zone", () => {
  const days = [new Date(86_400_000), new Date(0), new Date(0)];
  const table = tableOf({ day: inTimeZone(days, "Asia/Tokyo"), d: ["a", "a", "b"], n: [1, 2, 3] });
  const pivoted = pivot(table);
  expect(rows(pivoted)).toEqual([
    [new Date(0), 2, 3],
    [new Date(86_400_000), 1, null],
  ]);
  expect(timeZoneOf(pivoted.data()["day"])).toBe("Asia/Tokyo");
});

test("dates, booleans and missing values as index and as columns are in ascending order, missing ones last", () => {
  const days = new DateColumn(Float64Array.of(NaN, 86_400_000, 0, NaN));
  const names = ["a", "b", "a", "a"];
  const byDay = pivot(tableOf({ day: days, name: names, n: [1, 2, 3, 5] }));
  expect(rows(byDay)).toEqual([
    [new Date(0), 3, null],
    [new Date(86_400_000), null, 2],
    [null, 3, null],
  ]);
  const daysAcross = pivot(tableOf({ name: names, day: days, n: [1, 2, 3, 5] }));
  expect(daysAcross.columnNames()).toEqual(["name", "1970-01-01 00:00:00", "1970-01-02 00:00:00", "null"]);
  const flags = pivot(tableOf({ name: [null, "b", "a"], flag: [true, null, false], n: [1, 2, 3] }));
  expect(flags.columnNames()).toEqual(["name", "false", "true", "null"]);
  expect(rows(flags)).toEqual([
    ["a", 3, null, null],
    ["b", null, null, 2],
    [null, null, 1, null],
  ]);
});

test("of a filtered table only its rows are used", () => {
  const table = tableOf({ k: [1, 2], d: ["a", "b"], n: [3, 4] }).filter((d: { k: number }) => d.k > 1);
  expect(rows(pivot(table))).toEqual([[2, 4]]);
});

describe("nothing to pivot", () => {
  test("only dimensions", () => {
    expect(() => pivot(tableOf({ k: [1], d: ["a"], shop_id: [3] }))).toThrow(
      "the result can't be pivoted: there are only dimensions (d, shop_id) and nothing to average; select a number, such as count(*)",
    );
  });

  test("no columns, and no rows", () => {
    expect(pivot(Table.of([], [])).numCols()).toBe(0);
    expect(pivot(tableOf({ a: [], b: [] })).index).toEqual(["a"]);
  });
});

test("a million rows", () => {
  const n = 1_000_000;
  const keys = Float64Array.from({ length: n }, (_, row) => row % 1000);
  const names = Array.from({ length: n }, (_, row) => `s${row % 7}`);
  const pivoted = pivot(tableOf({ k: keys, s: names, v: keys }));
  expect([pivoted.numRows(), pivoted.numCols()]).toEqual([1000, 8]);
  expect(pivoted.get("s3", 999)).toBe(999);
});

test("lists with large integers are an index, in order", () => {
  const large = 2n ** 60n;
  const table = tableOf({ list: [[large], [2], [large]], name: ["a", "a", "b"], n: [1, 2, 3] });
  expect(rows(pivot(table))).toEqual([
    [[large], 1, 3],
    [[2], 2, null],
  ]);
});
