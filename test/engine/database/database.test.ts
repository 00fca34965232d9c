import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIBRARY_CATALOG } from "../../../src/dialect/storage-names.ts";
import { openDatabase, type Database, type Profile } from "../../../src/engine/database/database.ts";

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-database-"));
  await writeFile(join(folder, "outside.csv"), "a\n1\n");
  database = await openDatabase({
    folder,
    connections: { query: 1, service: 1 },
    prepare: async (connection) => {
      await connection.run(`CREATE MACRO "${LIBRARY_CATALOG}".main.half(x) AS x / 2`);
    },
    load: async (connection) => {
      await connection.run(`CREATE SCHEMA loaded`);
      await connection.run(
        `CREATE TABLE loaded.t AS SELECT * FROM read_csv('${join(folder, "outside.csv")}')`,
      );
    },
  });
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function rows(profile: Profile, sql: string): Promise<unknown[][]> {
  return database.use(profile, async (connection) => (await connection.runAndReadAll(sql)).getRowsJson());
}

describe("connections", () => {
  test("find the macros created before the lock", async () => {
    expect(await rows("query", `SELECT "${LIBRARY_CATALOG}".main.half(7)`)).toEqual([[3.5]]);
  });

  test("use UTC whatever the host's time zone", async () => {
    expect(await rows("query", "SELECT current_setting('TimeZone')")).toEqual([["UTC"]]);
  });
});

describe("fence", () => {
  test.each([
    ["a file", "SELECT * FROM read_text('/etc/hostname')", /disabled by configuration/],
    ["writing a file", "COPY (SELECT 1) TO '/tmp/svc-fence.csv'", /disabled by configuration/],
    ["another data file", "ATTACH '/tmp/svc-fence.duckdb'", /disabled by configuration/],
    ["an extension", "INSTALL httpfs", /disabled/],
    ["the memory limit", "SET memory_limit = '10GB'", /locked/],
    ["the fence itself", "SET enable_external_access = true", /locked|Cannot/],
  ])("blocks %s", async (_what, sql, message) => {
    await expect(rows("query", sql)).rejects.toThrow(message);
  });

  test("packaged files were readable before it was closed", async () => {
    expect(await rows("query", "SELECT a FROM loaded.t")).toEqual([["1"]]);
  });
});

describe("pool", () => {
  test("releasing a connection rolls back its transaction", async () => {
    const lease = await database.acquire("query");
    await lease.connection.run("BEGIN");
    await lease.connection.run("CREATE TABLE loaded.lost (x INTEGER)");
    await lease.release();
    await expect(rows("query", "SELECT * FROM loaded.lost")).rejects.toThrow(/does not exist/);
  });

  test("releasing a connection frees the memory of a result that was left half read", async () => {
    const memory = async (): Promise<number> =>
      Number((await rows("service", "SELECT sum(memory_usage_bytes) FROM duckdb_memory()"))[0]?.[0]);
    const before = await memory();
    const lease = await database.acquire("query");
    const result = await lease.connection.stream("SELECT range x FROM range(1000000) ORDER BY hash(range)");
    await result.fetchChunk();
    expect(await memory()).toBeGreaterThan(before + 8e6);
    await lease.release();
    expect(await memory()).toBeLessThan(before + 1e6);
  });

  test("waits for a connection, and stops waiting when aborted", async () => {
    const lease = await database.acquire("query");
    const stop = new AbortController();
    const refused = database.acquire("query", stop.signal);
    const waiting = database.acquire("query");
    stop.abort(new Error("no longer wanted"));
    await expect(refused).rejects.toThrow("no longer wanted");
    await lease.release();
    await (await waiting).release();
  });
});

test("work that frees space takes the disk's reserve again, also where somebody else freed much", async () => {
  const reserve = async (): Promise<number> => (await stat(join(folder, "svc-data.reserve"))).size;
  const before = await reserve();
  expect(await database.reserve.give()).toBe(true);
  await expect(reserve()).rejects.toThrow("ENOENT");
  expect(await database.freeing(() => Promise.resolve("dropped"))).toBe("dropped");
  expect(await reserve()).toBe(before);
});

test("after a crash the log of a column's change of type is read", async () => {
  const [before, after] = [folder, folder].map((parent) => join(parent, randomUUID())) as [string, string];
  const options = { connections: { query: 1, service: 1 } };
  const crashed = await openDatabase({ folder: before, ...options });
  await crashed.use("service", async (connection) => {
    await connection.run("CREATE TABLE t AS SELECT [1] AS list, 0.5::DOUBLE AS x");
    await connection.run("CHECKPOINT");
    await connection.run("ALTER TABLE t ALTER list SET DATA TYPE VARCHAR USING to_json(list)::VARCHAR");
    await connection.run(
      "ALTER TABLE t ALTER x SET DATA TYPE VARCHAR USING replace(x::VARCHAR, 'inf', 'Infinity')",
    );
  });
  await cp(before, after, { recursive: true });
  await crashed.close();
  expect(await readdir(before)).not.toContain("svc-data.duckdb.wal");
  const opened = await openDatabase({ folder: after, ...options });
  expect(await opened.use("service", async (c) => (await c.runAndReadAll("FROM t")).getRowsJson())).toEqual([
    ["[1]", "0.5"],
  ]);
  await opened.close();
});

test("closing interrupts a long statement, and the file can be reopened with its data", async () => {
  const other = await mkdtemp(join(tmpdir(), "svc-database-"));
  const first = await openDatabase({ folder: other, connections: { query: 1, service: 1 } });
  await first.use("service", (connection) => connection.run("CREATE TABLE kept AS SELECT 42 AS x"));
  const long = first.use("query", (connection) =>
    connection.run("SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range + b.range = 7"),
  );
  const failed = expect(long).rejects.toThrow(/[Ii]nterrupt/);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await first.close();
  await failed;
  const second = await openDatabase({ folder: other, connections: { query: 1, service: 1 } });
  expect(
    await second.use("service", async (c) => (await c.runAndReadAll("FROM kept")).getRowsJson()),
  ).toEqual([[42]]);
  await second.close();
  await rm(other, { recursive: true });
});
