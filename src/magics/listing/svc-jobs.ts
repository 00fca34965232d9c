import { UsageError } from "../../core/errors.ts";
import { isNotFoundError } from "../../core/error-guards.ts";
import type { Client } from "../../core/client.ts";
import type { Table } from "../../core/table/table.ts";
import { magic_context } from "../magic-context.ts";
import { say } from "../notebook-host.ts";
import { isMine } from "../notebook-jobs.ts";
import { listTable, type ListingOptions } from "./list-table.ts";

/** Options of {@link svc_jobs}. */
export interface JobsOptions extends ListingOptions {
  /** Only jobs started by this notebook, among the latest 200. */
  readonly mine?: boolean;
  /** Kill this job first. */
  readonly kill?: number;
}

const COLUMNS = ["status", "job_id", "type", "start_at", "query"] as const;
/** Number of jobs searched for those of this notebook. */
const DEPTH = 200;

/**
 * List the account's latest jobs, newest first, in one request, as `%svc_jobs` does.
 *
 * @returns one row per job: status, job_id, type, start_at (a Date, displayed with its UTC offset; null before the start), query
 * (complete; when displayed, long ones are truncated and header comments omitted).
 * @throws UsageError when the job to kill does not exist.
 */
export async function svc_jobs(options: JobsOptions = {}): Promise<Table> {
  const { connection = magic_context.connect(), mine = false, kill, ...rest } = options;
  if (kill !== undefined) await killJob(connection, kill, rest);
  const jobs = await connection.list_jobs(mine ? { from: 0, to: DEPTH, ...rest } : rest);
  return listTable(
    mine ? jobs.filter(isMine) : jobs,
    COLUMNS,
    (job) => COLUMNS.map((column) => job[column]),
    {
      query: withoutHeader,
    },
  );
}

/** Removes header comments, which would be all that is displayed of a long query. */
function withoutHeader(query: string): string {
  return query.replace(/^(?:\s*--[^\n]*(?:\n|$))+/, "").trim() || query;
}

async function killJob(connection: Client, id: number, rest: { signal?: AbortSignal }): Promise<void> {
  try {
    const job = await connection.get_job(id, rest);
    if (job.finished) {
      say(`INFO: job ${id} had already ended: ${job.status}`);
      return;
    }
    await job.kill(rest.signal);
    say(`INFO: job ${id} is being killed`);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    throw new UsageError(`there is no job ${id}; %svc_jobs lists the latest ones`, { cause: error });
  }
}
