import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, open, readFile, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInflateRaw, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { decodeMulti } from "@msgpack/msgpack";
import type { Batch } from "../../../src/core/blocks/batch.ts";
import { readPacked } from "../../../src/engine/msgpack/unpack-file.ts";
import { ResultFile, type FormEncoder } from "../../../src/engine/results/result-file.ts";
import { RowsEncoder } from "../../../src/engine/results/rows-encoder.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-results-"));
});

afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => rm(folder, { recursive: true }));

const batch: Batch = {
  rowCount: 3,
  columns: [
    { kind: "int64", values: BigInt64Array.of(1n, -9223372036854775808n, 0n), nulls: Uint8Array.of(0, 0, 1) },
    { kind: "integer", values: Int32Array.of(-5, 0, 70000), nulls: null },
    { kind: "float", values: Float64Array.of(2, NaN, Infinity), nulls: null },
    { kind: "boolean", codes: Uint8Array.of(1, 0, 2) },
    { kind: "text", values: ["a", null, "é"] },
    { kind: "other", values: [[1n, null], { k: "v" }, Uint8Array.of(9)] },
  ],
};
const rows = [
  [1, -5, 2, true, "a", [1, null]],
  [-9223372036854775808n, 0, NaN, false, null, { k: "v" }],
  [null, 70000, Infinity, null, "é", Buffer.of(9)],
];

test("rows are msgpack arrays in one gzip file, published when it is complete", async () => {
  const path = join(folder, "1.msgpack.gz");
  const writer = await ResultFile.open(path, new RowsEncoder());
  await writer.write(batch);
  expect(existsSync(path)).toBe(false);
  const { rowCount, size } = await writer.finish();
  const file = await readFile(path);
  expect({ rowCount, size }).toEqual({ rowCount: 3, size: file.length });
  expect([...decodeMulti(gunzipSync(file), { useBigInt64: true })]).toEqual(rows);
});

test("a view into a longer array is read from its offset", async () => {
  const path = join(folder, "2.msgpack.gz");
  const writer = await ResultFile.open(path, new RowsEncoder());
  const values = BigInt64Array.of(1n, 2n, 3n).subarray(1);
  await writer.write({ rowCount: 2, columns: [{ kind: "int64", values, nulls: null }] });
  await writer.finish();
  expect([...decodeMulti(gunzipSync(await readFile(path)))]).toEqual([[2], [3]]);
});

test("many blocks are one gzip member, in order", async () => {
  const path = join(folder, "3.msgpack.gz");
  const writer = await ResultFile.open(path, new RowsEncoder());
  const perBatch = 5000;
  const batches = 100;
  for (let i = 0; i < batches; i++) {
    const values = Array.from({ length: perBatch }, (_, row) => `row ${i * perBatch + row}`);
    await writer.write({ rowCount: perBatch, columns: [{ kind: "text", values }] });
  }
  expect(await writer.finish()).toMatchObject({ rowCount: perBatch * batches });
  let next = 0;
  for await (const rows of readPacked(path)) {
    for (const row of rows as string[][])
      if (row[0] !== `row ${next++}`) throw new Error(`${row[0]} at ${next}`);
  }
  expect(next).toBe(perBatch * batches);
  // A client that reads only the first member gets everything.
  const { bytesRead, length } = await unpackFirstMember(await readFile(path));
  expect(bytesRead).toBe((await readFile(path)).length);
  expect(length).toBeGreaterThan(4 << 20);
});

/** A block in two pieces for each batch. */
const LETTERS: FormEncoder<{ rowCount: number }> = {
  beginning: Buffer.from("<"),
  add: () => [Promise.resolve([Buffer.from("ab"), Buffer.from("cd")])],
  rest: () => [],
  end: (count) => Buffer.from(`>${count}`),
};

/** What every open file has. */
async function fileMethods(): Promise<FileHandle> {
  const file = await open(folder);
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

test("whole blocks are announced as they are written, then all", async () => {
  const sizes: unknown[] = [];
  const path = join(folder, "6.letters");
  const writer = await ResultFile.open(path, LETTERS, (...written) =>
    sizes.push([...written, existsSync(path)]),
  );
  for (const rowCount of [1, 1, 1]) await writer.write({ rowCount });
  await writer.finish();
  expect(sizes).toEqual([[5, false, false], [9, false, false], [13, false, false], [15, true, false]]); // prettier-ignore
});

test("pieces are written whole and in order where the system takes a byte at a time", async () => {
  const takeOne = function (this: FileHandle, pieces: readonly Uint8Array[]): unknown {
    return this.write(Buffer.concat(pieces), 0, 1);
  };
  jest.spyOn(await fileMethods(), "writev").mockImplementation(takeOne as never);
  const writer = await ResultFile.open(join(folder, "4.letters"), LETTERS);
  for (const rowCount of [1, 2]) await writer.write({ rowCount });
  expect(await writer.finish()).toEqual({ rowCount: 3, size: 11 });
  expect(await readFile(join(folder, "4.letters"), "utf8")).toBe("<abcdabcd>3");
});

test("a block that the disk refuses fails the file, also when it is the last one", async () => {
  const path = join(folder, "5.letters");
  const writer = await ResultFile.open(path, LETTERS);
  await writer.write({ rowCount: 1 });
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  jest.spyOn(await fileMethods(), "writev").mockRejectedValue(full);
  await expect(writer.finish()).rejects.toBe(full);
  await writer.discard();
  expect([existsSync(path), existsSync(`${path}.tmp`)]).toEqual([false, false]);
});

/** Decompresses as the web does: anything after the first member is an error. */
async function unpackFirstMember(file: Uint8Array): Promise<{ bytesRead: number; length: number }> {
  const unpacked = new Blob([file as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  let length = 0;
  for await (const piece of unpacked as AsyncIterable<Uint8Array>) length += piece.length;
  const raw = createInflateRaw();
  raw.resume().end(file.subarray(10));
  await once(raw, "end");
  return { bytesRead: 10 + raw.bytesWritten + 8, length };
}

test("without rows the file is an empty gzip file; a discarded result leaves no file", async () => {
  const path = join(folder, "4.msgpack.gz");
  const writer = await ResultFile.open(path, new RowsEncoder());
  const { size } = await writer.finish();
  const file = await readFile(path);
  expect([size, gunzipSync(file).length]).toEqual([file.length, 0]);
  const other = await ResultFile.open(join(folder, "5.msgpack.gz"), new RowsEncoder());
  await other.write(batch);
  await other.discard();
  expect(existsSync(join(folder, "5.msgpack.gz.tmp"))).toBe(false);
});
