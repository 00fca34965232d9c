import { expect, test } from "@jest/globals";
import { encode } from "@msgpack/msgpack";
import type { ColumnData } from "../../../src/core/blocks/column-data.ts";
import { ColumnReader } from "../../../src/core/blocks/decode-columns.ts";
import { dataKind, encodeBlock } from "../../../src/core/blocks/encode-column.ts";

/** What a column of several pieces is as one. */
const joined = (...pieces: readonly ColumnData[]): ColumnData =>
  new ColumnReader(
    encodeBlock(pieces.map((piece) => ({ rowCount: 2, columns: [piece] }))),
    2 * pieces.length,
  ).next();

test("integers of several widths become the narrowest that holds them", () => {
  expect(
    joined(
      { kind: "int64", values: BigInt64Array.of(1n, 2n), nulls: null },
      { kind: "integer", values: Float64Array.of(300, -4), nulls: null },
    ),
  ).toEqual({
    kind: "integer",
    values: Int16Array.of(1, 2, 300, -4),
    nulls: null,
  });
});

test("texts in every form become bytes", () => {
  const coded: ColumnData = {
    kind: "coded",
    entries: { bytes: Buffer.from("xy"), offsets: Uint32Array.of(0, 1, 2) },
    codes: Uint8Array.of(2, 0),
  };
  expect(joined({ kind: "text", values: ["a", null] }, coded)).toEqual({
    kind: "utf8",
    bytes: new Uint8Array(Buffer.from("ay")),
    offsets: Uint32Array.of(0, 1, 1, 2, 2),
    nulls: Uint8Array.of(0, 1, 0, 1),
  });
});

test("other values are MessagePack", () => {
  const data = joined({ kind: "other", values: [[1, "a"], null] });
  expect(data).toMatchObject({ kind: "packed", nulls: Uint8Array.of(0, 1) });
  expect(Buffer.from((data as { bytes: Uint8Array }).bytes)).toEqual(Buffer.from(encode([1, "a"])));
});

test("pieces of one column have one of five kinds", () => {
  const kinds = ["int64", "integer", "float", "boolean", "utf8", "coded", "text", "packed", "other"] as const;
  expect(kinds.map((kind) => dataKind({ kind } as ColumnData))).toEqual([
    "integer", "integer", "float", "boolean", "text", "text", "text", "value", "value",
  ]); // prettier-ignore
});
