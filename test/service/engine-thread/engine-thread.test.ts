import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EmbeddedEngine } from "../../../src/service/embedded/embedded-engine.ts";
import type { RunOptions } from "../../../src/service/engine.ts";
import type * as engineThread from "../../../src/service/engine-thread/engine-thread.ts";
import type { LogEntry } from "../../../src/service/log.ts";
import { RecordBlock } from "../../../src/service/imports/record-block.ts";

/** A thread runs the built package only. */
const BUILT = pathToFileURL(
  join(import.meta.dirname, "../../../dist/service/engine-thread/engine-thread.js"),
).href;

let folder: string;
let engine: EmbeddedEngine;
const log: LogEntry[] = [];

async function open(options: Partial<engineThread.EngineThreadOptions> = {}): Promise<void> {
  const { openEngineThread } = (await import(BUILT)) as typeof engineThread;
  engine = await openEngineThread({
    memoryBytes: 500e6,
    folder,
    samples: false,
    log: (entry) => log.push(entry),
    ...options,
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-thread-"));
  log.length = 0;
});

afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  dialect: "presto",
  database: "shop",
  scheduledTimeMs: 0,
  signal: new AbortController().signal,
  mayWrite: true,
  ...more,
});

async function count(sql: string, more?: Partial<RunOptions>): Promise<number> {
  const { batches } = await engine.runners.presto.run(sql, options(more));
  let rows = 0;
  for await (const batch of batches) rows += batch.rowCount;
  return rows;
}

const ENDLESS = "select count(*) from big a cross join big b cross join big c where a.n + b.n + c.n = -1";
const BIG = "create table big as select n from unnest(sequence(1, 5000)) as t (n)";

describe("the engine in a thread", () => {
  test("runs statements, gives their rows in order, and errors with their place", async () => {
    await open();
    await engine.storage.createDatabase("shop");
    const { columns, batches } = await engine.runners.presto.run(
      "select n, 'text ' || cast(n as varchar) as t from unnest(sequence(1, 10000)) as t (n) order by n",
      options(),
    );
    expect(columns).toEqual([
      { name: "n", type: "bigint" },
      { name: "t", type: "varchar" },
    ]);
    const seen: bigint[] = [];
    for await (const { columns } of batches) seen.push(...(columns[0] as { values: BigInt64Array }).values);
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([10000, 1n, 10000n]);
    await expect(count("select\n  nosuch")).rejects.toMatchObject({
      name: "SqlError",
      kind: "COLUMN_NOT_FOUND",
      line: 2,
      column: 3,
    });
    await expect(engine.storage.createDatabase("shop")).rejects.toMatchObject({
      name: "Fault",
      kind: "already_exists",
    });
  });

  test("a stop comes through with its own reason, and so does a reader who leaves", async () => {
    await open();
    await engine.storage.createDatabase("shop");
    await count(BIG);
    const reason = new Error("enough");
    const controller = new AbortController();
    const running = count(ENDLESS, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await expect(running).rejects.toBe(reason);
    const { batches } = await engine.runners.presto.run("select a.n from big a cross join big b", options());
    for await (const batch of batches) {
      expect(batch.rowCount).toBeGreaterThan(0);
      break;
    }
    expect(await count("select 1")).toBe(1);
  });

  test("takes imports in, all or nothing", async () => {
    await open();
    const { storage } = engine;
    await storage.createDatabase("shop");
    await storage.createTable("shop", "log");
    const block = (): RecordBlock => {
      const block = new RecordBlock();
      block.add(["time", "a"], [1, "x"], 2);
      block.add(["time", "a"], [2, 2n ** 60n], 2);
      return block;
    };
    const failed = storage.loadStage("s", async (stage) => {
      await stage.append(block());
      throw new Error("cut off");
    });
    await expect(failed).rejects.toThrow("cut off");
    expect(await storage.hasStage("s")).toBe(false);
    expect(await storage.loadStage("s", async (stage) => (await stage.append(block()), "done"))).toBe("done");
    expect(await storage.commitStage("s", "shop", "log", "i")).toBe("loaded");
    expect(await storage.listTables("shop")).toMatchObject([
      { name: "log", rowCount: 2, columns: [{ name: "a", type: "string" }] },
    ]);
  });

  test("starts again after its heap was full: what ran has failed, what was written is there", async () => {
    await open({ heapMb: 48 });
    await engine.storage.createDatabase("shop");
    await count("create table kept as select 1 as n");
    const values = Array.from({ length: 300_000 }, (_, i) => `(${i})`).join(",");
    await expect(count(`select * from (values ${values}) as t (n)`)).rejects.toMatchObject({
      name: "Fault",
      kind: "unavailable",
      message:
        "The embedded engine stopped (it ran out of memory) and is started again; repeat this, but look first at what it changes: that may be done already.",
    });
    expect(await count("select n from kept")).toBe(1);
    expect(log).toMatchObject([
      { event: "engine_stopped", code: 1, fault: "Error ERR_WORKER_OUT_OF_MEMORY" },
      { event: "engine_started_again" },
    ]);
  });
});
