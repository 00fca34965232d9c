import { expect, test } from "@jest/globals";
import { plainValues } from "../../../src/core/blocks/plain-values.ts";

test("integers of all widths are int64, without the nulls", () => {
  const { type, bytes, count, present } = plainValues([
    { kind: "integer", values: Int32Array.of(1, 0, -2), nulls: Uint8Array.of(0, 1, 0) },
    { kind: "int64", values: BigInt64Array.of(2n ** 62n), nulls: null },
  ]);
  expect([type, count, [...present]]).toEqual(["INT64", 3, [1, 0, 1, 1]]);
  expect([...new BigInt64Array(bytes.buffer)]).toEqual([1n, -2n, 2n ** 62n]);
});

test("doubles", () => {
  const { type, bytes } = plainValues([
    { kind: "float", values: Float64Array.of(0.5), nulls: null },
    { kind: "float", values: Float64Array.of(0, -1), nulls: Uint8Array.of(1, 0) },
  ]);
  expect([type, ...new Float64Array(bytes.buffer)]).toEqual(["DOUBLE", 0.5, -1]);
});

test("texts follow their length, short and long", () => {
  const long = "x".repeat(40);
  const { type, bytes, count } = plainValues([{ kind: "text", values: ["ab", null, long] }]);
  expect([type, count]).toEqual(["BYTE_ARRAY", 2]);
  expect(Buffer.from(bytes).toString("latin1")).toBe(`\x02\0\0\0ab\x28\0\0\0${long}`);
});

test("a dictionary's texts are spelled out, up to a limit", () => {
  const coded = {
    kind: "coded",
    entries: { bytes: Buffer.from("ab"), offsets: Uint32Array.of(0, 2) },
    codes: Uint8Array.of(1, 1),
  } as const;
  expect(plainValues([coded]).bytes).toHaveLength(12);
  expect(() => plainValues([coded], 3)).toThrow();
});
