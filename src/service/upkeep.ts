import type { BulkImports } from "./imports/bulk-imports.ts";
import { isFinished } from "./jobs/job.ts";
import { lengthOf, type JobStore } from "./jobs/job-store.ts";
import { faultFields, type Log } from "./errors/log.ts";
import type { ResultFiles } from "./results/result-files.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long the service keeps what it made. */
interface KeepLimits {
  readonly resultAgeMs: number;
  readonly resultBytes: number;
  /** Ended jobs beyond this many are forgotten, oldest first. */
  readonly jobs: number;
  /** So are the oldest of the ended jobs that have more characters than this together: they are all kept in memory. */
  readonly jobTextLength: number;
  /** Bulk import sessions, and the ids that tell a repeated import. */
  readonly importAgeMs: number;
}

const KEEP_LIMITS: KeepLimits = {
  resultAgeMs: 30 * DAY_MS,
  resultBytes: 20 * 2 ** 30,
  jobs: 10_000,
  jobTextLength: 32 * 2 ** 20,
  importAgeMs: 30 * DAY_MS,
};

export interface UpkeepDeps {
  readonly storage: {
    /** Deletes the rows that are older than their table keeps them. */
    expireRows(): Promise<void>;
    /** Forgets the ids of imports and statements that went in before; a repeat of such an import would be put in again. */
    forgetIds(beforeMs: number): Promise<void>;
  };
  readonly imports: Pick<BulkImports, "deleteOld">;
  readonly results: ResultFiles;
  readonly store: JobStore;
  readonly clock: () => number;
  readonly log: Log;
  readonly limits?: KeepLimits;
}

/** Removes old results, old jobs and expired rows, once. */
export async function keepUp({
  storage,
  imports,
  results,
  store,
  clock,
  limits = KEEP_LIMITS,
}: UpkeepDeps): Promise<void> {
  await results.prune(clock(), limits.resultAgeMs, limits.resultBytes);
  await forgetOldJobs({ store, results, limits });
  await imports.deleteOld(clock() - limits.importAgeMs);
  await storage.forgetIds(clock() - limits.importAgeMs);
  await storage.expireRows();
}

/** Forgets the oldest of the ended jobs, where there are more than may be kept. @param slack - Share that may be there beyond. */
export async function forgetOldJobs(
  { store, results, limits = KEEP_LIMITS }: Pick<UpkeepDeps, "store" | "results" | "limits">,
  slack = 0,
): Promise<void> {
  const most = 1 + slack;
  if (store.count <= limits.jobs * most && store.textLength <= limits.jobTextLength * most) return;
  let length = 0;
  const old = store
    .list()
    .filter(isFinished)
    .filter((job, i) => {
      length += lengthOf(job);
      return i >= limits.jobs || length > limits.jobTextLength;
    });
  if (old.length === 0) return;
  await store.forget(old);
  for (const job of old) await results.remove(job.id);
}

/** Does so now and every hour. @returns stops it, and waits for a round that is under way. */
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
