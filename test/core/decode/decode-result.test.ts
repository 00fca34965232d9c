import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { decodeMulti, encode } from "@msgpack/msgpack";
import { decodeResult as decodeParts } from "../../../src/core/decode/decode-result.ts";
import { decodeResult } from "../helpers/decode-whole.ts";
import type { ResultColumn } from "../../../src/core/endpoints/jobs.ts";
import { collectWarnings } from "../helpers/collect-warnings.ts";
import { expectSame } from "../helpers/expect-same.ts";
import { Random } from "../helpers/random.ts";
import { isShort, longTest, someOf } from "../../jest/short-form.ts";

const warnings = collectWarnings();

/** Splits `file` into chunks of `size` bytes. */
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
    [
      "doubles that JSON has no number for",
      "double",
      ["NaN", 1, "Infinity", "-Infinity", null],
      [Number.NaN, 1, Infinity, -Infinity, null],
    ],
    ["a type that is called as every object's property", "constructor", [1, "a"], [1, "a"]],
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
    [
      "rows by field name, at any depth",
      'row(id bigint, "two words" varchar, at row(x double))',
      [[1, "a", [2.5]], [2, null, null], null],
      [{ id: 1, "two words": "a", at: { x: 2.5 } }, { id: 2, "two words": null, at: null }, null],
    ],
    ["structs of Hive", "array<struct<k:string,n:int>>", [[["a", 1], null]], [[{ k: "a", n: 1 }, null]]],
    ["rows that arrive as objects", "row(id bigint)", [{ id: 1 }, [2]], [{ id: 1 }, { id: 2 }]],
    ["rows in maps", "map(varchar,row(n bigint))", [{ a: [1] }], [{ a: { n: 1 } }]],
    ["rows without field names", "row(bigint, varchar)", [[1, "a"]], [[1, "a"]]],
    ["rows with a field name twice", "row(a bigint, a bigint)", [[1, 2]], [[1, 2]]],
    ["a field called __proto__", "row(__proto__ bigint)", [[1]], [JSON.parse('{"__proto__":1}')]],
    ["rows of another length", "row(a bigint, b bigint)", [[1]], [[1]]],
    [
      "an integer past 2^53 in a row",
      "row(a bigint, b row(c bigint, d integer))",
      [
        [1, [2, 3]],
        [2n ** 60n, null],
      ],
      [
        { a: 1n, b: { c: 2n, d: 3 } },
        { a: 2n ** 60n, b: null },
      ],
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

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ["bigint", [5, "6", 7], [5, "6", 7]],
    ["double", [0.5, 2n ** 53n + 1n], [0.5, 2n ** 53n + 1n]],
    ["boolean", [true, 0], [true, 0]],
    ["varchar", ["a", 7], ["a", 7]],
  ])(
    "values of another type in a column of %s are kept unchanged, with a warning",
    async (type, values, kept) => {
      expect(await column(type, values)).toEqual(kept);
      expect(warnings).toEqual([
        {
          code: "result-values",
          message: `column c0 of type ${type} holds a value of another type, first in row 1: its values are not converted; convert them before you compute with them`,
        },
      ]);
    },
  );

  test("an integer may be longer than it has to be", async () => {
    const { columns } = await decodeResult(
      pieces(gzipSync(Uint8Array.of(0x91, 0xcf, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff))),
      schemaOf("bigint"),
      1,
    );
    expect(columns[0]).toEqual(Float64Array.of(4294967295));
  });

  test("a float32 is widened", async () => {
    const { columns } = await decodeResult(
      pieces(gzipSync(Uint8Array.of(0x91, 0xca, 0x3f, 0xc0, 0, 0))),
      schemaOf("real"),
      1,
    );
    expect(columns[0]).toEqual(Float64Array.of(1.5));
  });

  test("a key __proto__ is an ordinary key", async () => {
    const [value] = (await column("map(varchar,bigint)", [JSON.parse('{"__proto__": 1}')])) as [object];
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("keys that convert to the same string are an error: one value would be lost", async () => {
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

  test("rows may be wide or long: array16 rows, several text blocks", async () => {
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

test.each(
  someOf(
    Array.from({ length: 24 }, (_, seed) => [seed]),
    4,
  ),
)("random rows decode as with a plain decoder (seed %i)", async (seed) => {
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
  expectSame(actual, expected);
});

test.each(someOf([100, 1, 4096, 9000, 20_000, 100_000], 2))(
  "rows of 2 to 40,000 bytes, in chunks of %d bytes that end anywhere",
  async (size) => {
    const rows = Array.from({ length: 60 }, (_, i) => [i, "é".repeat((i ** 3 * 7) % 20_000)]);
    const { columns } = await decodeResult(pieces(pack(rows), size), schemaOf("bigint", "varchar"), null);
    expect(columns.map((column) => [...column])).toEqual([
      rows.map(([i]) => i),
      rows.map(([, text]) => text),
    ]);
  },
);

/** Every byte; in the short form every fifth. */
const STEP = isShort ? 5 : 1;

describe("an incomplete file", () => {
  const rows = [
    [1, "aé", 0.5, null],
    [2 ** 40, "b".repeat(50), null, [1, "x"]],
    [-3, null, 2, { k: "v" }],
  ];
  const schema = schemaOf("bigint", "varchar", "double", "array(varchar)");
  const packed = pack(rows);

  test("cut at every byte of its rows", async () => {
    const whole = rows.map((_, i) => pack(rows.slice(0, i)).length);
    for (let length = 0; length < packed.length; length += STEP) {
      // A cut between two rows shows only in the row count, which is checked at the end of the file.
      if (whole.includes(length)) continue;
      const cut = gzipSync(packed.subarray(0, length));
      await expect(decodeResult(pieces(cut), schema, rows.length)).rejects.toMatchObject({
        name: "DecodeError",
      });
    }
  });

  test("cut at every byte of the gzip file, with and without an announced count", async () => {
    const file = gzipSync(packed);
    for (let length = 1; length < file.length; length += STEP) {
      for (const expected of [rows.length, null]) {
        await expect(
          decodeResult(pieces(file.subarray(0, length), 7), schema, expected),
        ).rejects.toMatchObject({ name: "DecodeError" });
      }
    }
  });

  test("every flipped bit is detected, by the checksum or earlier", async () => {
    const file = gzipSync(packed);
    // Bytes 4 to 9 of the header (mtime, XFL, OS) are not covered by the checksum and have no effect.
    for (let byte = 10; byte < file.length; byte += STEP) {
      const damaged = Buffer.from(file);
      damaged[byte] = (damaged[byte] as number) ^ (1 << (byte % 8));
      await expect(decodeResult(pieces(damaged), schema, rows.length)).rejects.toMatchObject({
        name: "DecodeError",
      });
    }
  });

  test.each<[string, Uint8Array, number | null, string]>([
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
      "row 0 of the result begins with byte 0xa1, which does not start a row",
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
  ])("%s", async (_name, file, expectedRows, message) => {
    await expect(decodeResult(pieces(file), schema, expectedRows)).rejects.toMatchObject({
      name: "DecodeError",
      message,
    });
  });

  test("a value nested too deep", async () => {
    const file = gzipSync(Buffer.concat([Buffer.alloc(100_000, 0x91), Buffer.of(0xc0)]));
    await expect(decodeResult(pieces(file), schemaOf("array(varchar)"), 1)).rejects.toThrow(
      "nested more than 500 deep",
    );
  });
});

describe("invalid UTF-8 is shown as U+FFFD, with one warning per column", () => {
  const note = "invalid bytes are shown as U+FFFD: select it as varbinary or binary to get the bytes";

  test.each<[string, number[], string, unknown[], string]>([
    [
      "a byte that begins nothing",
      [0x91, 0xa1, 0x61, 0x91, 0xa1, 0xff],
      "varchar",
      ["a", "\ufffd"],
      "column c0, first in row 1,",
    ],
    [
      "a character cut in two between two rows",
      [0x91, 0xa2, 0x61, 0xc3, 0x91, 0xa1, 0xa9, 0x91, 0xa2, 0xc3, 0xa9, 0x91, 0xc0],
      "varchar",
      ["a\ufffd", "\ufffd", "é", null],
      "column c0, first in row 0,",
    ],
    [
      "in a list",
      [0x91, 0x92, 0xa1, 0xff, 0xa1, 0xfe],
      "array(varchar)",
      [["\ufffd", "\ufffd"]],
      "a value of the result",
    ],
  ])("%s", async (_name, bytes, type, values, where) => {
    const { columns } = await decodeResult(pieces(gzipSync(Uint8Array.from(bytes))), schemaOf(type), null);
    expect([...(columns[0] as Iterable<unknown>)]).toEqual(values);
    expect(warnings).toEqual([
      { code: "result-text", message: `${where} holds text that is not valid UTF-8; ${note}` },
    ]);
  });
});

describe("a file that was compressed or decompressed in transit", () => {
  const rows = pack([
    [1, "a"],
    [2, "b"],
  ]);
  const schema = schemaOf("bigint", "varchar");

  test.each<[string, Uint8Array, boolean]>([
    ["as the service keeps it", gzipSync(rows), true],
    ["unpacked", rows, false],
    ["packed twice", gzipSync(gzipSync(rows)), true],
    ["packed by deflate around it", deflateSync(gzipSync(rows)), true],
    ["packed by deflate in its place", deflateSync(rows), true],
  ])("%s", async (_name, file, checked) => {
    for (const size of [1, 7, file.length]) {
      const decoded = await decodeResult(pieces(file, size), schema, null);
      expect(decoded.columns.map((values) => [...(values as Iterable<unknown>)])).toEqual([
        [1, 2],
        ["a", "b"],
      ]);
      expect(decoded.checked).toBe(checked);
    }
  });

  test("truncation of any layer is an error", async () => {
    const inner = gzipSync(rows);
    const outer = gzipSync(inner);
    for (const file of [outer.subarray(0, -1), gzipSync(inner.subarray(0, -1)), rows.subarray(0, -1)])
      await expect(decodeResult(pieces(file), schema, null)).rejects.toMatchObject({ name: "DecodeError" });
  });
});

describe("a job record without columns", () => {
  test.each<[string, unknown[][], ResultColumn[]]>([
    [
      "few",
      [
        [1, "a"],
        [null, "b"],
      ],
      [
        { name: "_c0", type: "unknown" },
        { name: "_c1", type: "unknown" },
      ],
    ],
    [
      "many",
      [Array.from({ length: 20 }, (_, i) => i)],
      Array.from({ length: 20 }, (_, i) => ({ name: `_c${i}`, type: "unknown" })),
    ],
    ["none", [], []],
  ])("takes the number of columns from the first row: %s", async (_name, rows, schema) => {
    const decoded = await decodeResult(pieces(gzipSync(pack(rows)), 1), null, null);
    expect(decoded.schema).toEqual(schema);
    expect(decoded.rowCount).toBe(rows.length);
    expect(decoded.columns.map((values) => [...(values as Iterable<unknown>)])).toEqual(
      schema.map((_, c) => rows.map((row) => row[c])),
    );
  });

  test.each([
    ["no row", Uint8Array.of(0xa1, 0x78), "begins with byte 0xa1, which does not start a row"],
    [
      "a row without end",
      Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff),
      "row 0 of the result has 4294967295 values",
    ],
    ["half a row's head", Uint8Array.of(0xdc, 0x00), "the result ends inside row 0"],
  ])("fails if the file holds %s", async (_name, bytes, message) => {
    await expect(decodeResult(pieces(gzipSync(bytes)), null, null)).rejects.toThrow(message);
  });
});

longTest("a row of unbounded length is refused before it fills the memory", async () => {
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

test("a gzip file of several members, split anywhere, is one result", async () => {
  const members = [[1, 2], [3], [4, 5, 6]].map((values) => gzipSync(pack(values.map((value) => [value]))));
  const { columns } = await decodeResult(pieces(Buffer.concat(members), 3), schemaOf("bigint"), 6);
  expect(columns[0]).toEqual(Int32Array.of(1, 2, 3, 4, 5, 6));
});

test("a result without rows keeps its columns", async () => {
  const { columns, rowCount } = await decodeResult(pieces(gzipSync("")), schemaOf("bigint", "varchar"), 0);
  expect(rowCount).toBe(0);
  expect(columns.map((values) => values.length)).toEqual([0, 0]);
});

test("an error of the source is rethrown unchanged", async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield gzipSync(pack([[1]])).subarray(0, 5);
    await Promise.resolve();
    throw new RangeError("the line is dead");
  }
  await expect(decodeResult(failing(), schemaOf("bigint"), 1)).rejects.toThrow(
    new RangeError("the line is dead"),
  );
});

test("rows come in parts of about the size asked for", async () => {
  const values = Array.from({ length: 5000 }, (_, n) => [n, n % 3 === 0 ? null : `text ${n}`]);
  const parts = decodeParts(pieces(gzipSync(pack(values)), 1000), schemaOf("bigint", "varchar"), {
    expectedRows: 5000,
    partRows: 700,
    limit: 4000,
  });
  const seen: unknown[][] = [];
  const counts: number[] = [];
  for await (const { columns, rowCount } of parts) {
    counts.push(rowCount);
    for (let row = 0; row < rowCount; row++) seen.push(columns.map((column) => column.at(row) ?? null));
    expect(columns.map(({ length }) => length)).toEqual([rowCount, rowCount]);
  }
  expect(seen).toEqual(values.slice(0, 4000));
  expect(counts.length).toBeGreaterThan(2);
  for (const count of counts.slice(0, -1)) expect(count).toBeGreaterThanOrEqual(700);
});

test("a part's rows are counted from the first row of the result in errors", async () => {
  const good = Array.from({ length: 2000 }, (_, n) => [n]);
  const file = gzipSync(Buffer.concat([pack(good), encode("no row")]));
  const read = async () => {
    for await (const _ of decodeParts(pieces(file, 500), schemaOf("bigint"), {
      expectedRows: null,
      partRows: 300,
    }));
  };
  await expect(read()).rejects.toThrow("row 2000");
});

/** A stored file, whose first bytes arrive one by one. */
async function* byteByByte(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const file = gzipSync(bytes, { level: 0 });
  yield* pieces(file.subarray(0, 60), 1);
  yield file.subarray(60);
}

test.each<[string, Uint8Array, unknown]>([
  ["a row of 16 values", encode([..."123456789abcdef", "x".repeat(300)]), "x".repeat(300)],
  ["a text of 70,000 bytes", encode([..."123456789abcdef", "x".repeat(70_000)]), "x".repeat(70_000)],
  ["a row with a head of five bytes", Uint8Array.of(0xdd, 0, 0, 0, 1, 0xa1, 0x78), "x"],
])("%s may be split anywhere", async (_, bytes, last) => {
  const types = Array.from({ length: bytes[0] === 0xdd ? 1 : 16 }, () => "varchar");
  const { columns } = await decodeResult(byteByByte(bytes), schemaOf(...types), 1);
  expect([...(columns.at(-1) as Iterable<unknown>)]).toEqual([last]);
});
