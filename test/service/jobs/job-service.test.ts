import { expect, test } from "@jest/globals";
import type { JobJournal } from "../../../src/service/jobs/job-journal.ts";
import { ByteAccount } from "../../../src/service/limits/byte-account.ts";
import { JobQueues } from "../../../src/service/jobs/job-queue.ts";
import { JobService, type JobServiceDeps } from "../../../src/service/jobs/job-service.ts";
import { JobStore } from "../../../src/service/jobs/job-store.ts";

test("a waiting job whose kill can't be stored keeps waiting, and can be killed later", async () => {
  let full = false;
  const journal = {
    write: () => (full ? Promise.reject(new Error("no space")) : Promise.resolve()),
  };
  const store = new JobStore(journal as unknown as JobJournal, [], 0);
  const queues = new JobQueues({ embedded: 1, cluster: 1 }, []);
  const jobs = new JobService({
    onCluster: false,
    store,
    queues,
    account: new ByteAccount(),
    clock: () => 7,
  } as unknown as JobServiceDeps);
  const fields = { type: "presto", database: "d", query: "", priority: 0, retryLimit: 0 } as const;
  const own = { domainKey: null, userName: "a", mayWrite: true, createdAtMs: 0 };
  const dropped: string[] = [];
  const issue = (name: string) =>
    jobs.issue(
      { ...fields, ...own },
      {
        run: ({ signal }) =>
          new Promise((_, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
          ),
        onDropped: () => Promise.resolve(void dropped.push(name)),
      },
    );
  const runs = await issue("runs");
  const waits = await issue("waits");
  full = true;
  await expect(jobs.kill(waits)).rejects.toThrow("no space");
  expect([waits.status, queues.waiting, dropped]).toEqual(["queued", 1, []]);
  full = false;
  // Two kills at the same time: both return when it has ended.
  expect(await Promise.all([jobs.kill(waits), jobs.kill(waits).then(() => waits.status)])).toEqual([
    "queued",
    "killed",
  ]);
  expect([queues.waiting, dropped]).toEqual([0, ["waits"]]);
  await jobs.kill(runs);
});
