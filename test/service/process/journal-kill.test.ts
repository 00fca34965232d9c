import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { clearTemporaryFiles } from "../../../src/service/files/data-folder.ts";
import { openJobStore } from "../../../src/service/jobs/job-store.ts";
import { someOf } from "../../jest/short-form.ts";

/** The built job store: the crash must hit a separate process. */
const STORE = pathToFileURL(join(import.meta.dirname, "../../../dist/service/jobs/job-store.js")).href;

/** Four clients that issue jobs endlessly; each id is printed once the job's end is on disk. Thirty jobs are kept. */
const WORLD = `
  const { openJobStore } = await import(${JSON.stringify(STORE)});
  const fields = { type: "presto", database: "d", query: "x".repeat(20000), priority: 0, retryLimit: 0, domainKey: null, userName: "a", mayWrite: true, createdAtMs: 1 };
  const store = await openJobStore(process.argv[1], 0, { leastBytes: 1000, onFault: (error) => { throw error; } });
  for (let i = 0; i < 4; i++) void (async () => {
    for (;;) {
      const job = await store.add(fields);
      await store.update(job, { status: "success", rowCount: Number(job.id) });
      process.stdout.write(job.id + "\\n");
      await store.forget(store.list().filter((one) => one.status === "success").slice(30));
    }
  })();
`;

let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-kill-"));
});

afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

/** Kills the process shortly after it began to compact its journal. @returns the ids that it printed. */
async function killInTheMiddle(path: string, afterMs: number): Promise<number[]> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", WORLD, path]);
  children.push(child);
  let said = "";
  let errors = "";
  child.stdout.on("data", (text: Buffer) => (said += text.toString()));
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const exited = once(child, "close");
  const stop = new AbortController();
  const watcher = watch(folder, { signal: stop.signal }, (_, name) => {
    // Ignore the compaction at the start, and those of a small journal.
    if (name?.endsWith(".tmp") !== true || said.length < 400) return;
    stop.abort();
    setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  await exited;
  watcher.close();
  expect(errors).toBe("");
  return said.split("\n").slice(0, -1).map(Number);
}

test("a kill during compaction of the journal loses no confirmed job", async () => {
  const path = join(folder, "jobs.jsonl");
  let left = 0;
  for (const afterMs of someOf([0, 3, 1, 2, 0, 5, 8, 13], 4)) {
    const said = await killInTheMiddle(path, afterMs);
    expect(said.length).toBeGreaterThan(10);
    left += (await readdir(folder)).filter((name) => name.endsWith(".tmp")).length;
    await clearTemporaryFiles(folder);
    const store = await openJobStore(path, 0);
    const kept = new Map(store.list().map((job) => [Number(job.id), job]));
    for (const id of said.sort((a, b) => a - b).slice(-25))
      expect(kept.get(id)).toMatchObject({ status: "success", rowCount: id });
    await store.close();
  }
  // Some kills came before the compacted file replaced the old one.
  expect(left).toBeGreaterThan(0);
});
