import { mkdtemp, readdir, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Batch } from "../../../src/core/blocks/batch.ts";
import type { ResultForm } from "../../../src/engine/contract/engine.ts";
import { BlocksEncoder } from "../../../src/engine/results/blocks-encoder.ts";
import { resultEncoder } from "../../../src/engine/results/result-encoder.ts";
import { ResultFile } from "../../../src/engine/results/result-file.ts";
import { RowsEncoder } from "../../../src/engine/results/rows-encoder.ts";
import { ResultFiles } from "../../../src/service/results/result-files.ts";

let folder: string;
let files: ResultFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-blocks-"));
  files = new ResultFiles(folder, resultEncoder);
});
afterAll(() => rm(folder, { recursive: true }));

const batch: Batch = {
  rowCount: 3,
  columns: [
    { kind: "int64", values: BigInt64Array.of(1n, -(2n ** 63n), 9n), nulls: Uint8Array.of(0, 0, 1) },
    { kind: "int64", values: BigInt64Array.of(1n, 2n ** 40n, 9n), nulls: null },
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
    { kind: "other", values: [[1n, null, 2.5], { k: "v" }, null] },
  ],
};

function create(jobId: string, form: ResultForm): Promise<ResultFile<Batch>> {
  const encoder = form === "blocks" ? new BlocksEncoder() : new RowsEncoder();
  return ResultFile.open<Batch>(files.target(jobId, form).path, encoder);
}

async function write(jobId: string, form: ResultForm): Promise<void> {
  const writer = await create(jobId, form);
  for (let i = 0; i < 3; i++) await writer.write(batch);
  expect(await writer.finish()).toMatchObject({ rowCount: 9 });
}

test("blocks are rewritten to the same rows as the public form, and then removed", async () => {
  await write("1", "msgpack.gz");
  await write("2", "blocks");
  expect(await files.find("2")).toMatchObject({ form: "blocks" });
  const [one, two, again] = await Promise.all([
    files.findPublic("1"),
    files.findPublic("2"),
    files.findPublic("2"),
  ]);
  expect(two).toMatchObject({ form: "msgpack.gz" });
  expect(again).toEqual(two);
  expect(gunzipSync(await readFile(two!.path))).toEqual(gunzipSync(await readFile(one!.path)));
  expect((await readdir(folder)).sort()).toEqual(["1.msgpack.gz", "2.msgpack.gz"]);
});

test("dictionary-encoded texts give the same rows", async () => {
  const texts = Array.from({ length: 10_000 }, (_, i) =>
    i % 6 === 1 ? null : ["", "a", "é→😀", `t${i % 400}`][i % 4]!,
  );
  for (const [jobId, form] of [
    ["5", "msgpack.gz"],
    ["6", "blocks"],
  ] as const) {
    const writer = await create(jobId, form);
    await writer.write({ rowCount: texts.length, columns: [{ kind: "text", values: texts }] });
    await writer.finish();
  }
  const [one, two] = await Promise.all([files.findPublic("5"), files.findPublic("6")]);
  expect(gunzipSync(await readFile(two!.path))).toEqual(gunzipSync(await readFile(one!.path)));
});

test("truncated blocks are not rewritten, and are kept", async () => {
  await write("3", "blocks");
  const { path, size } = (await files.find("3"))!;
  await truncate(path, size - 40);
  await expect(files.findPublic("3")).rejects.toThrow("cut off");
  expect((await readdir(folder)).filter((name) => name.startsWith("3"))).toEqual(["3.blocks"]);
});

test("a result of no rows", async () => {
  const writer = await create("4", "blocks");
  await writer.finish();
  const found = await files.findPublic("4");
  expect(gunzipSync(await readFile(found!.path))).toHaveLength(0);
});
