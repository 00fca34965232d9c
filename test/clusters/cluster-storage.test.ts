import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Cluster, ClusterTable } from "../../src/clusters/cluster.ts";
import { ClusterStorage } from "../../src/clusters/cluster-storage.ts";
import { Fault } from "../../src/engine/errors/fault.ts";
import { RoutedStorage } from "../../src/clusters/routed-storage.ts";
import type { Batch } from "../../src/core/blocks/batch.ts";
import { SqlError } from "../../src/dialect/sql-error.ts";
import type { Storage } from "../../src/engine/contract/storage.ts";
import { trinoDialect } from "../../src/clusters/trino/trino-dialect.ts";

async function* none(): AsyncGenerator<Batch> {}

let said: string[];
/** In which the statements run. */
let databases: Set<string>;
let asked: number;
let fail: RegExp | null;
let nowMs: number;
const tables: ClusterTable[] = [
  {
    name: "t",
    columns: [
      { name: "time", type: "bigint" },
      { name: "a", type: "array(varchar(3))" },
    ],
  },
  { name: "u", columns: [{ name: "b", type: "decimal(10,2)" }] },
];

const cluster: Cluster = {
  sql: trinoDialect,
  runner: {
    run: (sql, { database }) => {
      databases.add(database);
      said.push(sql.replace(/svc_swap_\w+/, "between"));
      if (fail?.test(sql)) return Promise.reject(new SqlError("NOT_SUPPORTED", "no"));
      return Promise.resolve({ columns: [], batches: none() });
    },
  },
  catalogue: {
    databases: () => (asked++, Promise.resolve(["db", "empty"])),
    tables: (database) => Promise.resolve(database === "db" ? tables : []),
    counts: () => Promise.resolve(new Map([["t", 7]])),
  },
  close: () => Promise.resolve(),
};

let storage: ClusterStorage;
beforeEach(() => {
  said = [];
  databases = new Set();
  asked = 0;
  fail = null;
  nowMs = 1000;
  storage = new ClusterStorage(cluster, () => nowMs);
});

describe("ClusterStorage", () => {
  test("caches the catalog for a while", async () => {
    expect((await storage.listDatabases()).map(({ name }) => name)).toEqual(["db", "empty"]);
    expect(await storage.hasDatabase("db")).toBe(true);
    expect(asked).toBe(1);
    nowMs += 10_000;
    await storage.hasDatabase("db");
    expect(asked).toBe(2);
  });

  test("lists tables with the service's types", async () => {
    expect(
      (await storage.listTables("db")).map(({ name, rowCount, columns }) => ({ name, rowCount, columns })),
    ).toEqual([
      { name: "t", rowCount: 7, columns: [{ name: "a", type: "array<string>" }] },
      { name: "u", rowCount: 0, columns: [{ name: "b", type: "decimal(10,2)" }] },
    ]);
    await expect(storage.listTables("nix")).rejects.toMatchObject({ kind: "not_found" });
    expect(await storage.findTable("db", "u")).toEqual({ hasTime: false });
  });

  test("sends the SQL of each change", async () => {
    await storage.createDatabase("new");
    await storage.deleteDatabase("empty");
    await storage.createTable("db", "v");
    await storage.updateSchema("db", "u", [{ name: "c", type: "map<string,long>" }]);
    await storage.moveTable("db", "t", "empty");
    await storage.deleteTable("db", "t");
    expect(said).toEqual([
      'CREATE SCHEMA "new"',
      'DROP SCHEMA "empty"',
      'CREATE TABLE "db"."v" ("time" bigint)',
      'ALTER TABLE "db"."u" ADD COLUMN "c" map(varchar, bigint)',
      'ALTER TABLE "db"."t" RENAME TO "empty"."t"',
      'DROP TABLE "db"."t"',
    ]);
    // A session can't be opened in a database that is still to be created.
    expect([...databases]).toEqual(["default"]);
  });

  test("refuses changes that would lose data or are impossible", async () => {
    await expect(storage.deleteDatabase("db")).rejects.toMatchObject({ kind: "invalid" });
    await expect(storage.createDatabase("db")).rejects.toMatchObject({ kind: "already_exists" });
    await expect(storage.createTable("db", "t")).rejects.toMatchObject({ kind: "already_exists" });
    await expect(storage.deleteTable("db", "nix")).rejects.toMatchObject({ kind: "not_found" });
    await expect(storage.updateSchema("db", "u", [{ name: "b", type: "long" }])).rejects.toMatchObject({
      kind: "invalid",
    });
    expect(said).toEqual([]);
    fail = /DROP/;
    await expect(storage.deleteTable("db", "t")).rejects.toMatchObject({
      kind: "not_supported",
      message: "no",
    });
  });

  test("swaps names with three renames, and undoes those made before a failure", async () => {
    await storage.swapTables("db", "t", "u");
    const first = 'ALTER TABLE "db"."t" RENAME TO "db"."between"';
    expect(said).toEqual([
      first,
      'ALTER TABLE "db"."u" RENAME TO "db"."t"',
      'ALTER TABLE "db"."between" RENAME TO "db"."u"',
    ]);
    said = [];
    fail = /^ALTER TABLE "db"."u"/;
    await expect(storage.swapTables("db", "t", "u")).rejects.toMatchObject({ kind: "not_supported" });
    expect(said).toEqual([
      first,
      'ALTER TABLE "db"."u" RENAME TO "db"."t"',
      'ALTER TABLE "db"."between" RENAME TO "db"."t"',
    ]);
    said = [];
    fail = /RENAME TO "db"."u"/;
    await expect(storage.swapTables("db", "t", "u")).rejects.toMatchObject({ kind: "invalid" });
    expect(said).toEqual([
      first,
      'ALTER TABLE "db"."u" RENAME TO "db"."t"',
      'ALTER TABLE "db"."between" RENAME TO "db"."u"',
      'ALTER TABLE "db"."t" RENAME TO "db"."u"',
    ]);
    said = [];
    fail = /^ALTER TABLE "db"."svc_swap_\w+" RENAME TO "db"."u"/;
    await expect(storage.swapTables("db", "t", "u")).rejects.toMatchObject({ kind: "not_supported" });
    expect(said.slice(3)).toEqual([
      'ALTER TABLE "db"."t" RENAME TO "db"."u"',
      'ALTER TABLE "db"."between" RENAME TO "db"."t"',
    ]);
  });

  test("reports where a table is if a rename could not be undone", async () => {
    fail = /RENAME TO "db"."u"/;
    await expect(storage.swapTables("db", "t", "u")).rejects.toThrow(
      /^no\. That could not be undone: no\. db\.u is now named db\.t\.$/,
    );
  });
});

describe("RoutedStorage", () => {
  const calls: string[] = [];
  const embedded = {
    listDatabases: () => Promise.resolve([{ name: "own", rowCount: 1, createdAtMs: 0, updatedAtMs: 0 }]),
    hasDatabase: (database: string) => Promise.resolve(database === "own" || database === "db"),
    listTables: (database: string) => Promise.resolve([{ database, name: "mine" }]),
    findTable: (database: string, name: string) =>
      name === "mine"
        ? Promise.resolve({ hasTime: database === "db" })
        : Promise.reject(new Fault("not_found", "")),
    deleteTable: (database: string, table: string) => (
      calls.push(`delete ${database}.${table}`),
      Promise.resolve()
    ),
    setExpireDays: (database: string, table: string) => (
      calls.push(`expire ${database}.${table}`),
      Promise.resolve()
    ),
    commitStage: () => Promise.resolve("loaded"),
  } as unknown as Storage;
  const loaded = new Set<string>();
  let routed: RoutedStorage;
  beforeEach(() => {
    calls.length = 0;
    loaded.clear();
    routed = new RoutedStorage({
      embedded,
      clusters: [storage],
      showEmbedded: true,
      stages: { drop: (id) => (calls.push(`drop ${id}`), Promise.resolve()) },
      records: {
        stageColumns: () => Promise.resolve([{ name: "time", type: "long" }]),
        stageRows: () => Promise.resolve({ batches: none() }),
        isLoaded: (_database, _table, id) => Promise.resolve(loaded.has(id)),
        recordLoaded: (_database, _table, id) => Promise.resolve(void loaded.add(id)),
      },
    });
  });

  test("joins the databases and their tables", async () => {
    expect((await routed.listDatabases()).map(({ name }) => name)).toEqual(["db", "empty", "own"]);
    expect((await routed.listTables("db")).map(({ name }) => name)).toEqual(["mine", "t", "u"]);
    await expect(routed.listTables("nix")).rejects.toMatchObject({ kind: "not_found" });
  });

  test("routes each change to the owner of the table", async () => {
    await routed.deleteTable("db", "mine");
    await routed.deleteTable("db", "u");
    await routed.setExpireDays("own", "mine", 3);
    expect([calls, said]).toEqual([["delete db.mine", "expire own.mine"], ['DROP TABLE "db"."u"']]);
    await expect(routed.setExpireDays("db", "t", 3)).rejects.toMatchObject({ kind: "not_supported" });
    await expect(routed.deleteTable("own", "t")).rejects.toMatchObject({ kind: "not_found" });
  });

  test("an import into a cluster is not loaded twice", async () => {
    expect(await routed.commitStage("s1", "db", "t", "i1")).toBe("loaded");
    expect(await routed.commitStage("s2", "db", "t", "i1")).toBe("known");
    expect(calls).toEqual(["drop s1", "drop s2"]);
    expect(await routed.commitStage("s3", "own", "mine", "i1")).toBe("loaded");
  });
});
