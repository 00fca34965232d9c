import type { Job } from "../../core/job/job.ts";
import { splitHeader } from "../../core/sql/query-header.ts";
import type { Table } from "../../core/table/table.ts";
import { listTable } from "../../magics/listing/list-table.ts";
import { print } from "../print.ts";
import { writeOutput, type OutputOptions } from "../query/result-output.ts";
import { withClient } from "../with-client.ts";
import type { Client } from "../../core/client.ts";
import { svc_databases } from "../../magics/listing/svc-databases.ts";
import { svc_tables } from "../../magics/listing/svc-tables.ts";
import { MagicTable } from "../../magics/magic-table.ts";
import { CommandError } from "../report-error.ts";

export interface JobsSettings extends OutputOptions {
  readonly status?: "queued" | "running" | "success" | "error";
}

/** Jobs without `--limit`, as the service lists them. */
const LATEST = 20;

const COLUMNS = [
  "job_id", "status", "type", "database", "created_at", "start_at", "end_at", "num_records", "query",
] as const; // prettier-ignore
const ALL_COLUMNS = [...COLUMNS, "result_size", "priority", "user_name", "url"] as const;

function jobTable(jobs: readonly Job[], names: readonly (typeof ALL_COLUMNS)[number][]): Table {
  return listTable(jobs, names, (job) =>
    names.map((name) => (name === "query" ? splitHeader(job.query).sql : job[name])),
  );
}

/** Prints the latest jobs. */
export function printJobs({ status, limit = LATEST, ...options }: JobsSettings): Promise<void> {
  return withClient({}, async (client, signal) => {
    const jobs = await client.list_jobs({ from: 0, to: limit, signal, ...(status && { status }) });
    await writeTable(jobTable(jobs.slice(0, limit), COLUMNS), options);
  });
}

/** Prints what is known of a job. */
export function printJob(id: string, options: OutputOptions): Promise<void> {
  return withClient({}, async (client, signal) =>
    writeTable(jobTable([await client.get_job(id, { signal })], ALL_COLUMNS), options),
  );
}

/** Writes a job's result, once it has ended. */
export function printJobResult(id: string, options: OutputOptions): Promise<void> {
  return withClient({}, async (client, signal) => {
    const job = await client.get_job(id, { signal });
    await writeOutput(
      (limited) => ({
        whole: () => job.result({ ...limited, signal }),
        parts: job.stream({ ...limited, signal }),
      }),
      options,
    );
  });
}

/** Kills a job, and says whether it was still running. */
export function endJob(id: string): Promise<void> {
  return withClient({}, async (client, signal) => {
    const job = await client.get_job(id, { signal });
    if (!job.finished) await job.kill(signal);
    print(job.finished ? `job ${id} had already ended: ${job.status}\n` : `job ${id} is being killed\n`);
  });
}

/** Prints the tables of a database or of all, or the columns of `database.table`. @throws CommandError when there is no such table. */
export function printTables(name: string | undefined, options: OutputOptions): Promise<void> {
  return withClient({}, async (client, signal) => writeTable(await listing(client, signal, name), options));
}

/** Prints the databases. */
export function printDatabases(options: OutputOptions): Promise<void> {
  return withClient({}, async (connection, signal) =>
    writeTable(await svc_databases("", { connection, signal }), options),
  );
}

/** Writes a list that is complete. */
export async function writeTable(table: Table, options: OutputOptions): Promise<void> {
  await writeOutput(({ limit }) => {
    const rows = limit === undefined ? table : table.slice(0, limit).reify();
    return { whole: () => Promise.resolve(rows), parts: only(rows) };
  }, options);
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* only(table: Table): AsyncGenerator<Table> {
  yield table;
}

async function listing(connection: Client, signal: AbortSignal, name: string | undefined): Promise<Table> {
  if (name === undefined) return svc_tables("", { connection, signal });
  const [database = "", table] = name.split(".", 2);
  const records = await connection.list_tables(database, { signal });
  if (table === undefined) return svc_tables(`^${database}\\.`, { connection, signal });
  const record = records.find((one) => one.name === table);
  if (record === undefined)
    throw new CommandError(`there is no table ${name}; svclib tables ${database} lists its tables`);
  return new MagicTable(record, connection).columns as Table;
}
