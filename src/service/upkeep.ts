import type { EmbeddedTables } from "./embedded/embedded-engine.ts";
import type { BulkImports } from "./imports/bulk-imports.ts";
import { isFinished } from "./jobs/job.ts";
import { lengthOf, type JobStore } from "./jobs/job-store.ts";
import { faultFields, type Log } from "./errors/log.ts";
import type { ResultFiles } from "./results/result-files.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const KEEP_LIMITS = {
  resultAgeMs: 30 * DAY_MS,
  resultBytes: 20 * 2 ** 30,
  /** Maximum ended jobs; the oldest are forgotten. */
  jobs: 10_000,
  /** Maximum characters of all ended jobs, which are kept in memory; the oldest are forgotten. */
  jobTextLength: 32 * 2 ** 20,
  /** Age of bulk import sessions, and of the idempotency keys of imports. */
  importAgeMs: 30 * DAY_MS,
};

export interface UpkeepDeps {
  readonly storage: Pick<EmbeddedTables, "expireRows" | "forgetIds">;
  readonly imports: Pick<BulkImports, "deleteOld">;
  readonly results: ResultFiles;
  readonly store: JobStore;
  readonly clock: () => number;
  readonly log: Log;
  readonly limits?: typeof KEEP_LIMITS;
}

/** One round of cleanup: old results, old jobs, old imports and expired rows. */
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

/** Forgets the oldest ended jobs beyond the limits. @param slack - Share by which they may be exceeded. */
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
