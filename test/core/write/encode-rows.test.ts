import { expect, test } from "@jest/globals";
import { decodeMulti } from "@msgpack/msgpack";
import { RowEncoder } from "../../../src/core/write/encode-rows.ts";
import type { UploadColumn, UploadKind } from "../../../src/core/write/upload-column.ts";
import { Random } from "../helpers/random.ts";

function column(name: string, kind: UploadKind, values: unknown[]): UploadColumn {
  return { name, kind, values };
}

function decoded(columns: UploadColumn[], rows: number): unknown[] {
  return [...decodeMulti(new RowEncoder(columns).encode(0, rows), { useBigInt64: true })];
}

test.each<[UploadKind, unknown, unknown]>([
  ["long", 0, 0],
  ["long", 127, 127],
  ["long", 128, 128],
  ["long", -32, -32],
  ["long", -33, -33],
  ["long", 2 ** 31, 2n ** 31n],
  ["long", Number.MAX_SAFE_INTEGER, 9007199254740991n],
  ["long", 9007199254740993n, 9007199254740993n],
  ["long", -(2n ** 63n), -(2n ** 63n)],
  ["long", 5n, 5],
  ["double", 1, 1],
  ["double", -0, -0],
  ["double", Infinity, Infinity],
  ["boolean", true, true],
  ["boolean", false, false],
  ["string", "", ""],
  ["string", "é😀", "é😀"],
  ["string", "x".repeat(31), "x".repeat(31)],
  ["string", "é".repeat(80), "é".repeat(80)],
  ["string", "y".repeat(100_000), "y".repeat(100_000)],
  ["list", [1, null, "a", [2.5]], [1, null, "a", [2.5]]],
  ["long", null, null],
  ["string", null, null],
])("%s %p", (kind, value, expected) => {
  expect(decoded([column("c", kind, [value])], 1)).toEqual([{ c: expected }]);
});

test("a whole number in a column of doubles is written as a double", () => {
  expect(new RowEncoder([column("c", "double", [1])]).encode(0, 1)).toEqual(
    Uint8Array.of(0x81, 0xa1, 0x63, 0xcb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0),
  );
});

test("many columns, random text, rows in pieces", () => {
  const random = new Random(7);
  const columns = Array.from({ length: 20 }, (_, c) =>
    column(
      `column ${c}`,
      "string",
      Array.from({ length: 500 }, () => "aé漢😀".repeat(random.below(40))),
    ),
  );
  const encoder = new RowEncoder(columns);
  const rows = [0, 123, 124, 500].flatMap((from, i, cuts) =>
    i + 1 < cuts.length ? [...decodeMulti(encoder.encode(from, cuts[i + 1] as number))] : [],
  ) as Record<string, string>[];
  expect(rows).toHaveLength(500);
  rows.forEach((row, i) =>
    expect(row).toEqual(Object.fromEntries(columns.map(({ name, values }) => [name, values.at(i)]))),
  );
});
