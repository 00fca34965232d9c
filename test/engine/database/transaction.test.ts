import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../../src/engine/database/database.ts";
import { transaction } from "../../../src/engine/database/transaction.ts";

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-transaction-"));
  database = await openDatabase({
    folder,
    connections: { query: 1, service: 4 },
    prepare: () => Promise.resolve(),
    load: async (connection) => {
      await connection.run(`CREATE SCHEMA notes`);
      await connection.run(`CREATE TABLE notes.n AS SELECT 0 AS changes`);
    },
  });
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const CHANGE = `UPDATE "svc-data".notes.n SET changes = changes + 1`;

test("a change of a row waits for concurrent ones, however long they take", async () => {
  const slow = transaction(database, async (session) => {
    await session.run(CHANGE);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  });
  const others = [1, 2, 3].map(() => transaction(database, (session) => session.run(CHANGE)));
  await Promise.all([slow, ...others]);
  const rows = await transaction(database, (session) => session.rows(`FROM "svc-data".notes.n`));
  expect(rows).toEqual([{ changes: 4 }]);
});
