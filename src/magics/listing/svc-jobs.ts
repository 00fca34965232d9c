import { UsageError } from "../../core/errors.ts";
import { isNotFoundError } from "../../core/error-guards.ts";
import type { Client } from "../../core/client.ts";
import type { Table } from "../../core/table/table.ts";
import { magic_context } from "../magic-context.ts";
import { say } from "../notebook-host.ts";
import { isMine } from "../notebook-jobs.ts";
import { listTable } from "./list-table.ts";
import type { ListingOptions } from "./listing-options.ts";

/** What {@link svc_jobs} does beside listing. */
export interface JobsOptions extends ListingOptions {
  /** Only jobs that this notebook started, among the latest 200. */
  readonly mine?: boolean;
  /** Stop this job first. */
  readonly kill?: number;
}

const COLUMNS = ["status", "job_id", "type", "start_at", "query"] as const;
/** How many jobs are looked through for those of this notebook. */
const DEPTH = 200;

/**
 * Lists the account's latest jobs, newest first, in one request: what `%svc_jobs` runs.
 *
 * @returns One row per job: status, job_id, type, start_at (a Date, shown with its UTC offset; null when it has not begun), query (whole;
 * where it is shown, long ones are cut and the comments above them left out).
 * @throws UsageError when the job to stop does not exist.
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

/** The comment lines that clients put above a query would be all that is seen of a long one. */
function withoutHeader(query: string): string {
  return query.replace(/^(?:\s*--[^\n]*(?:\n|$))+/, "").trim() || query;
}

async function killJob(connection: Client, id: number, rest: { signal?: AbortSignal }): Promise<void> {
  try {
    const job = await connection.get_job(id, rest);
    if (job.finished) {
      say(`INFO: job ${id} had ended already: ${job.status}`);
      return;
    }
    await job.kill(rest.signal);
    say(`INFO: job ${id} was told to stop`);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    throw new UsageError(`there is no job ${id}; %svc_jobs lists the latest ones`, { cause: error });
  }
}
