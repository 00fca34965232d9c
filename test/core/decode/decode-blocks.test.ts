import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { expectSame } from "../helpers/expect-same.ts";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync, gzipSync } from "node:zlib";
import { decodeBlocks, decodeResult } from "../helpers/decode-whole.ts";
import type { DecodedPart } from "../../../src/core/decode/decode-result.ts";
import type { ResultColumn } from "../../../src/core/endpoints/jobs.ts";
import { DecodeError } from "../../../src/core/errors.ts";
import type { Column } from "../../../src/core/table/table.ts";
import type { Batch } from "../../../src/core/blocks/batch.ts";
import { rowCountOf, type ColumnData } from "../../../src/core/blocks/column-data.ts";
import { CHUNK, FORM, HEAD, HEAD_BYTES } from "../../../src/core/blocks/block-format.ts";
import { BlocksEncoder } from "../../../src/engine/results/blocks-encoder.ts";
import { encodeBlock } from "../../../src/core/blocks/encode-column.ts";
import { ResultFile } from "../../../src/engine/results/result-file.ts";
import { RowsEncoder } from "../../../src/engine/results/rows-encoder.ts";
import { collectWarnings } from "../helpers/collect-warnings.ts";
import { Random } from "../helpers/random.ts";

const warnings = collectWarnings();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-blocks-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(
  Encoder: typeof BlocksEncoder | typeof RowsEncoder,
  batches: readonly Batch[],
): Promise<Buffer> {
  const path = join(folder, "result");
  const writer = await ResultFile.open<Batch>(path, new Encoder());
  for (const batch of batches) await writer.write(batch);
  const { size } = await writer.finish();
  const file = await readFile(path);
  expect(file.length).toBe(size);
  return file;
}

/** Splits `file` into chunks of `size` bytes. */
async function* pieces(file: Uint8Array, size = file.length || 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) {
    await Promise.resolve();
    yield file.subarray(at, at + size);
  }
}

/** Describes columns by their class, the class of their elements, and their values. */
const shape = ({ columns, rowCount }: DecodedPart): unknown => ({
  rowCount,
  columns: columns.map((column: Column & { values?: object }) => ({
    is: column.constructor.name,
    of: column.values?.constructor.name,
    values: Array.from(column),
  })),
});

const schemaOf = (types: readonly string[]): ResultColumn[] =>
  types.map((type, i) => ({ name: `c${i}`, type }));

/** Decodes both formats, expects equal results and returns them; the chunks split the file everywhere. */
async function both(
  types: readonly string[],
  batches: readonly Batch[],
  pieceBytes = 1000,
): Promise<unknown> {
  const rows = batches.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const schema = schemaOf(types);
  const packed = await fileOf(RowsEncoder, batches);
  const blocks = await fileOf(BlocksEncoder, batches);
  const expected = shape(await decodeResult(pieces(packed), schema, rows));
  const found = shape(await decodeBlocks(pieces(blocks, pieceBytes), schema, rows));
  expectSame(found, expected);
  return found;
}

const int64 = (...values: (bigint | null)[]): ColumnData => ({
  kind: "int64",
  // A null row's value is undefined: any number may be there.
  values: BigInt64Array.from(values, (value) => value ?? 77777777777777777n),
  nulls: values.includes(null) ? Uint8Array.from(values, (value) => (value === null ? 1 : 0)) : null,
});
const float64 = (...values: (number | null)[]): ColumnData => ({
  kind: "float",
  values: Float64Array.from(values, (value) => value ?? 0.1),
  nulls: values.includes(null) ? Uint8Array.from(values, (value) => (value === null ? 1 : 0)) : null,
});
const boolean = (...values: (boolean | null)[]): ColumnData => ({
  kind: "boolean",
  codes: Uint8Array.from(values, (value) => (value === null ? 2 : Number(value))),
});
const utf8 = (...values: (string | null)[]): ColumnData => {
  let end = 0;
  return {
    kind: "utf8",
    bytes: Buffer.from(values.join("")),
    offsets: Uint32Array.from([0, ...values.map((value) => (end += Buffer.byteLength(value ?? "")))]),
    nulls: values.includes(null) ? Uint8Array.from(values, (value) => (value === null ? 1 : 0)) : null,
  };
};
const one = (column: ColumnData, rowCount: number): Batch => ({ rowCount, columns: [column] });

describe("a column decodes the same from blocks as from rows", () => {
  test.each<[string, string, readonly ColumnData[]]>([
    ["8-bit integers", "bigint", [int64(0n, -128n, 127n)]],
    ["16-bit integers with nulls", "bigint", [int64(null, -32768n, 32767n, null)]],
    ["32-bit integers", "bigint", [int64(2147483647n, -2147483648n)]],
    ["safe integers", "bigint", [int64(2n ** 53n - 1n, -(2n ** 53n) + 1n, 2147483648n)]],
    ["2^53", "bigint", [int64(1n, 2n ** 53n)]],
    ["-2^53 with nulls", "bigint", [int64(1n, null, -(2n ** 53n))]],
    ["the ends of int64", "bigint", [int64(2n ** 63n - 1n, -(2n ** 63n), -1n, null)]],
    ["only nulls", "bigint", [int64(null, null)]],
    [
      "int32",
      "integer",
      [{ kind: "integer", values: Int32Array.of(5, -7, 70000), nulls: Uint8Array.of(0, 1, 0) }],
    ],
    ["doubles", "double", [float64(0.5, NaN, Infinity, -Infinity, null, 5e-324)]],
    ["whole doubles", "double", [float64(1, 2, 300, null)]],
    ["a negative zero", "double", [float64(1, -0, 0)]],
    ["whole doubles past 32 bits", "double", [float64(2147483648, 1)]],
    ["booleans", "boolean", [boolean(true, false, null)]],
    ["texts", "varchar", [utf8("a", "", null, "é→😀", "\uFEFFb", "\0")]],
    ["texts as strings", "varchar", [{ kind: "text", values: ["a", "", null, "é→😀"] }]],
    ["decimals, dates", "decimal(10,2)", [{ kind: "text", values: ["1.50", null, "-0.01"] }]],
    [
      "nested values",
      "map(varchar, array(bigint))",
      [
        {
          kind: "other",
          values: [{ k: [1n, null, 2n ** 60n] }, null, {}, { __proto__x: [] }, { a: [0.5, "x", true] }],
        },
      ],
    ],
    ["bytes", "varbinary", [{ kind: "other", values: [Uint8Array.of(0, 255), null, new Uint8Array(0)] }]],
    ["nothing but null of no type", "unknown", [{ kind: "other", values: [null, null] }]],
  ])("%s", async (_what, type, columns) => {
    await both(
      [type],
      columns.map((column) => one(column, rowCountOf(column))),
      7,
    );
  });

  test.each([128, -129, 32768, -32769, 2 ** 31, -(2 ** 31) - 1])(
    "%d, which needs a wider form than its neighbour",
    async (value) => {
      await both(["bigint", "double"], [{ rowCount: 1, columns: [int64(BigInt(value)), float64(value)] }]);
    },
  );

  test.each<[string, string, ColumnData, number]>([
    ["integers in a column of doubles", "double", int64(1n, null, 2n ** 60n), 3],
    ["whole doubles in a column of integers", "bigint", float64(1, null, 3), 3],
    ["doubles in a column of integers", "bigint", float64(1, 2.5, null), 3],
    ["integers in a column of text", "varchar", int64(1n, null, 2n ** 60n), 3],
    ["texts in a column of integers", "bigint", utf8("a", null, "b"), 3],
    ["booleans in a column of integers", "bigint", boolean(true, null), 2],
    ["texts in a column of booleans", "boolean", utf8("true", null), 2],
    ["integers in a column of nested values", "array(bigint)", int64(1n, null), 2],
    [
      "values in a column of integers",
      "bigint",
      { kind: "other", values: [1n, 2n ** 62n, null, 2 ** 40] },
      4,
    ],
    ["values in a column of doubles", "double", { kind: "other", values: [1n, 2.5, null] }, 3],
    ["values in a column of text", "varchar", { kind: "other", values: ["a", null, 3] }, 3],
    ["texts in a column of values", "row(a bigint)", utf8("a", null), 2],
  ])("%s", async (_what, type, column, rows) => {
    await both([type], [one(column, rows)]);
  });

  test.each([20_000, 8192, 4096, 5000])("many distinct strings, %d per batch", async (rows) => {
    const batch = (n: number): Batch =>
      one(utf8(...times(rows, (i) => (i % 7 === 0 && n > 0 ? null : `${"é→😀"[i % 3]} ${n} ${i}`))), rows);
    await both(["varchar"], times(8, batch), 100_000);
  });

  describe("repeated strings are encoded as a dictionary", () => {
    const formOf = (batch: Batch): number => encodeBlock([batch])[CHUNK.form]!;

    test.each<[string, (i: number) => string | null, number]>([
      ["few", (i) => `name ${i % 200}`, FORM.dictionary8],
      ["few, one of them empty, and null", (i) => [null, "", "a"][i % 3] as string | null, FORM.dictionary8],
      ["beyond ASCII", (i) => `é→😀 ${i % 9}`, FORM.dictionary8],
      ["only null", () => null, FORM.dictionary8],
      ["255", (i) => `n${i % 255}`, FORM.dictionary8],
      ["256", (i) => `n${i % 256}`, FORM.dictionary16],
      ["long ones", (i) => "x".repeat(300) + (i % 300), FORM.dictionary16],
      ["a third of the rows", (i) => `name ${i % 3000}`, FORM.dictionary16],
      ["nearly half of the rows", (i) => `name ${i % 4000}`, FORM.dictionary16],
      ["most but not all distinct", (i) => `name ${i % 7000}`, FORM.bytes],
      ["distinct at first", (i) => `name ${Math.min(i, 5000)}`, FORM.bytes],
    ])("%s", async (_what, text, form) => {
      const rows = 9000;
      const column = utf8(...times(rows, text));
      expect(formOf(one(column, rows))).toBe(form);
      await both(["varchar"], [one(column, rows)], 1000);
      // Blocks that are not aligned with the client's, of 4096 rows.
      await both(["varchar"], [one(utf8("first"), 1), ...times(4, () => one(column, rows))], 50_000);
    });

    test("text values in a column of another type", async () => {
      const column = utf8(...times(5000, (i) => (i % 5 === 0 ? null : `${i % 20}`)));
      await both(["bigint"], [one(column, 5000)]);
      await both(["array(bigint)"], [one(column, 5000)]);
    });

    test("fewer than 4096 rows are not encoded as a dictionary", () => {
      expect(formOf(one(utf8(...times(4095, () => "a")), 4095))).toBe(FORM.bytes);
      expect(formOf(one(utf8(...times(4096, () => "a")), 4096))).toBe(FORM.dictionary8);
    });

    test("invalid UTF-8 is reported with its first row", async () => {
      const column: ColumnData = {
        kind: "utf8",
        bytes: Buffer.alloc(5000, 97),
        offsets: Uint32Array.from({ length: 5001 }, (_, i) => i),
        nulls: null,
      };
      column.bytes[4001] = 0xc3;
      const file = await fileOf(BlocksEncoder, [one(column, 5000)]);
      const { columns } = await decodeBlocks(pieces(file), schemaOf(["varchar"]), 5000);
      expect([4000, 4001, 4002].map((row) => columns[0]?.at(row))).toEqual(["a", "\ufffd", "a"]);
      expect(warnings.map(({ message }) => message)).toEqual([
        expect.stringContaining("column c0, first in row 4001, holds text that is not valid UTF-8"),
      ]);
    });
  });

  test.each([
    ["8 bits", int64(5n, null), int64(5n, 0n)],
    ["64 bits", int64(2n ** 60n, null), int64(2n ** 60n, 0n)],
    ["doubles", float64(0.5, null), float64(0.5, 0)],
  ])("the undefined value of a null row is not sent: %s", (_what, column, cleared) => {
    const { nulls } = column as { nulls: Uint8Array };
    expect(encodeBlock([one(column, 2)])).toEqual(encodeBlock([one({ ...cleared, nulls } as ColumnData, 2)]));
  });

  test("integers that need more bytes from block to block", async () => {
    const rows = 70_000;
    const batch = (value: bigint): Batch => one(int64(...Array<bigint>(rows).fill(value)), rows);
    await both(["bigint"], [batch(1n), batch(1000n), batch(2n ** 40n), batch(7n)]);
    await both(["bigint"], [batch(1n), batch(2n ** 40n), batch(-(2n ** 60n)), batch(7n)]);
  });
});

test("batches of any size, split anywhere, decode to the same table in both formats", async () => {
  const random = new Random(7);
  const kinds: [string, (count: number) => ColumnData][] = [
    ["bigint", (count) => int64(...times(count, () => (random.next() < 0.2 ? null : randomBig(random))))],
    ["double", (count) => float64(...times(count, () => (random.next() < 0.2 ? null : randomFloat(random))))],
    [
      "boolean",
      (count) => boolean(...times(count, () => (random.next() < 0.2 ? null : random.next() < 0.5))),
    ],
    ["varchar", (count) => utf8(...times(count, () => (random.next() < 0.2 ? null : randomText(random))))],
    [
      "varchar",
      (count) => ({
        kind: "text",
        values: times(count, () => (random.next() < 0.2 ? null : randomText(random))),
      }),
    ],
    [
      "varchar",
      (count) => utf8(...times(count, () => (random.next() < 0.2 ? null : `é${random.below(300)}`))),
    ],
    [
      "array(bigint)",
      (count) => ({
        kind: "other",
        values: times(count, () => (random.next() < 0.3 ? null : [randomBig(random)])),
      }),
    ],
  ];
  for (let round = 0; round < 40; round++) {
    const chosen = times(1 + random.below(5), () => kinds[random.below(kinds.length)]!);
    const batches = times(random.below(6), (): Batch => {
      const rowCount = random.next() < 0.1 ? 5000 : 1 + random.below(40);
      return { rowCount, columns: chosen.map(([, make]) => make(rowCount)) };
    });
    await both(
      chosen.map(([type]) => type),
      batches,
      1 + random.below(5000),
    );
  }
});

test.each([gzipSync, deflateSync])("a file that was packed on its way decodes the same: %p", async (pack) => {
  const blocks = await fileOf(BlocksEncoder, [one(utf8("a", null, "é"), 3)]);
  const { columns, rowCount } = await decodeBlocks(pieces(pack(blocks), 7), schemaOf(["varchar"]), 3);
  expect([rowCount, columns.map((column) => Array.from(column))]).toEqual([3, [["a", null, "é"]]]);
});

describe("a damaged file", () => {
  const columns = ["bigint", "varchar", "double"];
  const batch: Batch = {
    rowCount: 3,
    columns: [int64(1n, null, 3n), utf8("a", null, "c"), float64(0.5, null, 1)],
  };
  const decode = (file: Uint8Array): Promise<DecodedPart> =>
    decodeBlocks(pieces(file, 50), schemaOf(columns), 3);

  test("is detected wherever it is cut", async () => {
    const file = await fileOf(BlocksEncoder, [batch]);
    for (let length = 1; length < file.length; length++)
      await expect(decode(file.subarray(0, length))).rejects.toBeInstanceOf(DecodeError);
  });

  test("is detected whichever byte changes", async () => {
    const file = await fileOf(BlocksEncoder, [batch]);
    for (let at = 0; at < file.length; at++) {
      const other = Buffer.from(file);
      other[at] = (other[at] as number) ^ 0x41;
      await expect(decode(other)).rejects.toBeInstanceOf(DecodeError);
    }
  });

  test("is detected when a block is missing or repeated, or bytes follow", async () => {
    const rows = 65_536;
    const big: Batch = one(int64(...Array.from({ length: rows }, (_, i) => BigInt(i))), rows);
    const file = await fileOf(BlocksEncoder, [big, big]);
    const blocks = await fileOf(BlocksEncoder, [big]);
    const first = blocks.subarray(0, blocks.length - 32);
    const rest = file.subarray(first.length);
    const decodeBig = (bytes: Uint8Array): Promise<DecodedPart> =>
      decodeBlocks(pieces(bytes), schemaOf(["bigint"]), null);
    await expect(decodeBig(Buffer.concat([first, rest]))).resolves.toMatchObject({ rowCount: 2 * rows });
    await expect(decodeBig(Buffer.concat([first.subarray(0, 8), rest]))).rejects.toThrow(
      "block 1 was found instead of block 0",
    );
    await expect(decodeBig(Buffer.concat([first, first.subarray(8), rest]))).rejects.toThrow(
      "block 0 was found instead of block 1",
    );
    await expect(decodeBig(Buffer.concat([file, Buffer.of(0)]))).rejects.toThrow("bytes follow its end");
  });

  test.each([1, 3])("is detected when its footer says %i rows instead of 2", async (rows) => {
    const file = Buffer.from(await fileOf(BlocksEncoder, [one(int64(1n, 2n), 2)]));
    const footer = file.subarray(-HEAD_BYTES);
    footer.writeDoubleLE(rows, HEAD.rows);
    footer.writeUInt32LE(crc32(footer.subarray(0, HEAD.headChecksum)), HEAD.headChecksum);
    await expect(decodeBlocks(pieces(file), schemaOf(["bigint"]), null)).rejects.toThrow(
      `it has 2 rows, but its footer says ${rows}`,
    );
  });

  test("of a different schema", async () => {
    const file = await fileOf(BlocksEncoder, [batch]);
    await expect(decodeBlocks(pieces(file), schemaOf(["bigint"]), 3)).rejects.toThrow(
      "more columns than the schema",
    );
    await expect(decodeBlocks(pieces(file), schemaOf([...columns, "bigint"]), 3)).rejects.toThrow(
      "a column is missing",
    );
  });
});

test("invalid UTF-8 in a column of another type", async () => {
  const column: ColumnData = {
    kind: "utf8",
    bytes: Uint8Array.of(0xc3),
    offsets: Uint32Array.of(0, 1),
    nulls: null,
  };
  const file = await fileOf(BlocksEncoder, [one(column, 1)]);
  const { columns } = await decodeBlocks(pieces(file), schemaOf(["bigint"]), 1);
  expect([...(columns[0] as Iterable<unknown>)]).toEqual(["\ufffd"]);
  expect(warnings.map(({ code }) => code)).toEqual(["result-text", "result-values"]);
});

test("invalid UTF-8 is reported with its row and column", async () => {
  const column: ColumnData = {
    kind: "utf8",
    bytes: Uint8Array.of(97, 0xc3),
    offsets: Uint32Array.of(0, 1, 2),
    nulls: null,
  };
  const file = await fileOf(BlocksEncoder, [one(column, 2)]);
  const { columns } = await decodeBlocks(pieces(file), schemaOf(["varchar"]), 2);
  expect([...(columns[0] as Iterable<unknown>)]).toEqual(["a", "\ufffd"]);
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining("column c0, first in row 1,"),
  ]);
});

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

function randomBig(random: Random): bigint {
  const bits = [3, 7, 8, 15, 16, 31, 32, 52, 53, 54, 63][random.below(11)] as number;
  const most = 2n ** BigInt(bits);
  return ((BigInt(random.below(2 ** 31)) << 33n) % most) * (random.next() < 0.5 ? 1n : -1n);
}

function randomFloat(random: Random): number {
  return [random.below(200) - 100, random.below(2 ** 31), -0, NaN, Infinity, random.below(1000) / 7, 1e300][
    random.below(7)
  ] as number;
}

function randomText(random: Random): string {
  const part = (): string => ["a", "é", "→", "😀", "", "some more text", "\n"][random.below(7)] as string;
  return times(random.below(8), part).join("");
}
