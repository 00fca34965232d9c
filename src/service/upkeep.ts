import type { EmbeddedTables } from "../engine/embedded-engine.ts";
import type { BulkImports } from "./imports/bulk-imports.ts";
import { isFinished, type Job } from "./jobs/job.ts";
import { bytesOf, type JobStore } from "./jobs/job-store.ts";
import { faultFields, type Log } from "../engine/errors/log.ts";
import type { ResultFiles } from "./results/result-files.ts";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { LOCAL_SESSION } from "../core/wire/local-request.ts";
import { isAlive, ifThere, removeAll } from "../system/system.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const KEEP_LIMITS = {
  resultAgeMs: 30 * DAY_MS,
  resultBytes: 20 * 2 ** 30,
  /** Maximum ended jobs; the oldest are forgotten. */
  jobs: 10_000,
  /** Maximum bytes of all ended jobs, which are kept in memory; of users with more than their share the oldest are forgotten. */
  jobBytes: 24 * 2 ** 20,
  /** Age of bulk import sessions, and of the idempotency keys of imports. */
  importAgeMs: 30 * DAY_MS,
};

export interface UpkeepDeps {
  readonly storage: Pick<EmbeddedTables, "expireRows" | "forgetIds">;
  readonly imports: Pick<BulkImports, "deleteOld">;
  readonly results: ResultFiles;
  /** Folder of the tables that clients bring along. */
  readonly local: string;
  readonly store: JobStore;
  readonly clock: () => number;
  readonly log: Log;
  readonly limits?: typeof KEEP_LIMITS;
}

/** One round of cleanup: old results, old jobs, old imports, tables of clients that are gone, and expired rows. */
export async function keepUp({
  storage,
  imports,
  results,
  local,
  store,
  clock,
  limits = KEEP_LIMITS,
}: UpkeepDeps): Promise<void> {
  await clearLocal(local, clock());
  await results.prune(clock(), limits.resultAgeMs, limits.resultBytes);
  await forgetOldJobs({ store, results, limits });
  await imports.deleteOld(clock() - limits.importAgeMs);
  await storage.forgetIds(clock() - limits.importAgeMs);
  await storage.expireRows();
}

/** Forgets the oldest ended jobs beyond the limits. @param slack - Share by which they may be exceeded. */
export async function forgetOldJobs(
  { store, results, limits = KEEP_LIMITS }: Pick<UpkeepDeps, "store" | "results" | "limits">,
  slack = 0,
): Promise<void> {
  const most = 1 + slack;
  if (store.count <= limits.jobs * most && store.bytes <= limits.jobBytes * most) return;
  const finishedJobs = store.list().filter(isFinished);
  const share = shareOf(finishedJobs, limits.jobBytes);
  const bytesByUser = new Map<string, number>();
  const old = finishedJobs.filter((job, i) => {
    const bytes = (bytesByUser.get(job.userName) ?? 0) + bytesOf(job);
    bytesByUser.set(job.userName, bytes);
    return i >= limits.jobs || bytes > share;
  });
  if (old.length === 0) return;
  await store.forget(old);
  for (const job of old) await results.remove(job.id);
}

/** Bytes that each user's jobs may take so that all together stay within the limit; what some leave goes to the others. */
function shareOf(jobs: readonly Job[], limit: number): number {
  const byUser = new Map<string, number>();
  for (const job of jobs) byUser.set(job.userName, (byUser.get(job.userName) ?? 0) + bytesOf(job));
  const sums = [...byUser.values()].sort((a, b) => a - b);
  let rest = limit;
  for (const [index, sum] of sums.entries()) {
    const share = rest / (sums.length - index);
    if (sum > share) return share;
    rest -= sum;
  }
  return Infinity;
}

/** Cleans up now and every hour. @returns stops that, and waits for a round in progress. */
export function startUpkeep(deps: UpkeepDeps): () => Promise<void> {
  let round: Promise<void> = Promise.resolve();
  const start = (): void => {
    round = round
      .then(() => keepUp(deps))
      .catch((error: unknown) => deps.log({ event: "cleaning_up_failed", ...faultFields(error) }));
  };
  start();
  const timer = setInterval(start, HOUR_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}

/** A client on another machine, or in a container, that shares the folder has a process that is not seen here. */
const UNUSED_MS = 600_000;

/**
 * Removes the folders of sessions whose process is gone, as of a notebook that was killed. A session removes its own otherwise.
 *
 * @param folder - The folder of local tables.
 */
export async function clearLocal(folder: string, nowMs: number): Promise<void> {
  for (const name of (await ifThere(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const changedMs = (await ifThere(stat(path)))?.mtimeMs ?? nowMs;
    const isGone = LOCAL_SESSION.test(name) && !isAlive(Number(name.split("-")[0]));
    if (isGone && nowMs - changedMs > UNUSED_MS) await removeAll(path);
  }
}
