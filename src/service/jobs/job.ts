import type { ResultColumn } from "../engine/engine.ts";

type JobStatus = "queued" | "running" | "success" | "error" | "killed";

/**
 * What a job runs: a statement, the load of a bulk import session, or the deletion of a range of time. `trino` is another name of `presto`.
 */
type JobType = "presto" | "trino" | "hive" | "bulk_import" | "partialdelete";

/** A job as it is kept, on disk and in memory. */
export interface Job {
  /** Decimal text, growing. */
  readonly id: string;
  readonly type: JobType;
  readonly database: string;
  /** The SQL as it was sent; for a bulk import, a line that says what is loaded. */
  readonly query: string;
  /** -2 (very low) to 2 (very high). */
  readonly priority: number;
  readonly retryLimit: number;
  /** At most one job of a user has it. */
  readonly domainKey: string | null;
  /** What the statement takes for its time, unix milliseconds; absent where that is when it was issued. */
  readonly scheduledTimeMs?: number;
  readonly userName: string;
  /** False when the key that issued it may only read. */
  readonly mayWrite: boolean;
  readonly createdAtMs: number;
  status: JobStatus;
  startedAtMs: number | null;
  endedAtMs: number | null;
  /** Null until it succeeded, and for statements that have no result. */
  columns: readonly ResultColumn[] | null;
  rowCount: number | null;
  /** Whether who issued it reads column blocks; absent in journals of older versions. */
  readonly readsBlocks?: boolean;
  /** Bytes of the result as msgpack.gz; null while it is kept in blocks. */
  resultSize: number | null;
  /** Bytes of the result in blocks, while it is kept so; absent in journals of older versions. */
  blocksSize?: number | null;
  /** What the run said, for people. */
  output: string;
  /** Why it failed; null otherwise. */
  fault: string | null;
}

export function isFinished(job: Job): boolean {
  return job.status === "success" || job.status === "error" || job.status === "killed";
}

/** Names what a job's statement changes, in the engine. */
export function writeIdOf({ id }: Pick<Job, "id">): string {
  return `job ${id}`;
}
