import type { Log } from "../../engine/errors/log.ts";
import type { Job } from "./job.ts";
import type { JobStore } from "./job-store.ts";

/** The engine forgets which statements wrote after a while. */
const NEWER_MS = 24 * 3_600_000;
/** A statement that wrote rows says so in its output. */
const WROTE = /: [1-9]\d* rows$/;

/**
 * Reports a data file that lacks what the newest successful job wrote: its log was lost, or an older copy stands in its place. Its tables are
 * those of an earlier time, which nobody would notice otherwise.
 */
export async function reportLostChanges(
  store: JobStore,
  isIn: (job: Job) => Promise<boolean | null>,
  log: Log,
  nowMs: number,
): Promise<void> {
  const newest = store
    .list()
    .find(
      ({ type, status, output, endedAtMs }) =>
        type !== "partialdelete" &&
        status === "success" &&
        WROTE.test(output) &&
        nowMs - (endedAtMs ?? 0) < NEWER_MS,
    );
  if (newest === undefined || (await isIn(newest)) !== false) return;
  log({
    event: "changes_lost",
    job: newest.id,
    what: `the data file lacks what job ${newest.id} wrote: its log (svc-data.duckdb.wal) was lost, or the file is an older copy; restore both from one backup`,
  });
}
