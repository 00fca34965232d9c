// This folder: the life of a query from its text to its table, top to bottom.

import { abortable } from "../../system/abortable.ts";
import type { Connection } from "../connection.ts";
import { explainAbsence } from "../endpoints/databases.ts";
import { issueJob, killPath, readJob } from "../endpoints/jobs.ts";
import type { EngineType } from "../options/descriptor.ts";
import { ConfigError, InterruptedError } from "../errors.ts";
import { interruptible, interruptibleParts } from "../interrupt/interrupt.ts";
import { watchWork } from "../interrupt/watched-work.ts";
import { Job, PART_ROWS, type JobWaitOptions } from "../job/job.ts";
import { setIndexAndDates, type CheckedIndexAndDates } from "../read/index-and-dates.ts";
import { withHeader, type SentStatement } from "../sql/query-header.ts";
import { queryText, type SqlText } from "../sql/sql-template.ts";
import { readStatement } from "../statement/read-statement.ts";
import type { StatementProtocol } from "../wire/statement/statement-headers.ts";
import { statementTransport } from "../statement/statement-transport.ts";
import type { Table } from "../table/table.ts";
import { statementSpan, annotateSpan, traced, tracedParts } from "../trace/tracing.ts";
import { warn } from "../warnings.ts";
import type { CheckedParams } from "./query-params.ts";

/** What a query runs on: an engine, or a client's own defaults. */
export interface QueryTarget {
  readonly connection: Connection;
  readonly type: EngineType;
  readonly database: string;
  readonly header: boolean | string;
  readonly show_progress: boolean;
}

/** What its caller wants of a query. Options were checked. */
export interface QueryRequest extends CheckedParams {
  /** The function that was called, such as `read_svc_query`; named above the statement. */
  readonly source: string;
  /** Settings that the service reads from comments above the statement. */
  readonly hints?: readonly string[];
  readonly limit?: number | null | undefined;
  readonly shape: CheckedIndexAndDates;
  readonly signal?: AbortSignal | undefined;
  /** Header names of the direct path. Null: the query runs as a job. */
  readonly protocol?: StatementProtocol | null;
}

/** A query that is ready to run. Nothing has been sent. */
export interface ReadyQuery extends QueryTarget, Omit<QueryRequest, "database"> {
  readonly statement: SentStatement;
  /** Catalog of the direct path, null for the service's default. */
  readonly catalog: string | null;
}

/** Takes a query's text: renders a template for the dialect, reads it once, and puts its header above it. @throws ConfigError */
export function checkQuery(text: string | SqlText, target: QueryTarget, request: QueryRequest): ReadyQuery {
  const statement = withHeader(queryText(text, target.type), target, request.source, request.hints);
  return { ...target, ...request, database: request.database ?? target.database, statement, catalog: null };
}

/** Runs a query and returns its whole result. An abort ends it on the service. @throws QueryError, InterruptedError */
export function runQuery(query: ReadyQuery): Promise<Table> {
  const { limit, protocol, shape } = query;
  return interruptible(
    async (signal) => {
      const table = await traced(query.connection.transport.options.tracing, spanOf(query), async () => {
        if (protocol == null)
          return asJob(query, signal, (job, wait) => job.result({ ...wait, limit: limit ?? undefined }));
        let whole: Table | null = null;
        for await (const part of directly(query, signal)) whole ??= part;
        return whole as unknown as Table;
      });
      return setIndexAndDates(table, shape);
    },
    query.signal,
    query.connection.operations,
  );
}

/** Runs a query when the loop starts, and yields its result in parts. A second loop reads a job's result again. */
export function streamQuery(query: ReadyQuery): AsyncIterable<Table> {
  const { connection, limit, protocol, shape, show_progress } = query;
  let issued: Promise<Job> | null = null;
  let begun = false;
  async function* read(signal: AbortSignal): AsyncGenerator<Table> {
    if (protocol != null && begun)
      throw new ConfigError(
        "this stream was already read, and the direct path keeps no result; run the query again",
      );
    begun = true;
    // If the job is stopped before it ends, the next loop issues it again.
    if (protocol == null)
      (issued ??= asJob(query, signal, (job, wait) => job.wait(wait))).catch(() => (issued = null));
    const parts =
      issued === null
        ? directly(query, signal, PART_ROWS)
        : (await issued).stream({ signal, show_progress, limit: limit ?? undefined });
    for await (const table of parts) yield await setIndexAndDates(table, shape);
  }
  const inSpan = (signal: AbortSignal): AsyncGenerator<Table> =>
    tracedParts(connection.transport.options.tracing, spanOf(query), () => read(signal));
  return { [Symbol.asyncIterator]: () => interruptibleParts(inSpan, query.signal, connection.operations) };
}

const spanOf =
  ({ connection, type, database, statement: { sql, words } }: ReadyQuery) =>
  () =>
    statementSpan(connection.transport.options.tracing, { type, database, sql, words });

/** Runs a statement on the direct path: pages of rows arrive while it runs. */
function directly(query: ReadyQuery, signal: AbortSignal, partRows = Infinity): AsyncGenerator<Table> {
  const { connection, statement, database, catalog, show_progress } = query;
  const { transport, environment, session } = connection;
  const protocol = query.protocol ?? "trino";
  return readStatement(
    statementTransport(transport, environment, protocol),
    { ...statement, database, catalog, protocol, session },
    { signal, show_progress, partRows, limit: query.limit ?? undefined },
  );
}

const KILL_TIMEOUT_MS = 5000;

/** Issues a statement as a job and uses it: waits for its end, and reads its result. An abort kills it. @throws InterruptedError */
async function asJob<T>(
  { connection: { transport }, type, database, statement, issue, wait, show_progress }: ReadyQuery,
  signal: AbortSignal,
  use: (job: Job, options: JobWaitOptions) => Promise<T>,
): Promise<T> {
  const startedMs = transport.options.now();
  warnOfSession(statement, type);
  // Issued without the signal: an aborted request may still create a job, whose id would be lost.
  const issuing = issueJob(transport, { type, database, query: statement.text, options: issue }).catch(
    async (error: unknown) => {
      throw await explainAbsence(transport, database, error, false, signal);
    },
  );
  const issued = issuing.then((id) => {
    const record = readJob({ job_id: id, type, database, query: statement.text });
    return new Job(transport, id, record, statement);
  });
  const watched = issuing.then((id) => watchWork(transport, { method: "POST", path: killPath(id) }));
  watched.catch(() => undefined);
  try {
    const job = await abortable(issued, signal);
    annotateSpan({ "svclib.job.id": String(job.job_id) });
    return await use(job, { ...wait, signal, show_progress });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw await stopped(issued, watched, type, transport.options.now() - startedMs, error);
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
function warnOfSession({ words: first, isDivided }: SentStatement, type: EngineType): void {
  const words = first.join(" ");
  const setsOnly =
    type === "hive"
      ? /^(set|use) /.test(words) && !isDivided
      : /^((set|reset) (session|role|path|time)|(use|prepare|deallocate) )/.test(words);
  if (!setsOnly) return;
  const hint =
    type === "hive"
      ? "put it before the query, separated by a semicolon"
      : "Client.query without options runs statements in one session";
  warn("session", `${first[0]?.toUpperCase()} applies only to its own job, which runs nothing else; ${hint}`);
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
  const interrupted = (what: string, reason: unknown): InterruptedError =>
    new InterruptedError(what, { jobId, engine, elapsedMs }, { cause: reason });
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
