import { expect, test } from "@jest/globals";
import { decodeMulti } from "@msgpack/msgpack";
import { TextBuilder } from "../../../../src/core/decode/builders/text-builder.ts";
import { BooleanColumn } from "../../../../src/core/table/columns/boolean-column.ts";
import { NullableColumn } from "../../../../src/core/table/columns/nullable-column.ts";
import { RowEncoder } from "../../../../src/core/write/encode/row-encoder.ts";
import type { UploadColumn, UploadKind } from "../../../../src/core/write/columns/upload-column.ts";
import { Random } from "../../helpers/random.ts";

function column(name: string, kind: UploadKind, values: unknown[]): UploadColumn {
  return { name, kind, values };
}

function encoded(columns: UploadColumn[], rows: number): Uint8Array {
  const encoder = new RowEncoder(columns);
  encoder.add(0, rows);
  return encoder.take();
}

function decoded(columns: UploadColumn[], rows: number): unknown[] {
  return [...decodeMulti(encoded(columns, rows), { useBigInt64: true })];
}

test.each<[UploadKind, unknown, unknown]>([
  ["long", 0, 0],
  ["long", 127, 127],
  ["long", 128, 128],
  ["long", -32, -32],
  ["long", -33, -33],
  ["long", 2 ** 31, 2 ** 31],
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
  expect(encoded([column("c", "double", [1])], 1)).toEqual(
    Buffer.of(0x81, 0xa1, 0x63, 0xcb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0),
  );
});

test("columns of a result are written unchanged", () => {
  const builder = new TextBuilder("t");
  const texts = Array.from({ length: 9000 }, (_, row) =>
    row % 7 === 3 ? null : `é${"x".repeat(row % 300)}`,
  );
  texts.forEach((text, row) => {
    if (row >= builder.endRow) builder.openBlock(row);
    if (text === null) return builder.setNull(row);
    const start = builder.offsets[row - builder.firstRow] as number;
    const bytes = Buffer.from(text);
    if (start + bytes.length > builder.bytes.length) builder.growBytes(start + bytes.length);
    builder.bytes.set(bytes, start);
    builder.offsets[row - builder.firstRow + 1] = start + bytes.length;
  });
  const text = builder.finish(texts.length);
  text.at(5000); // Reading turns this block into strings; the others stay bytes.
  const nulls = Uint8Array.from(texts, (_, row) => (row % 5 === 0 ? 1 : 0));
  const numbers = Float64Array.from(texts, (_, row) => row / 4);
  const columns: UploadColumn[] = [
    { name: "t", kind: "string", values: text },
    { name: "i", kind: "long", values: Int32Array.from(texts, (_, row) => (row - 4500) * 50_000) },
    { name: "n", kind: "double", values: new NullableColumn(numbers, nulls) },
    { name: "b", kind: "boolean", values: new BooleanColumn(Uint8Array.from(texts, (_, row) => row % 3)) },
    { name: "big", kind: "long", values: BigInt64Array.from(texts, (_, row) => 2n ** 60n + BigInt(row)) },
  ];
  const rows = decoded(columns, texts.length);
  rows.forEach((row, i) =>
    expect(row).toEqual({
      t: texts[i],
      i: (i - 4500) * 50_000,
      n: i % 5 === 0 ? null : i / 4,
      b: [false, true, null][i % 3],
      big: 2n ** 60n + BigInt(i),
    }),
  );
});

test("dictionary-encoded strings", () => {
  const builder = new TextBuilder("t");
  const codes = Uint8Array.from({ length: 9000 }, (_, i) => i % 3);
  builder.addCoded(0, {
    entries: { bytes: Buffer.from(`é${"x".repeat(300)}`), offsets: Uint32Array.of(0, 2, 302) },
    codes,
  });
  const rows = decoded([{ name: "t", kind: "string", values: builder.finish(9000) }], 9000);
  rows.forEach((row, i) => expect(row).toEqual({ t: [null, "é", "x".repeat(300)][i % 3] }));
});

test("many columns, random text, rows in chunks", () => {
  const random = new Random(7);
  const columns = Array.from({ length: 20 }, (_, c) =>
    column(
      `column ${c}`,
      "string",
      Array.from({ length: 500 }, () => "aé漢😀".repeat(random.below(40))),
    ),
  );
  const encoder = new RowEncoder(columns);
  encoder.add(0, 123);
  encoder.add(123, 124);
  const first = encoder.take();
  encoder.add(124, 500);
  const rows = [...decodeMulti(first), ...decodeMulti(encoder.take())] as Record<string, string>[];
  expect(rows).toHaveLength(500);
  rows.forEach((row, i) =>
    expect(row).toEqual(Object.fromEntries(columns.map(({ name, values }) => [name, values.at(i)]))),
  );
});
