import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Batch } from "../../../src/core/blocks/batch.ts";
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

test.each([
  ["blocks", false],
  ["msgpack.gz", false],
  ["blocks", true],
] as const)("a file in %s, compressed: %p", async (form, zstd) => {
  const path = join(folder, `result.${form}`);
  const encoder = form === "blocks" ? new BlocksEncoder() : new RowsEncoder();
  const writer = await ResultFile.open<Batch>(path, encoder);
  for (let i = 0; i < 2; i++) await writer.write(batch);
  await writer.finish();
  const target = join(folder, `${form}.arrow`);
  await resultEncoder.rewrite({ path, form }, target, { columns, zstd });
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
