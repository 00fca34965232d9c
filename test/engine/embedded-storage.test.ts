import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../src/engine/database/database.ts";
import { installLibrary } from "../../src/engine/library/install-library.ts";
import { createRunner } from "../../src/engine/run/create-runner.ts";
import { EmbeddedStorage } from "../../src/engine/embedded-storage.ts";
import { StageFolders } from "../../src/engine/stage/stage-folders.ts";

let folder: string;
let database: Database;
let storage: EmbeddedStorage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-storage-"));
  database = await openDatabase({ folder, prepare: installLibrary });
  storage = await EmbeddedStorage.open(database, new StageFolders(database.stages), () => 1000);
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const statement = (sql: string): Promise<unknown> =>
  createRunner(database).run(sql, {
    dialect: "presto",
    database: "first",
    scheduledTimeMs: 0,
    signal: AbortSignal.timeout(60_000),
    mayWrite: true,
  });

const names = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);

test("lists what statements created and dropped", async () => {
  for (const name of ["first", "second"]) await storage.createDatabase(name);
  for (const name of ["goes", "stays"]) await storage.createTable("first", name);
  expect(names(await storage.listTables("first"))).toEqual(["goes", "stays"]);
  await statement("DROP TABLE goes");
  await statement("DROP SCHEMA second");
  await statement("CREATE SCHEMA third");
  await statement("CREATE TABLE third.made AS SELECT 1 AS time, 2 AS n UNION ALL SELECT 5, 3");
  await statement("CREATE VIEW third.view AS SELECT 1 AS n");
  expect(names(await storage.listTables("first"))).toEqual(["stays"]);
  expect(await storage.listTables("third")).toMatchObject([
    { name: "made", rowCount: 2, lastTime: 5, createdAtMs: 1000, columns: [{ name: "n", type: "int" }] },
  ]);
  expect(await storage.listDatabases()).toMatchObject([
    { name: "first", rowCount: 0 },
    { name: "third", rowCount: 2 },
  ]);
});

test("a database that is dropped and created again has none of its old tables", async () => {
  await storage.createDatabase("twice");
  await storage.createTable("twice", "before");
  expect(names(await storage.listTables("twice"))).toEqual(["before"]);
  await statement("DROP SCHEMA twice CASCADE");
  await storage.createDatabase("twice");
  expect(await storage.listTables("twice")).toEqual([]);
});

test("lists tables while others are dropped", async () => {
  await storage.createDatabase("busy");
  const tables = Array.from({ length: 30 }, (_, i) => `table_${i}`);
  for (const name of tables) await storage.createTable("busy", name);
  const dropped = (async () => {
    for (const name of tables.slice(1)) await statement(`DROP TABLE busy.${name}`);
  })();
  for (let i = 0; i < 10; i++) expect(names(await storage.listTables("busy"))).toContain("table_0");
  await dropped;
  expect(names(await storage.listTables("busy"))).toEqual(["table_0"]);
});

test("counts many tables: empty, filled, and emptied again", async () => {
  await storage.createDatabase("many");
  const tables = Array.from({ length: 60 }, (_, i) => `t${String(i).padStart(2, "0")}`);
  for (const name of tables) await storage.createTable("many", name);
  await statement("INSERT INTO many.t07 (time) VALUES (3), (5)");
  await statement("INSERT INTO many.t31 (time) VALUES (8)");
  await statement("DELETE FROM many.t31");
  const sizes = (await storage.listTables("many")).map(({ name, rowCount, lastTime }) => [
    name,
    rowCount,
    lastTime,
  ]);
  expect(sizes).toEqual(tables.map((name) => (name === "t07" ? [name, 2, 5] : [name, 0, null])));
});

test("no table can be created in the service's own schemas", async () => {
  for (const name of ["svc-notes", "svc-stages", "main", "absent"])
    await expect(storage.createTable(name, "own")).rejects.toThrow(`Database ${name} does not exist`);
});

test("reads only what has changed", async () => {
  await storage.createDatabase("known");
  for (const name of ["one", "two"]) await storage.createTable("known", name);
  await storage.listDatabases();
  const session = jest.spyOn(database, "use");
  await storage.listTables("known");
  await storage.listDatabases();
  expect(session).not.toHaveBeenCalled();
  session.mockRestore();
});
