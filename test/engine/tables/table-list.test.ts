import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../../src/engine/database/database.ts";
import { transaction } from "../../../src/engine/database/transaction.ts";
import { addTable } from "../../../src/engine/tables/table-metadata.ts";
import { EmbeddedStorage } from "../../../src/engine/embedded-storage.ts";
import { StageFolders } from "../../../src/engine/stage/stage-folders.ts";
import { installLibrary } from "../../../src/engine/library/install-library.ts";
import { createRunner } from "../../../src/engine/run/create-runner.ts";

let folder: string;
let database: Database;
let storage: EmbeddedStorage;
let nowMs = 1000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-list-"));
  database = await openDatabase({ folder, prepare: installLibrary });
  storage = await EmbeddedStorage.open(database, new StageFolders(database.stages), () => nowMs);
  await storage.createDatabase("shop");
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function run(sql: string, dialect: "presto" | "hive" = "presto"): Promise<void> {
  const { signal } = new AbortController();
  const options = { dialect, database: "shop", scheduledTimeMs: 0, signal, mayWrite: true };
  for await (const batch of (await createRunner(database).run(sql, options)).batches) void batch;
}

const tables = async (): Promise<unknown[]> =>
  (await storage.listTables("shop")).map(({ name, rowCount, columns }) => [
    name,
    rowCount,
    columns.map((column) => `${column.name} ${column.type}`).join(", "),
  ]);

test("follows changes by statements", async () => {
  await run("CREATE TABLE orders AS SELECT 1 AS id");
  expect(await tables()).toEqual([["orders", 1, "id int"]]);
  await run("INSERT INTO orders VALUES (2), (3)");
  expect(await tables()).toEqual([["orders", 3, "id int"]]);
  await run("ALTER TABLE orders ADD COLUMN label varchar");
  expect(await tables()).toEqual([["orders", 3, "id int, label string"]]);
  await run("DELETE FROM orders WHERE id = 1");
  expect(await tables()).toEqual([["orders", 2, "id int, label string"]]);
  await run("ALTER TABLE orders RENAME TO bought");
  expect(await tables()).toEqual([["bought", 2, "id int, label string"]]);
  await run("ALTER TABLE bought RENAME TO orders", "hive");
  expect(await tables()).toEqual([["orders", 2, "id int, label string"]]);
  await run("INSERT OVERWRITE TABLE orders SELECT 9, 'x'", "hive");
  expect(await tables()).toEqual([["orders", 1, "id int, label string"]]);
  await run("DROP TABLE orders");
  expect(await tables()).toEqual([]);
});

test("a statement that fails leaves the list unchanged", async () => {
  await run("CREATE TABLE kept AS SELECT 1 AS id");
  expect(await tables()).toEqual([["kept", 1, "id int"]]);
  await expect(
    run("INSERT INTO kept SELECT CAST(1/(2-n) AS int) FROM (VALUES 1, 2) AS t(n)"),
  ).rejects.toThrow();
  await expect(run("CREATE TABLE half AS SELECT 1/(2-n) AS id FROM (VALUES 1, 2) AS t(n)")).rejects.toThrow();
  expect(await tables()).toEqual([["kept", 1, "id int"]]);
  await expect(run("ALTER TABLE kept RENAME TO kept")).rejects.toThrow();
  expect(await tables()).toEqual([["kept", 1, "id int"]]);
  await run("DROP TABLE kept");
});

test.each<[how: string, drop: () => Promise<void>]>([
  ["a statement", () => run("DROP TABLE again")],
  ["a request", () => storage.deleteTable("shop", "again")],
  [
    "a statement, with its database",
    async () => {
      await run("DROP SCHEMA shop CASCADE");
      await run("CREATE SCHEMA shop");
    },
  ],
  [
    "a request, with its database",
    async () => {
      await storage.deleteDatabase("shop");
      await run("CREATE SCHEMA shop");
    },
  ],
])("a table that is dropped by %s and created again is a new one", async (_how, drop) => {
  await run("CREATE TABLE again AS SELECT 1 AS time");
  await storage.setExpireDays("shop", "again", 100_000);
  const first = await storage.showTable("shop", "again");
  nowMs += 1000;
  await drop();
  await run("CREATE TABLE again AS SELECT 5 AS time");
  const second = await storage.showTable("shop", "again");
  expect(second).toMatchObject({ createdAtMs: nowMs, expireDays: null, lastTime: 5 });
  expect(second.id).not.toBe(first.id);
  await storage.deleteTable("shop", "again");
});

test("a table renamed by a statement keeps its id and its expire_days", async () => {
  await run("CREATE TABLE older AS SELECT 5 AS time");
  await storage.setExpireDays("shop", "older", 100_000);
  const first = await storage.showTable("shop", "older");
  nowMs += 1000;
  await run("CREATE TABLE newer AS SELECT 6 AS time");
  await run("DROP TABLE newer");
  await run("ALTER TABLE older RENAME TO newer");
  expect(await storage.showTable("shop", "newer")).toEqual({ ...first, name: "newer" });
  await expect(storage.showTable("shop", "older")).rejects.toThrow("Table shop.older does not exist");
});

test("a table renamed while a listing records the new name keeps its id", async () => {
  await run("CREATE TABLE draft AS SELECT 5 AS time");
  const first = await storage.showTable("shop", "draft");
  await run("CREATE TABLE final AS SELECT 6 AS time");
  await transaction(database, async (session) => {
    await addTable(session, { database: "shop", name: "final" }, nowMs);
    await run("DROP TABLE final");
    await run("ALTER TABLE draft RENAME TO final");
  });
  expect(await storage.showTable("shop", "final")).toEqual({ ...first, name: "final" });
  await run("DROP TABLE final");
});

test("lists simultaneous changes by two clients", async () => {
  const tables = Array.from({ length: 12 }, (_, i) => `both_${String(i).padStart(2, "0")}`);
  const client = async (own: readonly string[]): Promise<void> => {
    for (const name of own) {
      await run(`CREATE TABLE ${name} AS SELECT 1 AS time`);
      await run(`INSERT INTO ${name} VALUES 2, 3`);
      expect(await storage.showTable("shop", name)).toMatchObject({ rowCount: 3, lastTime: 3 });
      await run(`ALTER TABLE ${name} RENAME TO ${name}_x`);
      expect((await storage.listTables("shop")).map((table) => table.name)).toContain(`${name}_x`);
    }
  };
  await Promise.all([client(tables.slice(0, 6)), client(tables.slice(6))]);
  expect((await storage.listTables("shop")).filter(({ name }) => name.startsWith("both_"))).toMatchObject(
    tables.map((name) => ({ name: `${name}_x`, rowCount: 3 })),
  );
});
