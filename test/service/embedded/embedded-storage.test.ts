import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../../src/service/embedded/database/database.ts";
import { EmbeddedStorage } from "../../../src/service/embedded/embedded-storage.ts";

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-storage-"));
  database = await openDatabase({ folder });
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test("lists what is there while statements of others drop tables and databases", async () => {
  const storage = await EmbeddedStorage.open(database, () => 1000);
  for (const name of ["first", "second"]) await storage.createDatabase(name);
  for (const name of ["goes", "stays"]) await storage.createTable("first", name);
  // As between the look at what is there and the listing.
  storage.refresh = () => Promise.resolve();
  await database.use("service", async (connection) => {
    await connection.run('DROP TABLE "svc-data".first.goes');
    await connection.run('DROP SCHEMA "svc-data".second');
  });
  expect((await storage.listTables("first")).map(({ name }) => name)).toEqual(["stays"]);
  expect((await storage.listDatabases()).map(({ name }) => name)).toEqual(["first"]);
});
