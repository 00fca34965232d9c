import { mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { encode } from "@msgpack/msgpack";
import { openDatabase, type Database } from "../../../src/engine/database/database.ts";
import { importRecords, stageColumns, stageSql } from "../../../src/engine/stage/stage-rows.ts";
import { StageFolders } from "../../../src/engine/stage/stage-folders.ts";
import { createMetadata } from "../../../src/engine/tables/table-metadata.ts";
import { transaction } from "../../../src/engine/database/transaction.ts";

let folder: string;
let database: Database;
let stages: StageFolders;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-stages-"));
  database = await openDatabase({ folder, connections: { query: 1, service: 1 } });
  stages = new StageFolders(database.stages);
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function part(name: string, ...records: unknown[]): Promise<{ path: string; part: string }> {
  const path = join(folder, name);
  await writeFile(
    path,
    gzipSync(Buffer.concat(records.map((record) => encode(record, { useBigInt64: true })))),
  );
  return { path, part: name };
}

async function rows(id: string): Promise<unknown> {
  const blocks = (await stages.blocks(id)) ?? [];
  const { columns, found } = await database.use("service", async (connection) => ({
    columns: stageColumns(blocks),
    found: await connection.runAndReadAll(stageSql(blocks)),
  }));
  return [columns.map(({ name, type }) => `${name} ${type}`), ...found.getRowsJson()];
}

const load = (id: string, ...files: { path: string; part: string }[]): Promise<unknown> =>
  stages.load(id, { files, arrival: null, refusedPath: null });

test("files with the same columns", async () => {
  await load(
    "same",
    await part("a", { time: 1, n: 1, d: 0.5, t: "é", l: [1, null] }, { time: 2, n: null }),
    await part("b", { time: 3, n: 2n ** 40n, d: -0.25, t: "", l: [] }),
  );
  expect(await rows("same")).toEqual([
    ["time BIGINT", "n BIGINT", "d DOUBLE", "t VARCHAR", "l BIGINT[]"],
    ["1", "1", 0.5, "é", ["1", null]],
    ["2", null, null, null, null],
    ["3", "1099511627776", -0.25, "", []],
  ]);
});

test("files with different columns and types: every column gets the narrowest type for all its values", async () => {
  await load(
    "other",
    await part("c", { time: 1, Host: "h", n: 1, l: [1], x: 9007199254740993n }),
    await part("d", { time: 2, host: "i", n: 1.5, l: ["a"], x: 0.5, late: [[1.5, NaN]] }),
    await part("e", { time: 3, n: 2 ** 31, l: "text" }),
  );
  expect(await rows("other")).toEqual([
    ["time BIGINT", "Host VARCHAR", "n DOUBLE", "l VARCHAR", "x VARCHAR", "late DOUBLE[][]"],
    ["1", "h", 1, "[1]", "9007199254740993", null],
    ["2", "i", 1.5, '["a"]', "0.5", [[1.5, "NaN"]]],
    ["3", null, 2147483648, "text", null, null],
  ]);
});

test("files read ahead are not read again, unless a part was replaced", async () => {
  const first = await part("f", { time: 1, n: 1 });
  await stages.readAhead("ahead", first);
  const { path } = await part("f.new", { time: 2, n: 2 });
  await rename(path, first.path);
  const second = await part("f2", { time: 3, n: 3 });
  await stages.readAhead("ahead", second);
  const [, block = ""] = await readdir(join(database.stages, "ahead"));
  const before = await stat(join(database.stages, "ahead", block));
  await load("ahead", first, second);
  expect(await rows("ahead")).toEqual([["time BIGINT", "n BIGINT"], ["2", "2"], ["3", "3"]]); // prettier-ignore
  expect((await stat(join(database.stages, "ahead", block))).mtimeMs).toBe(before.mtimeMs);
});

test("a read-ahead that comes too late leaves a stage unchanged, also after a restart", async () => {
  const file = await part("too-late", { time: 1, n: 1 });
  await load("late", file);
  const files = async (): Promise<unknown> =>
    Promise.all(
      (await readdir(join(database.stages, "late"))).map(async (name) => [
        name,
        (await stat(join(database.stages, "late", name))).mtimeMs,
      ]),
    );
  const before = await files();
  await stages.readAhead("late", await part("later", { time: 2 }));
  await new StageFolders(database.stages).readAhead("late", file);
  expect(await files()).toEqual(before);
});

test("a deleted session's parts are not read ahead", async () => {
  const file = await part("late", { time: 1 });
  const reading = stages.readAhead("deleted", file, { signal: AbortSignal.abort(new Error("deleted")) });
  await expect(reading).rejects.toThrow("deleted");
  expect(await readdir(database.stages)).not.toContain("deleted");
});

test("records without a time are refused also if the file was read ahead", async () => {
  const file = await part("g", { time: 1, n: 1 }, { n: 2 });
  await stages.readAhead("refused", file);
  expect(await load("refused", file)).toEqual({ records: 1, refused: 1 });
});

test("a data folder named like name=value does not affect a column of that name", async () => {
  const other = await openDatabase({ folder: join(folder, "n=7"), connections: { query: 1, service: 1 } });
  const own = new StageFolders(other.stages);
  await own.load("s", { files: [await part("k", { time: 1, n: 1 })], arrival: null, refusedPath: null });
  const blocks = (await own.blocks("s")) ?? [];
  const found = await other.use("service", (connection) => connection.runAndReadAll(stageSql(blocks)));
  expect(found.getRowsJson()).toEqual([["1", "1"]]);
  await other.close();
});

test("a stage without rows", async () => {
  expect(await load("none")).toEqual({ records: 0, refused: 0 });
  expect(await rows("none")).toEqual([["time BIGINT"]]);
});

test("stages without an owner are removed", async () => {
  await load("kept", await part("h", { time: 1 }));
  await load("gone", await part("i", { time: 1 }));
  await stages.keep(["kept"]);
  expect([await stages.blocks("gone"), (await stages.blocks("kept"))?.length]).toEqual([null, 1]);
});

test("thousands of records with many columns, in blocks", async () => {
  const records = Array.from({ length: 40_000 }, (_, i) => ({
    time: i,
    [`c${i % 40}`]: i % 3 === 0 ? `text ${i}` : i,
  }));
  await load("many", await part("j", ...records));
  const blocks = (await stages.blocks("many")) ?? [];
  expect(blocks.length).toBe(2);
  const [counts] = await database.use("service", async (connection) => {
    const sql = `SELECT count(*)::INT, sum(time)::BIGINT::VARCHAR, count(c7)::INT, max(c7) FROM (${stageSql(blocks)})`;
    return (await connection.runAndReadAll(sql)).getRows();
  });
  expect(counts).toEqual([40_000, "799980000", 1000, "text 9927"]);
});

test("a cluster's table gets the rows as values, and its import is recorded once", async () => {
  await transaction(database, createMetadata);
  const records = importRecords(database, stages, () => 5000);
  await load(
    "cluster",
    await part("a", { time: 1, n: 2n ** 60n, d: 0.5, t: "é", l: [[1, null], []] }, { time: 2, t: null }),
    await part("b", { time: 3, t: 7 }),
  );
  expect(await records.stageColumns("cluster")).toEqual([
    { name: "time", type: "long" },
    { name: "n", type: "long" },
    { name: "d", type: "double" },
    { name: "t", type: "string" },
    { name: "l", type: "array<array<long>>" },
  ]);
  const rows: unknown[][] = [];
  for await (const { rowCount, columns } of (await records.stageRows("cluster")).batches)
    for (let i = 0; i < rowCount; i++)
      rows.push(columns.map((column) => (column.kind === "other" ? column.values[i] : column.kind)));
  expect(rows).toEqual([
    [1n, 2n ** 60n, 0.5, "é", [[1n, null], []]],
    [2n, null, null, null, null],
    [3n, null, null, "7", null],
  ]);
  expect(await records.isLoaded("shop", "t", "import-1")).toBe(false);
  await records.recordLoaded("shop", "t", "import-1");
  expect(await records.isLoaded("shop", "t", "import-1")).toBe(true);
  expect(await records.isLoaded("shop", "other", "import-1")).toBe(false);
});
