import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import type { EmbeddedEngine } from "../../../src/engine/embedded-engine.ts";
import type { RunOptions } from "../../../src/engine/contract/engine.ts";
import type * as engineProcess from "../../../src/engine/process/engine-process.ts";
import type * as memoryWatch from "../../../src/engine/process/memory-watch.ts";
import type { LogEntry } from "../../../src/engine/errors/log.ts";
import { writeMsgpackGz } from "../../service/helpers/msgpack-gz.ts";
import { isShort, longTest } from "../../jest/short-form.ts";

/** The process runs the built package only. */
const BUILT = pathToFileURL(join(import.meta.dirname, "../../../dist/engine/process/engine-process.js")).href;

let folder: string;
let engine: EmbeddedEngine;
const log: LogEntry[] = [];

/** Loaded into the engine's process, where it lends statements faults. */
const FAILING = pathToFileURL(join(import.meta.dirname, "failing-engine.mjs")).href;
const nodeOptions = process.env["NODE_OPTIONS"] ?? "";

async function open(options: Partial<engineProcess.EngineProcessOptions> = {}): Promise<void> {
  const { openEngineProcess } = (await import(BUILT)) as typeof engineProcess;
  engine = await openEngineProcess({
    folder,
    samples: false,
    memoryBytes: 2 ** 32,
    log: (entry) => log.push(entry),
    ...options,
  });
  if (!(await engine.storage.hasDatabase("shop"))) await engine.storage.createDatabase("shop");
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-engine-"));
  log.length = 0;
});

afterEach(async () => {
  process.env["NODE_OPTIONS"] = nodeOptions;
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

/** The rows of a statement, from the pages of the statement protocol. */
async function rows(sql: string, more?: Partial<RunOptions>): Promise<unknown> {
  const { pages } = await engine.statements.toPages(sql, "json", options(more));
  const pieces: Uint8Array[] = [];
  for await (const { bytes } of pages) pieces.push(bytes);
  return JSON.parse(`[${pieces.map((piece) => Buffer.from(piece).toString()).join(",")}]`);
}

/** Runs a statement and aborts it after a delay. @returns how it ended. */
async function stopAfter(ms: number, sql: string): Promise<unknown> {
  const controller = new AbortController();
  const running = rows(sql, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("killed")), ms);
  return running.catch((error: Error) => error.message);
}

const events = (): string[] => log.map(({ event, why }) => (why === undefined ? event : `${event}: ${why}`));

const BIG = "create table big as select a.n as n from unnest(sequence(1, 5000)) as a (n)";
const ENDLESS =
  "select count(*) as n from big a cross join big b cross join big c where a.n + b.n + c.n = -1";
/** Takes seconds over the first rows that the engine computes at once, and can't be interrupted meanwhile. */
const DEAF =
  "select max(levenshtein_distance(lpad('a', 1000, 'xy'), lpad(cast(n as varchar), 1000, 'zx'))) from big";
/** Reads for about a second, in the short form for a third of one. */
const TIMES = isShort ? 7 : 20;
const READS = `select count(*) from big a cross join big b cross join (select n from big limit ${TIMES}) c`;
const READ = [[5000 * 5000 * TIMES]];

describe("the engine process", () => {
  test("runs statements to pages and files, and reports errors with their position", async () => {
    await open();
    const sql =
      "select n, 'text ' || cast(n as varchar) as t from unnest(sequence(1, 10000)) as t (n) order by n";
    const seen = (await rows(sql)) as [number, string][];
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([10000, [1, "text 1"], [10000, "text 10000"]]);
    const path = join(folder, "result");
    expect(await engine.statements.toFile("select 1 as a", { path, form: "msgpack.gz" }, options())).toEqual({
      columns: [{ name: "a", type: "integer" }],
      rowCount: 1,
      size: expect.any(Number),
    });
    expect([...gunzipSync(await readFile(path))]).toEqual([0x91, 1]);
    await expect(rows("select\n  nosuch")).rejects.toMatchObject({
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

  test("loads uploaded files, all or nothing", async () => {
    await open();
    const { stages, storage } = engine;
    await storage.createTable("shop", "log");
    const first = join(folder, "first");
    await writeMsgpackGz(first, [{ time: 1, a: "x" }, { a: "no time" }]);
    const second = join(folder, "second");
    await writeMsgpackGz(second, ["no record"]);
    const files = [first, second].map((path, i) => ({ path, part: `part${i}` }));
    const refusedPath = join(folder, "refused");
    await expect(stages.load("s", { files, arrival: null, refusedPath })).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(/^The part "part1" can't be read: /),
    });
    expect(await stages.has("s")).toBe(false);
    const load = { files: files.slice(0, 1), arrival: null, refusedPath };
    expect(await stages.load("s", load)).toEqual({ records: 1, refused: 1 });
    expect(await storage.commitStage("s", "shop", "log", "i")).toBe("loaded");
    expect(await storage.listTables("shop")).toMatchObject([
      { name: "log", rowCount: 1, columns: [{ name: "a", type: "string" }] },
    ]);
  });

  test("stops a statement that can be interrupted, and one whose reader leaves", async () => {
    await open();
    await rows(BIG);
    expect(await stopAfter(100, ENDLESS)).toBe("killed");
    const { pages } = await engine.statements.toPages(
      "select a.n from big a cross join big b",
      "json",
      options(),
    );
    for await (const page of pages) {
      expect(page.rowCount).toBeGreaterThan(0);
      break;
    }
    expect([await rows("select 1"), events()]).toEqual([[[1]], []]);
  });

  test("is ended if a statement does not stop: others' reads run again, writes report what was committed", async () => {
    await open();
    await rows(BIG);
    await rows("create table kept as select 1 as n");
    const reading = rows(READS);
    const writing = rows(`create table cut as ${ENDLESS}`, { writeId: "w1" });
    const cut = expect(writing).rejects.toMatchObject({
      kind: "unavailable",
      message:
        "The embedded engine was stopped while this ran (a statement could not be stopped) and is being restarted; none of its changes were made: run it again.",
    });
    await rows("create table done as select 1 as n", { writeId: "w2" });
    // One that is aborted before it starts ends at once.
    while (log.length === 0) expect(await stopAfter(300, DEAF)).toBe("killed");
    await cut;
    expect(await reading).toEqual(READ);
    expect([await rows("show tables"), await rows("select n from kept")]).toEqual([
      [["big"], ["done"], ["kept"]],
      [[1]],
    ]);
    expect(await Promise.all(["w1", "w2"].map((id) => engine.storage.hasWritten(id)))).toEqual([false, true]);
    expect(events()).toEqual(["engine_stopped: a statement could not be stopped", "engine_started_again"]);
  });

  longTest("lists exactly what was committed after its process was ended during a write", async () => {
    await open();
    await rows("create table kept as select 1 as id");
    await rows("create table gone as select 1 as id");
    expect(await engine.storage.listTables("shop")).toMatchObject([{ name: "gone" }, { name: "kept" }]);
    await rows(BIG);
    const cut = rows(`insert into kept ${ENDLESS}`, { writeId: "w1" }).catch((error: Error) => error.message);
    await rows("drop table gone");
    await rows("create table made as select 2 as id");
    await rows("alter table made rename to renamed");
    const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], {
      encoding: "utf8",
    });
    const [, pid] = /^\s*(\d+) .*process-main/m.exec(children) ?? [];
    process.kill(Number(pid), "SIGKILL");
    expect(await cut).toContain("none of its changes were made");
    expect(await engine.storage.listTables("shop")).toMatchObject([
      { name: "big", rowCount: 5000 },
      { name: "kept", rowCount: 1 },
      { name: "renamed", rowCount: 1 },
    ]);
  });

  longTest("repeats a reading statement each time that the process is ended for another one", async () => {
    const go = join(folder, "go");
    process.env["NODE_OPTIONS"] = `${nodeOptions} --import=${FAILING}`;
    await open();
    const reading = rows(`select 'engine-waits for ${go}' as text`);
    reading.catch(() => undefined);
    for (const seen of [1, 3])
      while (log.length < seen) expect(await stopAfter(300, "select 'engine-deaf' as text")).toBe("killed");
    await writeFile(go, "");
    expect(await reading).toEqual([[`engine-waits for ${go}`]]);
    const end = ["engine_stopped: a statement could not be stopped", "engine_started_again"];
    while (log.length < 4) await sleep(10);
    expect(events()).toEqual([...end, ...end]);
  });

  test("keeps its memory limit: the greedy statement fails with an error that names it, others continue", async () => {
    await open({ memoryBytes: 400 * 2 ** 20 });
    await rows(BIG);
    const reading = rows(READS);
    // Each row is a list, whose memory no operator of the engine tracks.
    const greedy = rows(
      "select sum(cardinality(transform(sequence(1, 10000), x -> transform(sequence(1, 10000), y -> x + y)))) from big",
    );
    await expect(greedy).rejects.toMatchObject({
      kind: "EXCEEDED_LIMIT",
      message: expect.stringContaining("more than its 400 MB of memory"),
    });
    expect(await reading).toEqual(READ);
  });

  longTest("restarts after its heap was full: the statement fails, written data remain", async () => {
    await open({ heapMb: 48 });
    await rows("create table kept as select 1 as n");
    const lists = "select sequence(1, 10000) from unnest(sequence(1, 2000)) as t(n)";
    await expect(rows(lists)).rejects.toMatchObject({
      name: "SqlError",
      kind: "NOT_SUPPORTED",
      message: expect.stringContaining("ended the embedded engine twice (its script heap was full)"),
    });
    expect(await rows("select n from kept")).toEqual([[1]]);
  });

  longTest("goes on after a statement was too large to compile in its heap", async () => {
    await open({ heapMb: 48 });
    const values = Array.from({ length: 300_000 }, (_, i) => `(${i})`).join(",");
    await expect(rows(`select * from (values ${values}) as t (n)`)).rejects.toMatchObject({
      kind: "EXCEEDED_LIMIT",
      message:
        "the statement needs more memory to compile than one may have; split it, or put parts of it in tables",
    });
    expect(await rows("select 1")).toEqual([[1]]);
    expect(events()).toEqual([]);
  });
});

test("does not judge the memory of a process that is opening the data file", async () => {
  const { MemoryWatch } = (await import(new URL("memory-watch.js", BUILT).href)) as typeof memoryWatch;
  const report = jest.spyOn(MemoryWatch.prototype, "report");
  const { openEngineProcess } = (await import(BUILT)) as typeof engineProcess;
  engine = await openEngineProcess({ folder, samples: false, memoryBytes: 2 ** 32, log: () => undefined });
  const early = report.mock.calls.length;
  while (report.mock.calls.length === 0) await sleep(10);
  report.mockRestore();
  expect(early).toBe(0);
});

test("exits with the process that started it, also if that is killed during a statement", async () => {
  await open();
  await rows(BIG);
  await engine.close();
  const script = `
    const { openEngineProcess } = await import(${JSON.stringify(BUILT)});
    const engine = await openEngineProcess({ folder: ${JSON.stringify(folder)}, samples: false, memoryBytes: 2 ** 32, log() {} });
    const options = { dialect: "presto", database: "shop", scheduledTimeMs: 0, mayWrite: true, signal: new AbortController().signal };
    engine.statements.toPages(${JSON.stringify(DEAF)}, "json", options);
    process.stdout.write("runs");`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => parent.stdout.once("data", resolve));
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(parent.pid)], { encoding: "utf8" });
  const pid = Number(children.trim());
  await sleep(300);
  parent.kill("SIGKILL");
  const isThere = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (isThere()) await sleep(20);
  await open();
  expect(await rows("select count(*) from big")).toEqual([[5000]]);
});
