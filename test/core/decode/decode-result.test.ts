import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { decodeMulti, encode } from "@msgpack/msgpack";
import { decodeResult } from "../../../src/core/decode/decode-result.ts";
import type { ResultColumn } from "../../../src/core/endpoints/jobs.ts";
import { Random } from "../helpers/random.ts";

/** `file` in pieces of `size` bytes. */
async function* pieces(file: Uint8Array, size = file.length || 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) {
    await Promise.resolve();
    yield file.subarray(at, at + size);
  }
}

function schemaOf(...types: string[]): ResultColumn[] {
  return types.map((type, i) => ({ name: `c${i}`, type }));
}

function pack(rows: readonly (readonly unknown[])[]): Buffer {
  return Buffer.concat(rows.map((row) => encode(row, { useBigInt64: true })));
}

async function column(type: string, values: readonly unknown[]): Promise<unknown> {
  const { columns } = await decodeResult(
    pieces(gzipSync(pack(values.map((value) => [value])))),
    schemaOf(type),
    values.length,
  );
  const [only] = columns;
  return only && ArrayBuffer.isView(only) ? only : [...(only as Iterable<unknown>)];
}

const NUMBERS = [
  0, 1, 127, 128, 255, 256, 65535, 65536, -1, -32, -33, -128, -129, -32768, -32769, 2147483647,
];

describe("columns by type", () => {
  test.each<[string, string, readonly unknown[], unknown]>([
    ["32-bit integers", "bigint", NUMBERS, Int32Array.from(NUMBERS)],
    [
      "safe integers",
      "bigint",
      [2 ** 32, -(2 ** 53) + 1, 2 ** 53 - 1],
      Float64Array.of(2 ** 32, -(2 ** 53) + 1, 2 ** 53 - 1),
    ],
    [
      "an integer past 2^53 after small ones",
      "bigint",
      [1, -2, 9007199254740993n],
      BigInt64Array.of(1n, -2n, 9007199254740993n),
    ],
    [
      "small integers after one past 2^53",
      "bigint",
      [-9007199254740992n, 7, 300, -70000],
      BigInt64Array.of(-9007199254740992n, 7n, 300n, -70000n),
    ],
    [
      "the ends of int64",
      "bigint",
      [-(2n ** 63n), 2n ** 63n - 1n],
      BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n),
    ],
    ["uint64 past int64", "bigint", [1, 2n ** 64n - 1n], [1n, 2n ** 64n - 1n]],
    ["integers with nulls", "int", [1, null, 3], [1, null, 3]],
    ["big integers with nulls", "bigint", [null, 2n ** 60n, null], [null, 2n ** 60n, null]],
    [
      "doubles",
      "double",
      [0.5, Number.NaN, Infinity, 3, 70000, -5],
      Float64Array.of(0.5, Number.NaN, Infinity, 3, 70000, -5),
    ],
    ["doubles with nulls beside NaN", "double", [null, Number.NaN, 1], [null, Number.NaN, 1]],
    ["a double sent as int64", "double", [2n ** 60n], Float64Array.of(2 ** 60)],
    ["booleans", "boolean", [true, null, false], [true, null, false]],
    [
      "text",
      "varchar(10)",
      ["", "a", null, "é😀x", "x".repeat(300), "y".repeat(70_000)],
      ["", "a", null, "é😀x", "x".repeat(300), "y".repeat(70_000)],
    ],
    ["dates stay text", "date", ["2024-05-06"], ["2024-05-06"]],
    ["decimals stay text", "decimal(38,2)", ["12345678901234567890.12"], ["12345678901234567890.12"]],
    [
      "arrays and maps",
      "array(map(varchar,double))",
      [[{ a: 1.5, __proto__: null }], null],
      [[{ a: 1.5 }], null],
    ],
    ["binary", "varbinary", [Uint8Array.of(1, 2)], [Uint8Array.of(1, 2)]],
    ["nested integers, all safe", "array(bigint)", [[1, 2], [3n]], [[1, 2], [3]]],
    ["nested integers, one past 2^53", "array(bigint)", [[1], [2n ** 60n]], [[1n], [2n ** 60n]]],
    ["a number where text was announced", "varchar", ["a", 7, null], ["a", 7, null]],
    ["whole numbers sent as doubles", "bigint", [2 ** 40, 1.5], [2 ** 40, 1.5]],
    ["text where a number was announced", "bigint", [5, "n/a", 6], [5, "n/a", 6]],
    ["text where a double was announced", "double", [0.5, "n/a"], [0.5, "n/a"]],
    ["a type that is not known", "hyperloglog", ["x", 1, null], ["x", 1, null]],
  ])("%s", async (_name, type, values, expected) => {
    expect(await column(type, values)).toEqual(expected);
  });

  test("a float32 is widened", async () => {
    const { columns } = await decodeResult(
      pieces(gzipSync(Uint8Array.of(0x91, 0xca, 0x3f, 0xc0, 0, 0))),
      schemaOf("real"),
      1,
    );
    expect(columns[0]).toEqual(Float64Array.of(1.5));
  });

  test("a key __proto__ is a key like any other", async () => {
    const [value] = (await column("map(varchar,bigint)", [JSON.parse('{"__proto__": 1}')])) as [object];
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("keys that become the same text are an error: one value would be lost", async () => {
    const map = new Map<unknown, number>([
      [["a,b"], 1],
      [["a", "b"], 2],
    ]);
    const file = Buffer.concat([
      Uint8Array.of(0x91, 0x82),
      ...[...map].flatMap(([key, value]) => [encode(key), encode(value)]),
    ]);
    await expect(
      decodeResult(pieces(gzipSync(file)), schemaOf("map(array(varchar),bigint)"), 1),
    ).rejects.toMatchObject({
      name: "DecodeError",
      message: 'a map has two keys that are "a,b" as text; select map_entries of it',
    });
  });

  test("rows are wide or long: array16 rows, several text blocks", async () => {
    const rows = Array.from({ length: 9000 }, (_, i) => Array.from({ length: 20 }, (_, c) => `${i}.${c}é`));
    const { columns } = await decodeResult(
      pieces(gzipSync(pack(rows)), 5000),
      schemaOf(...Array<string>(20).fill("varchar")),
      null,
    );
    for (const [c, values] of columns.entries()) {
      expect([...values]).toEqual(rows.map((row) => row[c]));
    }
  });
});

const GENERATORS: Readonly<Record<string, (random: Random) => unknown>> = {
  bigint: (random) =>
    random.pick([
      () => random.below(200) - 100,
      () => random.below(2 ** 31) - 2 ** 30,
      () => Math.floor((random.next() - 0.5) * 2 ** 53),
    ])(),
  double: (random) => random.pick([() => random.next() * 1e6, () => Number.NaN, () => random.below(100)])(),
  boolean: (random) => random.next() < 0.5,
  varchar: (random) =>
    Array.from({ length: random.below(60) }, () =>
      random.pick(["a", "Z", "é", "漢", "😀", "\0", "\u2028"]),
    ).join(""),
  "array(varchar)": (random) =>
    Array.from({ length: random.below(20) }, () => random.pick(["x", null, "long text"])),
  "map(varchar,double)": (random) =>
    Object.fromEntries(Array.from({ length: random.below(4) }, (_, i) => [`k${i}`, random.next()])),
};

test.each(Array.from({ length: 24 }, (_, seed) => [seed]))(
  "random rows read as a plain decoder reads them (seed %i)",
  async (seed) => {
    const random = new Random(seed);
    const types = Array.from({ length: 1 + random.below(18) }, () => random.pick(Object.keys(GENERATORS)));
    const nulls = random.pick([0, 0.1, 0.9]);
    const rows = Array.from({ length: random.below(2000) }, () =>
      types.map((type) => (random.next() < nulls ? null : GENERATORS[type]?.(random))),
    );
    const packed = pack(rows);
    const expected = [...decodeMulti(packed)] as unknown[][];
    const { columns, rowCount } = await decodeResult(
      pieces(gzipSync(packed), 1 + random.below(5000)),
      schemaOf(...types),
      random.next() < 0.5 ? rows.length : null,
    );
    expect(rowCount).toBe(rows.length);
    const actual = expected.map((_, row) => columns.map((values) => values.at(row)));
    expect(actual).toEqual(expected);
  },
);

describe("a file that is not whole", () => {
  const rows = [
    [1, "aé", 0.5, null],
    [2 ** 40, "b".repeat(50), null, [1, "x"]],
    [-3, null, 2, { k: "v" }],
  ];
  const schema = schemaOf("bigint", "varchar", "double", "array(varchar)");
  const packed = pack(rows);

  test("cut at every byte of its rows", async () => {
    for (let length = 0; length < packed.length; length++) {
      const cut = gzipSync(packed.subarray(0, length));
      await expect(decodeResult(pieces(cut), schema, rows.length)).rejects.toMatchObject({
        name: "DecodeError",
      });
    }
  });

  test("cut at every byte of the gzip file, with and without an announced count", async () => {
    const file = gzipSync(packed);
    for (let length = 1; length < file.length; length++) {
      for (const expected of [rows.length, null]) {
        await expect(
          decodeResult(pieces(file.subarray(0, length), 7), schema, expected),
        ).rejects.toMatchObject({ name: "DecodeError" });
      }
    }
  });

  test("every bit flipped is found, by the checksum or before", async () => {
    const file = gzipSync(packed);
    // Bytes 4 to 9 of the header (time, flags of the packer) are covered by no checksum and mean nothing here.
    for (let byte = 10; byte < file.length; byte++) {
      const damaged = Buffer.from(file);
      damaged[byte] = (damaged[byte] as number) ^ (1 << (byte % 8));
      await expect(decodeResult(pieces(damaged), schema, rows.length)).rejects.toMatchObject({
        name: "DecodeError",
      });
    }
  });

  test.each<[string, Uint8Array, number | null, string]>([
    [
      "fewer rows than announced",
      gzipSync(packed),
      4,
      "the result has 3 of the 4 rows that its job announced",
    ],
    [
      "more rows than announced",
      gzipSync(packed),
      2,
      "the result has more rows than the 2 that its job announced",
    ],
    ["nothing at all", new Uint8Array(0), 3, "the result has 0 of the 3 rows that its job announced"],
    [
      "rows of another width",
      gzipSync(pack([[1, 2]])),
      1,
      "row 0 of the result has 2 values, the schema 4 columns",
    ],
    [
      "no rows but values",
      gzipSync(encode("x")),
      1,
      "row 0 of the result begins with byte 0xa1, which is no row",
    ],
    [
      "a byte that begins nothing",
      gzipSync(Uint8Array.of(0x94, 0xc1)),
      1,
      "byte 0xc1 does not begin a value that results may hold",
    ],
    [
      "an end inside a row",
      gzipSync(packed.subarray(0, 3)),
      null,
      "the result ends inside row 0: it was cut off",
    ],
    [
      "text that is not UTF-8",
      gzipSync(Uint8Array.of(0x94, 0x01, 0xa1, 0xff, 0xc0, 0xc0)),
      1,
      "row 0 of column c1 is not valid UTF-8; select it as varbinary or binary",
    ],
  ])("%s", async (_name, file, expectedRows, message) => {
    await expect(decodeResult(pieces(file), schema, expectedRows)).rejects.toMatchObject({
      name: "DecodeError",
      message,
    });
  });

  test("a character cut in two between two rows is not valid UTF-8", async () => {
    const file = gzipSync(Uint8Array.of(0x91, 0xa2, 0x61, 0xc3, 0x91, 0xa1, 0xa9));
    await expect(decodeResult(pieces(file), schemaOf("varchar"), 2)).rejects.toThrow(
      "row 0 of column c0 is not valid UTF-8",
    );
  });

  test("a value nested without end", async () => {
    const file = gzipSync(Buffer.concat([Buffer.alloc(100_000, 0x91), Buffer.of(0xc0)]));
    await expect(decodeResult(pieces(file), schemaOf("array(varchar)"), 1)).rejects.toThrow(
      "nested more than 500 deep",
    );
  });
});

test("a row without end is refused before it fills the memory", async () => {
  const head = gzipSync(Uint8Array.of(0x91, 0xdb, 0xff, 0xff, 0xff, 0xff));
  const noughts = gzipSync(Buffer.alloc(32 * 2 ** 20), { level: 9 });
  const file = Buffer.concat([head, ...Array.from({ length: 100 }, () => noughts)]);
  expect(file.length).toBeLessThan(4 * 2 ** 20);
  await expect(decodeResult(pieces(file, 4096), schemaOf("varchar"), 1)).rejects.toMatchObject({
    name: "DecodeError",
    message: "row 0 of the result is longer than 268435456 bytes",
  });
});

test("bytes after the end are an error", async () => {
  const file = Buffer.concat([gzipSync(pack([[1]])), Buffer.from("more")]);
  await expect(decodeResult(pieces(file), schemaOf("bigint"), 1)).rejects.toMatchObject({
    name: "DecodeError",
  });
});

test("a gzip file of several members, cut anywhere, is one result", async () => {
  const members = [[1, 2], [3], [4, 5, 6]].map((values) => gzipSync(pack(values.map((value) => [value]))));
  const { columns } = await decodeResult(pieces(Buffer.concat(members), 3), schemaOf("bigint"), 6);
  expect(columns[0]).toEqual(Int32Array.of(1, 2, 3, 4, 5, 6));
});

test("a result without rows keeps its columns", async () => {
  const { columns, rowCount } = await decodeResult(pieces(gzipSync("")), schemaOf("bigint", "varchar"), 0);
  expect(rowCount).toBe(0);
  expect(columns.map((values) => values.length)).toEqual([0, 0]);
});

test("an error of the source is passed on as it is", async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield gzipSync(pack([[1]])).subarray(0, 5);
    await Promise.resolve();
    throw new RangeError("the line is dead");
  }
  await expect(decodeResult(failing(), schemaOf("bigint"), 1)).rejects.toThrow(
    new RangeError("the line is dead"),
  );
});
