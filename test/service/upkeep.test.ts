import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJobStore } from "../../src/service/jobs/job-store.ts";
import { ResultFiles } from "../../src/service/results/result-files.ts";
import type { Log } from "../../src/service/log.ts";
import { keepUp } from "../../src/service/upkeep.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-upkeep-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("old and surplus results go, ended jobs beyond the limit are forgotten, rows expire", async () => {
  const store = await openJobStore(join(folder, "jobs.jsonl"), 0);
  const results = new ResultFiles(folder);
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
    await writeFile(results.path(job.id), "x".repeat(100));
    await utimes(results.path(job.id), i * 1000, i * 1000);
  }
  let expired = 0;
  const storage = {
    expireRows: () => Promise.resolve(void expired++),
    forgetImports: () => Promise.resolve(),
  };
  const imports = { deleteOld: () => Promise.resolve() };
  const limits = { resultAgeMs: 4_500_000, resultBytes: 300, jobs: 3, importAgeMs: 1 };
  const log: Log = (entry) => {
    throw new Error(JSON.stringify(entry));
  };
  await keepUp({ storage, imports, results, store, clock: () => 6_000_000, log, limits });
  expect(expired).toBe(1);
  // The first is too old and the second over the bytes; the first job is one too many.
  expect(["1", "2", "3", "4", "5"].map((id) => existsSync(results.path(id)))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(store.list().map(({ id }) => id)).toEqual(["5", "4", "3", "2"]);
  await store.close();
});
