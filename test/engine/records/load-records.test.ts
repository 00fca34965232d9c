import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { encode } from "@msgpack/msgpack";
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
async function loaded(bytes: Uint8Array): Promise<unknown[]> {
  const path = join(folder, "part");
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

function asColumns(columns: readonly UploadColumn[], rowCount: number): Buffer {
  const encoder = new ColumnEncoder(columns);
  const bodies: Uint8Array[] = [];
  for (let row = 0; row < rowCount;) {
    const { body, to } = encoder.encode(row, rowCount);
    bodies.push(body);
    row = to;
  }
  return Buffer.concat(bodies);
}

test.each([
  ["plain", (bytes: Buffer): Buffer => bytes],
  ["packed", (bytes: Buffer): Buffer => gzipSync(bytes)],
])("rows sent as column blocks, %s, load like records", async (_, packed) => {
  const encoder = new RowEncoder(COLUMNS);
  encoder.add(0, ROWS);
  const records = await loaded(gzipSync(encoder.take()));
  expect(records).toMatchObject([ROWS, { rowCount: ROWS, columns: { length: 10 } }]);
  expect(await loaded(packed(asColumns(COLUMNS, ROWS)))).toEqual(records);
});

test("texts too large for one block continue in the next", async () => {
  const rows = 50;
  const values = Array.from({ length: rows }, (_, row) => String(row % 10).repeat(500_000));
  const [time] = COLUMNS as [UploadColumn];
  const records = await loaded(asColumns([{ name: "t", kind: "string", values }, { ...time, values: Array.from(values, (_, row) => row) }], rows)); // prettier-ignore
  const blocks = records.slice(1) as { rowCount: number; columns: { name: string; bytes: string }[] }[];
  expect(records[0]).toBe(rows);
  expect(blocks.length).toBeGreaterThan(1);
  const texts = blocks.flatMap(({ columns }) => Buffer.from(columns[0]?.bytes ?? "", "hex").toString().match(/\d{500000}/g)); // prettier-ignore
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

const int64 = (...values: number[]): Uint8Array => new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
const TIME = ["time", "long", int64(1, 2), null];

test.each<[string, unknown[]]>([
  ["map of column names", [[{ time: 1 }]]],
  ["row and column counts", [[2]]],
  ["row and column counts", [[2, 1, 1], TIME]],
  ["row and column counts", [[0, 0]]],
  ["larger than", [[1e15, 1], TIME]],
  ["cut off within", [[2, 2], TIME]],
  ["cut off within", [[2, 1], { time: 1 }]],
  [
    "integer time in every row",
    [
      [2, 1],
      ["n", "long", int64(1, 2), null],
    ],
  ],
  [
    "integer time in every row",
    [
      [2, 1],
      ["time", "double", int64(1, 2), null],
    ],
  ],
  [
    "integer time in every row",
    [
      [2, 1],
      ["time", "long", int64(1), Uint8Array.of(1, 0)],
    ],
  ],
  ["more or fewer values", [[3, 1], TIME]],
  ["more or fewer values", [[2, 2], TIME, ["n", "long", int64(1), Uint8Array.of(1)]]],
  ["more or fewer values", [[2, 2], TIME, ["n", "long", int64(1), Uint8Array.of(1, 1)]]],
  ["two columns", [[2, 2], TIME, ["TIME", "long", int64(1, 2), null]]],
  ["neither numbers nor text", [[2, 2], TIME, ["n", "float", int64(1, 2), null]]],
  ["neither numbers nor text", [[2, 2], TIME, ["n", "long", Uint8Array.of(1), null]]],
  ["its name, type", [[2, 2], TIME, [7, "long", int64(1, 2), null]]],
  ["its name, type", [[2, 2], TIME, ["n", "long", [1, 2], null]]],
  [
    "ends within a text",
    [[2, 2], TIME, ["t", "string", Uint8Array.of(1, 0, 0, 0, 65, 255, 255, 255, 255), null]],
  ],
  ["ends within a text", [[2, 2], TIME, ["t", "string", Uint8Array.of(0, 0, 0, 0, 0, 0), null]]],
])("an invalid block: %s %#", async (message, lists) => {
  const bytes = Buffer.concat(lists.map((list) => encode(list)));
  await expect(loaded(bytes)).rejects.toMatchObject({ name: "MsgpackFault", message: expect.stringContaining(message) }); // prettier-ignore
});

test.each([
  [Uint8Array.of(2, 0, 0, 0, 0xc3, 0xa9, 2, 0, 0, 0, 0x61, 0xc3)],
  [Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0x80)],
])("invalid UTF-8 in a block is refused: %p", async (bytes) => {
  const lists = [[2, 3], TIME, ["t", "string", bytes, null], ["", "long", int64(1, 2), null]];
  await expect(loaded(Buffer.concat(lists.map((list) => encode(list))))).rejects.toThrow(
    'A text of the column "t" is not valid UTF-8; convert it before it is imported.',
  );
});
