import { abortable } from "../../system/abortable.ts";
import { explainAbsence } from "../endpoints/absent-database.ts";
import { issueJob, killPath, readJob } from "../endpoints/jobs.ts";
import { InterruptedError } from "../errors.ts";
import { Job, type JobWaitOptions } from "./job.ts";
import type { CheckedParams } from "./query-params.ts";
import { firstWords, withoutFinalSemicolons } from "../../dialect/parse/statement-text.ts";
import type { QueryEngine } from "../query-engine.ts";
import type { SentStatement } from "../sql/query-header.ts";
import type { Table } from "../table/table.ts";
import { statementSpan } from "../trace/statement-span.ts";
import { annotateSpan, traced } from "../trace/tracing.ts";
import { watchWork } from "../interrupt/watched-work.ts";
import { warn } from "../warnings.ts";

/** What a query runs on. */
export type JobTarget = Pick<QueryEngine, "type" | "database" | "client" | "show_progress">;

const KILL_TIMEOUT_MS = 5000;

/** Runs a statement as a job and reads its result. An abort kills the job and throws InterruptedError. */
export function runJob(
  engine: JobTarget,
  statement: SentStatement,
  params: CheckedParams,
  signal: AbortSignal,
  limit?: number,
): Promise<Table> {
  const { type } = engine;
  const { tracing } = engine.client.transport.options;
  const database = params.database ?? engine.database;
  const { sql } = statement;
  return traced(tracing, statementSpan(tracing, { type, database, sql }), () =>
    withJob(engine, statement, params, signal, (job, options) => job.result({ ...options, limit })),
  );
}

/** Issues a statement as a job and uses it. An abort kills the job and throws InterruptedError. */
export async function withJob<T>(
  engine: JobTarget,
  statement: SentStatement,
  params: CheckedParams,
  signal: AbortSignal,
  use: (job: Job, options: JobWaitOptions) => Promise<T>,
): Promise<T> {
  const { transport } = engine.client;
  const startedMs = transport.options.now();
  warnOfSession(statement.sql, engine.type);
  const database = params.database ?? engine.database;
  // Issued without the signal: an aborted request may still create a job, whose id would be lost.
  const issuing = issueJob(transport, {
    type: engine.type,
    database,
    query: statement.text,
    options: params.issue,
  }).catch(async (error: unknown) => {
    throw await explainAbsence(transport, database, error, false, signal);
  });
  const issued = issuing.then((id) => {
    const record = readJob({ job_id: id, type: engine.type, database, query: statement.text });
    return new Job(transport, id, record, statement);
  });
  const watched = issuing.then((id) => watchWork(transport, { method: "POST", path: killPath(id) }));
  watched.catch(() => undefined);
  try {
    const job = await abortable(issued, signal);
    annotateSpan({ "svclib.job.id": String(job.job_id) });
    return await use(job, { ...params.wait, signal, show_progress: engine.show_progress !== false });
  } catch (error) {
    if (!signal.aborted) throw error;
    const elapsedMs = transport.options.now() - startedMs;
    throw await stopped(issued, watched, engine.type, elapsedMs, error);
  } finally {
    // If the service became unreachable, the job may still be running: the watcher keeps it.
    issued.then(
      async (job) => {
        if (job.finished) (await watched)();
      },
      () => undefined,
    );
  }
}

/** Warns of a job that only sets session state: each job has its own session, so this has no effect. */
function warnOfSession(sql: string, type: string): void {
  const words = firstWords(sql, 2).join(" ");
  const setsOnly =
    type === "hive"
      ? /^(set|use) /.test(words) && !withoutFinalSemicolons(sql, "hive").includes(";")
      : /^((set|reset) (session|role|path|time)|(use|prepare|deallocate) )/.test(words);
  if (!setsOnly) return;
  const hint =
    type === "hive"
      ? "put it before the query, separated by a semicolon"
      : "Client.query without options runs statements in one session";
  warn(
    "session",
    `${words.toUpperCase().split(" ")[0]} applies only to its own job, which runs nothing else; ${hint}`,
  );
}

async function stopped(
  issued: Promise<Job>,
  watched: Promise<() => void>,
  engine: string,
  elapsedMs: number,
  cause: unknown,
): Promise<InterruptedError> {
  const seconds = (elapsedMs / 1000).toFixed(1);
  let jobId: number | null = null;
  const interrupted = (said: string, reason: unknown): InterruptedError =>
    new InterruptedError(said, { jobId, engine, elapsedMs }, { cause: reason });
  try {
    const limit = AbortSignal.timeout(KILL_TIMEOUT_MS);
    const job = await abortable(issued, limit);
    jobId = job.job_id;
    if (job.status === "success")
      return interrupted(
        `interrupted after ${seconds} s; ${engine} job ${jobId} had finished, and its result can still be read`,
        cause,
      );
    await job.kill(limit);
    (await watched)();
    return interrupted(`interrupted: ${engine} job ${jobId} was killed after ${seconds} s`, cause);
  } catch (killError) {
    return interrupted(
      jobId === null
        ? `interrupted after ${seconds} s, before the service gave the ${engine} job an id`
        : `interrupted after ${seconds} s, but ${engine} job ${jobId} could not be killed and may go on`,
      killError,
    );
  }
}
