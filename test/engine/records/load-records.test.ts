import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ColumnData } from "../../../src/core/blocks/column-data.ts";
import { encodeBlock } from "../../../src/core/blocks/encode-column.ts";
import { BEGINNING, endOfBlocks, packBlock } from "../../../src/core/blocks/pack-block.ts";
import { NullableColumn } from "../../../src/core/table/columns/nullable-column.ts";
import type { UploadColumn } from "../../../src/core/write/columns/upload-column.ts";
import { ColumnEncoder, areColumns } from "../../../src/core/write/encode/column-encoder.ts";
import { RowEncoder } from "../../../src/core/write/encode/row-encoder.ts";
import { loadRecords } from "../../../src/engine/records/load-records.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-load-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Columns of all blocks of a file, as the engine receives them. */
async function loaded(bytes: Uint8Array, name = "part"): Promise<unknown[]> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const found: unknown[] = [];
  const records = await loadRecords(path, {
    timeOf: () => null,
    onBlock: ({ rowCount, columns }) => {
      const plain = columns.map(({ name, type, values, present }) => ({
        name, type, form: values.type, count: values.count, bytes: Buffer.from(values.bytes).toString("hex"),
        present: [...present].map(Boolean),
      })); // prettier-ignore
      found.push({ rowCount, columns: plain.sort((a, b) => (a.name < b.name ? -1 : 1)) });
      return Promise.resolve();
    },
  });
  return [records, ...found];
}

const ROWS = 40;
const each = <T>(value: (row: number) => T): T[] => Array.from({ length: ROWS }, (_, row) => value(row));
const COLUMNS: UploadColumn[] = [
  { name: "time", kind: "long", values: Float64Array.from(each((row) => 1_700_000_000 + row)) },
  { name: "small", kind: "long", values: Int32Array.from(each((row) => (row - 20) * 100_000_000)) },
  { name: "long", kind: "long", values: each((row) => (row % 3 === 0 ? null : (row - 20) * 2 ** 45)) },
  { name: "exact", kind: "long", values: BigInt64Array.from(each((row) => 2n ** 62n - BigInt(row))) },
  { name: "doubles' integers", kind: "long", values: BigInt64Array.from(each((row) => (row % 2 === 0 ? 2n : -2n) ** 61n)) },
  { name: "edges", kind: "long", values: each((row) => [-(2n ** 63n), 2n ** 63n - 1n, -1, 0, -0, 2 ** 53 - 1][row % 6]) },
  { name: "doubles", kind: "double", values: Float64Array.from(each((row) => row / 7 - 2)) },
  { name: "some", kind: "double", values: new NullableColumn(Float64Array.from(each((row) => row / 3)), Uint8Array.from(each((row) => row % 2))) },
  { name: "odd", kind: "double", values: each((row) => [-0, Infinity, -Infinity, null, 1, 5e-324, 2 ** 53][row % 7]) },
  { name: "Text", kind: "string", values: each((row) => ["", "a", null, "é😀", "x".repeat(33), "é".repeat(90), "a\u0000b"][row % 7]) },
  { name: "none", kind: "string", values: each(() => null) },
  { name: "nothing", kind: "double", values: each(() => null) },
] as UploadColumn[]; // prettier-ignore

async function asColumns(
  columns: readonly UploadColumn[],
  rowCount: number,
  isPacked: boolean,
): Promise<Uint8Array[]> {
  const encoder = new ColumnEncoder(columns, isPacked);
  const files: Uint8Array[] = [];
  for (let row = 0; row < rowCount;) {
    const { body, to } = encoder.encode(row, rowCount);
    files.push(await body);
    row = to;
  }
  return files;
}

test.each([
  ["plain", false],
  ["packed", true],
])("rows sent as column blocks, %s, load like records", async (_, isPacked) => {
  const encoder = new RowEncoder(COLUMNS);
  encoder.add(0, ROWS);
  const records = await loaded(gzipSync(encoder.take()));
  expect(records).toMatchObject([ROWS, { rowCount: ROWS, columns: { length: 10 } }]);
  const [file, ...more] = await asColumns(COLUMNS, ROWS, isPacked);
  expect(more).toEqual([]);
  expect(await loaded(file as Uint8Array)).toEqual(records);
});

test("texts too large for one block continue in the next", async () => {
  const rows = 50;
  const values = Array.from({ length: rows }, (_, row) => String(row % 10).repeat(500_000));
  const [time] = COLUMNS as [UploadColumn];
  const columns: UploadColumn[] = [
    { name: "t", kind: "string", values },
    { ...time, values: values.map((_, row) => row) },
  ];
  const files = await asColumns(columns, rows, false);
  expect(files.length).toBeGreaterThan(1);
  const blocks = (await Promise.all(files.map((file, i) => loaded(file, `part-${i}`)))) as [
    number,
    { columns: { bytes: string }[] },
  ][];
  expect(blocks.reduce((sum, [count]) => sum + count, 0)).toBe(rows);
  const texts = blocks.flatMap(([, block]) => Buffer.from(block.columns[0]?.bytes ?? "", "hex").toString().match(/\d{500000}/g)); // prettier-ignore
  expect(texts.map((text) => text?.[0]).join("")).toBe("0123456789".repeat(5));
});

const [time, ...others] = COLUMNS as [UploadColumn, ...UploadColumn[]];

test.each<[boolean, string, UploadColumn[]]>([
  [true, "numbers and texts", COLUMNS],
  [false, "no time", others],
  [false, "a time that is not always there", [{ ...time, values: each((row) => (row === 9 ? null : row)) }]],
  [false, "a time with a fraction", [{ ...time, kind: "double" }]],
  [false, "a list", [time, { name: "l", kind: "list", values: each((row) => [row]) }]],
])("%s: columns with %s can be sent as blocks", (are, _, columns) => {
  expect(areColumns(columns, ROWS)).toBe(are);
});

const text = (...values: (string | null)[]): ColumnData => ({ kind: "text", values });
const integers = (...values: number[]): ColumnData => ({
  kind: "integer",
  values: Float64Array.from(values),
  nulls: null,
});
const TIME = integers(1, 2);

/** A file of two rows, whose columns have these names and types. */
async function file(schema: readonly [string, string][], ...columns: ColumnData[]): Promise<Buffer> {
  const named = [text(...schema.map(([name]) => name)), text(...schema.map(([, type]) => type))];
  return Buffer.concat([
    BEGINNING,
    await packBlock(encodeBlock([{ rowCount: schema.length, columns: named }]), 0, schema.length),
    await packBlock(encodeBlock([{ rowCount: 2, columns }]), 1, 2),
    endOfBlocks(2, schema.length + 2),
  ]);
}

const long = (name: string): [string, string] => [name, "long"];

test.each<[string, [string, string][], ColumnData[]]>([
  ["integer time in every row", [long("n")], [TIME]],
  ["no values of its type", [["time", "double"]], [TIME]],
  ["integer time in every row", [long("time")], [{ kind: "integer", values: Int8Array.of(1, 0), nulls: Uint8Array.of(0, 1) }]],
  ["has 1 columns instead of 2", [long("time"), long("n")], [TIME]],
  ["two columns", [long("time"), long("TIME")], [TIME, TIME]],
  ["no values of its type", [long("time"), ["n", "float"]], [TIME, TIME]],
  ["no values of its type", [long("time"), long("n")], [TIME, text("a", "b")]],
  ["no values of its type", [long("time"), ["t", "string"]], [TIME, TIME]],
  ["no values of its type", [long("time"), ["t", "string"]], [TIME, { kind: "other", values: ["a", "b"] }]],
  ["null with text", [long("time"), ["t", "string"]], [TIME, { kind: "utf8", bytes: Buffer.from("ab"), offsets: Uint32Array.of(0, 1, 2), nulls: Uint8Array.of(0, 1) }]],
])("an invalid block: %s %#", async (message, schema, columns) => {
  await expect(loaded(await file(schema, ...columns))).rejects.toMatchObject({ name: "MsgpackFault", message: expect.stringContaining(message) }); // prettier-ignore
}); // prettier-ignore

test("a file of blocks that is cut off, or too large, is refused", async () => {
  const whole = await file([long("time")], TIME);
  await expect(loaded(whole.subarray(0, -1))).rejects.toThrow("can't be read: the result ends after");
  const rows = 9_000_000;
  const wide = await packBlock(
    encodeBlock([
      { rowCount: rows, columns: [{ kind: "integer", values: new Int8Array(rows), nulls: null }] },
    ]),
    1,
    rows,
  );
  const [schema] = [encodeBlock([{ rowCount: 1, columns: [text("time"), text("long")] }])];
  const bomb = Buffer.concat([BEGINNING, await packBlock(schema, 0, 1), wide, endOfBlocks(2, rows + 1)]);
  await expect(loaded(bomb)).rejects.toThrow("larger than");
});

test.each([
  [Uint8Array.of(0xc3, 0xa9, 0x61, 0xc3), Uint32Array.of(0, 2, 4)],
  [Uint8Array.of(0xc3, 0xa9), Uint32Array.of(0, 1, 2)],
])("invalid UTF-8 in a block is refused: %p", async (bytes, offsets) => {
  const texts: ColumnData = { kind: "utf8", bytes, offsets, nulls: null };
  await expect(loaded(await file([long("time"), ["t", "string"]], TIME, texts))).rejects.toThrow(
    'A text of the column "t" is not valid UTF-8; convert it before it is imported.',
  );
});
