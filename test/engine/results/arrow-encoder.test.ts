import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tableFromIPC, type Batch as ArrowBatch } from "@uwdata/flechette";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Batch } from "../../../src/core/blocks/batch.ts";
import { rowCountOf, type ColumnData } from "../../../src/core/blocks/column-data.ts";
import { ArrowEncoder } from "../../../src/engine/results/arrow-encoder.ts";
import { resultEncoder } from "../../../src/engine/results/result-encoder.ts";
import { BlocksEncoder } from "../../../src/engine/results/blocks-encoder.ts";
import { ResultFile } from "../../../src/engine/results/result-file.ts";
import { RowsEncoder } from "../../../src/engine/results/rows-encoder.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-arrow-"));
});
afterAll(() => rm(folder, { recursive: true }));

const columns = [
  { name: "big", type: "bigint" },
  { name: "small", type: "integer" },
  { name: "whole", type: "double" },
  { name: "float", type: "double" },
  { name: "flag", type: "boolean" },
  { name: "text", type: "varchar" },
  { name: "bytes", type: "varchar" },
  { name: "nested", type: "map(varchar, row(a bigint, b varchar))" },
  { name: "binary", type: "varbinary" },
];
const batch: Batch = {
  rowCount: 3,
  columns: [
    { kind: "int64", values: BigInt64Array.of(1n, -(2n ** 63n), 9n), nulls: Uint8Array.of(0, 0, 1) },
    { kind: "integer", values: Int32Array.of(-5, 0, 70000), nulls: null },
    { kind: "float", values: Float64Array.of(2, 300, 9), nulls: Uint8Array.of(0, 0, 1) },
    { kind: "float", values: Float64Array.of(NaN, -0, 0.5), nulls: null },
    { kind: "boolean", codes: Uint8Array.of(1, 0, 2) },
    { kind: "text", values: ["a", null, "é→😀"] },
    {
      kind: "utf8",
      bytes: Buffer.from("bé"),
      offsets: Uint32Array.of(0, 1, 3, 3),
      nulls: Uint8Array.of(0, 0, 1),
    },
    { kind: "other", values: [{ k: [2n ** 60n, null] }, null, {}] },
    { kind: "other", values: [Uint8Array.of(0, 255), new Uint8Array(0), null] },
  ],
};

test.each(["blocks", "msgpack.gz"] as const)("a file in %s", async (form) => {
  const path = join(folder, `result.${form}`);
  const encoder = form === "blocks" ? new BlocksEncoder() : new RowsEncoder();
  const writer = await ResultFile.open<Batch>(path, encoder);
  for (let i = 0; i < 2; i++) await writer.write(batch);
  await writer.finish();
  const target = join(folder, `${form}.arrow`);
  await resultEncoder.rewrite({ path, form }, target, columns);
  const table = tableFromIPC(await readFile(target), { useBigInt: true, useMap: true });
  const twice = <T>(...values: T[]): T[] => [...values, ...values];
  expect(Object.fromEntries(table.names.map((name) => [name, Array.from(table.getChild(name))]))).toEqual({
    big: twice(1n, -(2n ** 63n), null),
    small: twice(-5, 0, 70000),
    whole: twice(2, 300, null),
    float: twice(NaN, -0, 0.5),
    flag: twice(true, false, null),
    text: twice("a", null, "é→😀"),
    bytes: twice("b", "é", null),
    nested: twice(new Map([["k", { a: 2n ** 60n, b: null }]]), null, new Map()),
    binary: twice(Buffer.of(0, 255), Buffer.of(), null),
  });
});

/** A column of one batch as Arrow has it. */
async function inArrow(type: string, data: ColumnData): Promise<ArrowBatch<unknown>> {
  const encoder = new ArrowEncoder([{ name: "a", type }]);
  const pieces = [...encoder.add({ rowCount: rowCountOf(data), columns: [data] })];
  const stream = Buffer.concat([encoder.beginning, ...(await Promise.all(pieces)), encoder.end()]);
  return tableFromIPC(stream, { useBigInt: true }).getChild("a").data[0] as ArrowBatch<unknown>;
}

const texts = (...values: (string | null)[]): ColumnData => ({ kind: "text", values });

const US = 1_000_000n;

test.each<[string, string[], unknown[]]>([
  [
    "date",
    ["1970-01-01", "2024-02-29", "1969-12-31", "-0001-03-01", "+12024-01-01"],
    [0, 19782, -1, -719834, 3672148],
  ],
  ["time(6)", ["00:00:00", "23:59:59.999999", "01:02:03.5"], [0n, 86400n * US - 1n, 3723n * US + 500_000n]],
  ["timestamp", ["1970-01-01 00:00:00.001", "1969-12-31 23:59:59.999"], [1000n, -1000n]],
  [
    "timestamp(6)",
    ["2024-01-02 03:04:05.123456", "2024-01-02 03:04:06"],
    [1704164645n * US + 123_456n, 1704164646n * US],
  ],
  [
    "timestamp(3)",
    ["9999-12-31 23:59:59.999", "2024-01-02"],
    [253402300799n * US + 999_000n, 1704153600n * US],
  ],
])("%s is Arrow's own", async (type, values, expected) => {
  expect([...((await inArrow(type, texts(...values))).values as Iterable<unknown>)]).toEqual(expected);
  const coded: ColumnData = {
    kind: "coded",
    entries: { bytes: Buffer.from(values[0]!), offsets: Uint32Array.of(0, values[0]!.length) },
    codes: Uint8Array.of(1, 0, 1),
  };
  const batch = await inArrow(type, coded);
  expect([batch.nullCount, batch.values[0], batch.values[2]]).toEqual([1, expected[0], expected[0]]);
});

test.each(["timestamp(9)", "timestamp(3) with time zone", "time(12)", "decimal(38,2)"])(
  "%s, which microseconds do not hold, stays text",
  async (type) => {
    const text = type.startsWith("decimal") ? "1.50" : "2024-01-02 03:04:05.123456789";
    expect((await inArrow(type, texts(text))).at(0)).toBe(text);
  },
);

test.each<[string, ColumnData, string]>([
  ["date", texts("2024-13-01"), '"2024-13-01"'],
  ["date", texts("yesterday"), '"yesterday"'],
  ["timestamp", texts("2024-01-02 25:00:00"), '"2024-01-02 25:00:00"'],
  ["timestamp", texts("2024-01-02 03:04:05.1234567"), "1234567"],
  ["tinyint", { kind: "integer", values: Int16Array.of(5, 300), nulls: null }, "300"],
  ["bigint", texts("x"), '"x"'],
  ["varchar", { kind: "integer", values: Int16Array.of(5), nulls: null }, "holds 5"],
])("%s with another value is refused", async (type, data, message) => {
  await expect(inArrow(type, data)).rejects.toMatchObject({
    name: "ArrowValueError",
    message: expect.stringContaining(message),
  });
});
