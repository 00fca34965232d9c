import { describe, expect, test } from "@jest/globals";
import { collectWarnings } from "../../helpers/collect-warnings.ts";
import { decodeResult } from "../../helpers/decode-whole.ts";

collectWarnings();

/** A column whose first value has these bytes. Others follow, as the last bytes of a piece are read with more care. */
async function firstOf(
  type: string,
  value: readonly number[],
  before: readonly number[] = [],
): Promise<unknown> {
  const nulls = Array.from({ length: 40 }, () => [0x91, 0xc0]).flat();
  const file = Uint8Array.from([...(before.length > 0 ? [0x91, ...before] : []), 0x91, ...value, ...nulls]);
  const schema = [{ name: "c", type }];
  const { columns, rowCount } = await decodeResult(pieces(file), schema, 42);
  expect(rowCount).toBe(before.length > 0 ? 42 : 41);
  return columns[0]?.at(before.length > 0 ? 1 : 0);
}

async function* pieces(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(file);
}

/** -0 and 0.1 as doubles, 1.5 as a float. */
const MINUS_ZERO = [0xcb, 0x80, 0, 0, 0, 0, 0, 0, 0];
const TENTH = [0xcb, 0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a];
const FLOAT = [0xca, 0x3f, 0xc0, 0, 0];
const text = (length: number): number[] => Array.from({ length }, () => 0x61);

const VALUES: readonly (readonly [type: string, bytes: readonly number[], value: unknown])[] = [
  ["bigint", [0x7f], 127],
  ["bigint", [0xe0], -32],
  ["bigint", [0xcc, 0xff], 255],
  ["bigint", [0xcd, 0xff, 0xff], 65_535],
  ["bigint", [0xce, 0x7f, 0xff, 0xff, 0xff], 2 ** 31 - 1],
  ["bigint", [0xce, 0xff, 0xff, 0xff, 0xff], 2 ** 32 - 1],
  ["bigint", [0xcf, 0, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 2 ** 53 - 1],
  ["bigint", [0xcf, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 2n ** 63n - 1n],
  ["bigint", [0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 2n ** 64n - 1n],
  ["bigint", [0xd0, 0x80], -128],
  ["bigint", [0xd1, 0x80, 0], -32_768],
  ["bigint", [0xd2, 0x80, 0, 0, 0], -(2 ** 31)],
  ["bigint", [0xd3, 0xff, 0xe0, 0, 0, 0, 0, 0, 1], -(2 ** 53) + 1],
  ["bigint", [0xd3, 0xff, 0xe0, 0, 0, 0, 0, 0, 0], -(2n ** 53n)],
  ["bigint", [0xc0], null],
  ["bigint", MINUS_ZERO, 0],
  ["bigint", [0xa1, 0x61], "a"],
  ["double", TENTH, 0.1],
  ["double", MINUS_ZERO, -0],
  ["double", FLOAT, 1.5],
  ["double", [0x05], 5],
  ["double", [0xa9, ...Buffer.from("-Infinity")], -Infinity],
  ["double", [0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 2n ** 64n - 1n],
  ["boolean", [0xc2], false],
  ["boolean", [0xc3], true],
  ["boolean", [0x01], 1],
  ["varchar", [0xa0], ""],
  ["varchar", [0xa5, ...Buffer.from("é😀").subarray(0, 5)], "é\ufffd"],
  ["varchar", [0xd9, 99, ...text(99)], "a".repeat(99)],
  ["varchar", [0xd9, 200, ...text(200)], "a".repeat(200)],
  ["varchar", [0xda, 0, 2, ...text(2)], "aa"],
  ["varchar", [0xdb, 0, 0, 0, 1, 0x62], "b"],
  ["varchar", [0xc0], null],
  ["varchar", [0x01], 1],
  ["array(bigint)", [0x92, 1, 0xc0], [1, null]],
]; // prettier-ignore

describe("a value is the same, read by code", () => {
  test.each(VALUES)("%s %j", async (type, bytes, value) => {
    expect(await firstOf(type, bytes)).toEqual(value);
  });
});

test("integers past 32 bits, and those of 64 bits, go on where others began", async () => {
  const past32 = [0xce, 0xff, 0xff, 0xff, 0xff];
  const past53 = [0xd3, 0x7f, 0, 0, 0, 0, 0, 0, 0];
  expect(await firstOf("bigint", [0xcf, 0, 0, 0, 1, 0, 0, 0, 0], past32)).toBe(2 ** 32);
  expect(await firstOf("bigint", [0x07], past53)).toBe(7n);
  const most = Array.from({ length: 8 }, () => 0xff);
  expect(await firstOf("bigint", [0xcf, ...most], past32)).toBe(2n ** 64n - 1n);
  expect(await firstOf("bigint", [0xd3, ...most], past32)).toBe(-1);
});

test("values of many columns, of which one changes its type, keep their rows", async () => {
  const row = (last: readonly number[]): number[] => [
    0xdc,
    0,
    20,
    ...Array.from({ length: 19 }, () => 1),
    ...last,
  ];
  const file = Uint8Array.from([...row([2]), ...row([0xa1, 0x61]), ...row([3]), ...row([4])]);
  const schema = Array.from({ length: 20 }, (_, i) => ({ name: `c${i}`, type: "bigint" }));
  const { columns } = await decodeResult(pieces(file), schema, 4);
  expect([...(columns[19] as Iterable<unknown>)]).toEqual([2, "a", 3, 4]);
  expect([...(columns[18] as Iterable<unknown>)]).toEqual([1, 1, 1, 1]);
});

describe("where a process allows no code from text, values are read one by one", () => {
  test.each(VALUES)("%s %j", async (type, bytes, value) => {
    const file = Uint8Array.from([0x92, 1, ...bytes, 0x92, 2, 0xc0]);
    const schema = ["smallint", type].map((own, i) => ({ name: `c${i}`, type: own }));
    const own = globalThis.Function;
    globalThis.Function = class {
      constructor() {
        throw new EvalError("Code generation from strings disallowed for this context");
      }
    } as never;
    try {
      // Two columns: no code was made for them before.
      const { columns } = await decodeResult(pieces(file), schema, 2);
      expect(columns[1]?.at(0)).toEqual(value);
    } finally {
      globalThis.Function = own;
    }
  });
});

test("rows whose heads are longer than they need to be are read beside others", async () => {
  const rows = [
    [0x92, 1, 2],
    [0xdc, 0, 2, 3, 4],
    [0xdd, 0, 0, 0, 2, 5, 6],
    [0x92, 7, 8],
  ];
  const others = Array.from({ length: 20 }, () => [0x92, 9, 9]);
  const schema = ["a", "b"].map((name) => ({ name, type: "bigint" }));
  const file = Uint8Array.from([...rows, ...others].flat());
  const { columns } = await decodeResult(pieces(file), schema, 24);
  expect(Array.from(columns[0] as Int32Array).slice(0, 4)).toEqual([1, 3, 5, 7]);
  expect(Array.from(columns[1] as Int32Array).slice(0, 4)).toEqual([2, 4, 6, 8]);
});
