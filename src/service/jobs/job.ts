import type { LocalTable } from "../../core/wire/local-request.ts";
import type { DatabaseRoles } from "../../dialect/statements/statement-rights.ts";
import type { ResultColumn } from "../../engine/contract/engine.ts";

export const JOB_STATUSES = ["queued", "running", "success", "error", "killed"] as const;

/** What a job runs: a statement, the load of a bulk import session, or the deletion of a time range. `trino` is an alias of `presto`. */
export const JOB_TYPES = ["presto", "trino", "hive", "bulk_import", "partialdelete"] as const;

/** What is known of a job when it is issued. */
export interface NewJob {
  readonly type: (typeof JOB_TYPES)[number];
  readonly database: string;
  /** The SQL as sent; for a bulk import, a line that says what is loaded. */
  readonly query: string;
  /** -2 (very low) to 2 (very high). */
  readonly priority: number;
  readonly retryLimit: number;
  /** Unique per user. */
  readonly domainKey: string | null;
  /** The scheduled time that the statement sees, unix milliseconds; absent if that is the time of issue. */
  readonly scheduledTimeMs?: number;
  readonly userName: string;
  /** False if it was issued with a read-only key. */
  readonly mayWrite: boolean;
  /** The key's roles by database when it was issued; absent if it has none. */
  readonly roles?: DatabaseRoles | undefined;
  readonly createdAtMs: number;
  /** Whether the client reads column blocks; absent in journals of older versions. */
  readonly readsBlocks?: boolean;
  /** Tables of the client that the statement reads; absent if it brings none. */
  readonly local?: readonly LocalTable[];
}

/** A job as stored, on disk and in memory. */
export interface Job extends NewJob {
  /** Decimal number as text, increasing. */
  readonly id: string;
  status: (typeof JOB_STATUSES)[number];
  startedAtMs: number | null;
  endedAtMs: number | null;
  /** Null until it succeeded, and for statements without a result. */
  columns: readonly ResultColumn[] | null;
  rowCount: number | null;
  /** Bytes of the result as msgpack.gz; null while it is stored as blocks. */
  resultSize: number | null;
  /** Bytes of the result as column blocks, while it is stored so; absent in journals of older versions. */
  blocksSize?: number | null;
  /** Output of the run, shown to the user. */
  output: string;
  /** The error message; null if it did not fail. */
  fault: string | null;
}

export function isFinished(job: Job): boolean {
  return job.status === "success" || job.status === "error" || job.status === "killed";
}

/** Idempotency key of a job's writes in the engine. Its time tells it from a job of the same id in another journal. */
export function writeIdOf({ id, createdAtMs }: Pick<Job, "id" | "createdAtMs">): string {
  return `job ${id} ${createdAtMs}`;
}

/** The key that versions before the time gave. */
export const formerWriteIdOf = ({ id }: Pick<Job, "id">): string => `job ${id}`;
