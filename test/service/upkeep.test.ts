import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile, mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJobStore } from "../../src/service/jobs/job-store.ts";
import { ResultFiles } from "../../src/service/results/result-files.ts";
import { resultEncoder } from "../../src/engine/results/result-encoder.ts";
import type { Log } from "../../src/engine/errors/log.ts";
import { forgetOldJobs, keepUp, clearLocal } from "../../src/service/upkeep.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-upkeep-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("old and surplus results are removed, surplus ended jobs are forgotten, rows expire", async () => {
  const store = await openJobStore(join(folder, "jobs.jsonl"), 0);
  const results = new ResultFiles(folder, resultEncoder);
  const path = (id: string): string =>
    join(folder, `${id}.${Number(id) % 2 === 0 ? "blocks" : "msgpack.gz"}`);
  const fields = { type: "presto", database: "d", query: "", priority: 0, retryLimit: 0 } as const;
  for (let i = 1; i <= 5; i++) {
    const job = await store.add({
      ...fields,
      domainKey: null,
      userName: "a",
      mayWrite: true,
      createdAtMs: 0,
    });
    if (i < 5) await store.update(job, { status: "success" });
    await writeFile(path(job.id), "x".repeat(100));
    await utimes(path(job.id), i * 1000, i * 1000);
  }
  let expired = 0;
  const storage = {
    expireRows: () => Promise.resolve(void expired++),
    forgetIds: () => Promise.resolve(),
  };
  const imports = { deleteOld: () => Promise.resolve() };
  const limits = { resultAgeMs: 4_500_000, resultBytes: 300, jobs: 3, jobBytes: 10_000, importAgeMs: 1 };
  const log: Log = (entry) => {
    throw new Error(JSON.stringify(entry));
  };
  const local = join(folder, "local");
  await keepUp({ storage, imports, results, local, store, clock: () => 6_000_000, log, limits });
  expect(expired).toBe(1);
  // The first is too old and the second exceeds the bytes; the first job is one too many.
  expect(["1", "2", "3", "4", "5"].map((id) => existsSync(path(id)))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(store.list().map(({ id }) => id)).toEqual(["5", "4", "3", "2"]);
  await store.close();
});

test("the oldest ended jobs are forgotten if there are too many, or their SQL is too long in total", async () => {
  const store = await openJobStore(join(folder, "many.jsonl"), 0);
  const results = new ResultFiles(folder, resultEncoder);
  const limits = { resultAgeMs: 1, resultBytes: 1, jobs: 10, jobBytes: 7000, importAgeMs: 1 };
  const add = async (query: string, ends: boolean): Promise<void> => {
    const fields = { type: "presto", database: "d", priority: 0, retryLimit: 0 } as const;
    const own = { domainKey: null, userName: "a", mayWrite: true, createdAtMs: 0 };
    const job = await store.add({ ...fields, ...own, query });
    if (ends) await store.update(job, { status: "success" });
  };
  const ids = (): string[] => store.list().map(({ id }) => id);
  await add("x".repeat(400), false);
  for (let i = 0; i < 11; i++) await add("y", true);
  expect([store.count, store.bytes]).toEqual([12, 6000 + 400 + 11 + 12 * 8]);
  await forgetOldJobs({ store, results, limits }, 0.2);
  expect(store.count).toBe(12);
  await forgetOldJobs({ store, results, limits });
  // The running one is kept.
  expect(ids()).toEqual(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "1"]);
  await add("z".repeat(5600), true);
  await forgetOldJobs({ store, results, limits });
  expect(ids()).toEqual(["13", "12", "1"]);
  expect(store.bytes).toBe(3 * 508 + 400 + 5600 + 1);
  await store.close();
});

test("only folders of sessions whose process is gone for some time are removed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-local-"));
  const random = "00000000-0000-0000-0000-000000000000";
  const [gone, alive, recent] = [`2147483646-${random}`, `${process.pid}-${random}`, `2147483645-${random}`];
  for (const name of [gone, alive, recent, "other"]) {
    await mkdir(join(folder, name, "in"), { recursive: true });
    const seconds = name === recent ? 9_500 : 1_000;
    await utimes(join(folder, name), seconds, seconds);
  }
  await clearLocal(folder, 10_000_000);
  expect((await readdir(folder)).sort()).toEqual([recent, alive, "other"].sort());
  await rm(folder, { recursive: true });
  await clearLocal(folder, 10_000_000);
});
