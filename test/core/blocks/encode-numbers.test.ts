import { expect, test } from "@jest/globals";
import { BlockWriter, type ColumnHead } from "../../../src/core/blocks/block-writer.ts";
import type { DataOf } from "../../../src/core/blocks/column-data.ts";
import { encodeFloats, encodeIntegers } from "../../../src/core/blocks/encode-numbers.ts";

type Integers = DataOf<"int64"> | DataOf<"integer">;
type Encoded = readonly [form: string, hasNulls: boolean, bytes: number[]];

function encoded(write: (out: BlockWriter) => ColumnHead): Encoded {
  const out = new BlockWriter();
  const { form, hasNulls = false } = write(out);
  return [form, hasNulls, [...out.take()]];
}

const of = (...values: number[]): Integers => ({
  kind: "integer",
  values: Float64Array.from(values),
  nulls: null,
});
const big = (...values: bigint[]): Integers => ({
  kind: "int64",
  values: BigInt64Array.from(values),
  nulls: null,
});

test.each<[string, Integers[], Encoded]>([
  ["a byte each", [of(1, -2)], ["int8", false, [1, 254, 0, 0, 0, 0, 0, 0]]],
  ["two bytes", [of(300)], ["int16", false, [44, 1, 0, 0, 0, 0, 0, 0]]],
  ["four bytes", [of(2 ** 31 - 1)], ["int32", false, [255, 255, 255, 127, 0, 0, 0, 0]]],
  ["doubles past 32 bits", [of(2 ** 31)], ["float64", false, [0, 0, 0, 0, 0, 0, 224, 65]]],
  ["64 bits that are small", [big(1n, -1n)], ["int8", false, [1, 255, 0, 0, 0, 0, 0, 0]]],
  ["64 bits past 2^53", [big(2n ** 53n)], ["int64", false, [0, 0, 0, 0, 0, 0, 32, 0]]],
  ["pieces of both", [of(1), big(2n)], ["int8", false, [1, 2, 0, 0, 0, 0, 0, 0]]],
])("integers as %s", (_, pieces, bytes) => {
  expect(encoded((out) => encodeIntegers(pieces, out))).toEqual(bytes);
});

test("a null is 0 under its mark, whatever lies there", () => {
  const piece: Integers = { kind: "integer", values: Float64Array.of(1e9, 2), nulls: Uint8Array.of(1, 0) };
  expect(encoded((out) => encodeIntegers([piece], out))).toEqual([
    "int8",
    true,
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0],
  ]);
});

test.each<[string, number[], Encoded]>([
  ["that are whole", [1, 2], ["int8", false, [1, 2, 0, 0, 0, 0, 0, 0]]],
  ["with a fraction", [0.5], ["float64", false, [0, 0, 0, 0, 0, 0, 224, 63]]],
  ["with -0", [-0], ["float64", false, [0, 0, 0, 0, 0, 0, 0, 128]]],
])("doubles %s", (_, values, bytes) => {
  const piece = { kind: "float", values: Float64Array.from(values), nulls: null } as const;
  expect(encoded((out) => encodeFloats([piece], out))).toEqual(bytes);
});
