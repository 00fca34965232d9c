import type { Client } from "./client.ts";
import { ConfigError } from "./errors.ts";
import { interruptible, interruptibleParts } from "./interrupt/interrupt.ts";
import { checkOptions, form, given, type OptionForms } from "./options/option-forms.ts";
import type { EngineType, QueryEngine } from "./query-engine.ts";
import { PARAM_FORMS, parseParams, type CheckedParams, type QueryParams } from "./job/query-params.ts";
import { withHeader, type SentStatement } from "./sql/query-header.ts";
import { PART_ROWS, type Job } from "./job/job.ts";
import { runJob, withJob, type JobTarget } from "./job/run-job.ts";
import type { Environment } from "./options/settings.ts";
import {
  parseIndexAndDates,
  setIndexAndDates,
  SHAPE_FORMS,
  type CheckedIndexAndDates,
  type IndexAndDateOptions,
} from "./read/index-and-dates.ts";
import { queryText, type SqlText } from "./sql/sql-template.ts";
import type { StatementProtocol } from "./statement/statement-client.ts";
import { statementTransport } from "./statement/statement-transport.ts";
import { statementSpan } from "./trace/statement-span.ts";
import { tracedParts, type Tracing } from "./trace/tracing.ts";
import { readStatement } from "./statement/read-statement.ts";
import type { SignalOption } from "./options/signal-option.ts";
import type { Table } from "./table/table.ts";

/** Options of {@link Client.query}: the query reads' `params`, plus those below. */
export interface ClientQueryOptions extends QueryParams, IndexAndDateOptions, SignalOption {
  /** A {@link QueryEngine} supplies its connection, database and header. Default: the client's `default_engine`. */
  readonly engine?: EngineType | QueryEngine;
  /** Header names on the direct path: `trino`, or `presto` for older servers. @default "trino" */
  readonly protocol?: StatementProtocol;
  /** True: always run as a job, never on the direct path. @default false */
  readonly force_job?: boolean;
  /** Maximum rows to read; the rest is not fetched, and the SQL is not changed. Default: all. */
  readonly limit?: number;
  /** False: no progress events. Default: the engine's setting, else true. */
  readonly show_progress?: boolean;
}

const OWN_FORMS: OptionForms<Omit<ClientQueryOptions, keyof QueryParams>> = {
  ...SHAPE_FORMS,
  engine: {
    wanted: "presto, hive or the result of create_engine",
    holds: (value) => ["presto", "hive"].includes((value as Partial<QueryEngine>).type ?? (value as string)),
  },
  protocol: form.oneOf("trino", "presto"),
  force_job: form.flag,
  limit: form.limit,
  show_progress: form.flag,
  signal: form.signal,
};

export async function clientQuery(
  client: Client,
  env: Environment,
  query: string | SqlText,
  options: ClientQueryOptions,
): Promise<Table> {
  const { job, direct, shape, tracing, span } = checkQuery(client, env, query, options, "Client#query");
  const { limit } = options;
  return interruptible(async (signal) => {
    if (job !== null) return setIndexAndDates(await runJob(...job, signal, limit), shape);
    let whole: Table | null = null;
    for await (const table of tracedParts(tracing, span, () => direct(signal, { limit }))) whole ??= table;
    return setIndexAndDates(whole as unknown as Table, shape);
  }, options.signal);
}

export function clientStream(
  client: Client,
  env: Environment,
  query: string | SqlText,
  options: ClientQueryOptions,
): AsyncIterable<Table> {
  const { job, direct, shape, tracing, span } = checkQuery(client, env, query, options, "Client#stream");
  const { limit } = options;
  let issued: Promise<Job> | null = null;
  let begun = false;
  async function* read(signal: AbortSignal): AsyncGenerator<Table> {
    if (job === null && begun)
      throw new ConfigError(
        "this stream was already read, and the direct path keeps no result; run the query again",
      );
    begun = true;
    // If the job is stopped before it ends, the next loop issues it again.
    if (job !== null)
      (issued ??= withJob(...job, signal, (own, wait) => own.wait(wait))).catch(() => (issued = null));
    const parts =
      issued === null
        ? direct(signal, { limit, partRows: PART_ROWS })
        : (await issued).stream({ signal, show_progress: job?.[0].show_progress !== false, limit });
    for await (const table of parts) yield await setIndexAndDates(table, shape);
  }
  const inSpan = (signal: AbortSignal): AsyncGenerator<Table> =>
    tracedParts(tracing, span, () => read(signal));
  return { [Symbol.asyncIterator]: () => interruptibleParts(inSpan, options.signal) };
}

/** Decides from a query's options whether it runs as a job or on the direct path. @throws ConfigError */
function checkQuery(
  client: Client,
  env: Environment,
  query: string | SqlText,
  options: ClientQueryOptions,
  source: string,
): {
  readonly job: readonly [JobTarget, SentStatement, CheckedParams] | null;
  readonly direct: (
    signal: AbortSignal,
    how: { readonly limit?: number | undefined; readonly partRows?: number },
  ) => AsyncGenerator<Table>;
  readonly shape: CheckedIndexAndDates;
  readonly tracing: Tracing | null;
  readonly span: ReturnType<typeof statementSpan>;
} {
  checkOptions(source, options, { ...PARAM_FORMS, ...OWN_FORMS });
  const jobOptions = Object.entries(given(options)).filter(([name]) => !Object.hasOwn(OWN_FORMS, name));
  const params = parseParams(Object.fromEntries(jobOptions));
  const shape = parseIndexAndDates(options);
  const engine = options.engine ?? client.default_engine;
  const via = typeof engine === "object" ? engine : client;
  const type = typeof engine === "object" ? engine.type : engine;
  const connection = typeof engine === "object" ? engine.client : client;
  const protocol = options.protocol ?? "trino";
  const sql = queryText(query, type);
  const statement = withHeader(sql, { type, header: via.header }, source);
  const needsJob = jobOptions.some(([key]) => key !== "db");
  const show_progress =
    options.show_progress ?? (typeof engine !== "object" || engine.show_progress !== false);
  const { statementSession: session } = connection;
  // A named database overrides USE.
  const isNamed = params.database !== null || typeof engine === "object";
  const place = isNamed ? { catalog: null, schema: null } : session;
  const asJob = type === "hive" || needsJob || options.force_job === true;
  const { tracing } = connection.transport.options;
  return {
    tracing,
    span: statementSpan(tracing, { type, database: params.database ?? place.schema ?? via.database, sql }),
    job: asJob
      ? [{ type, database: via.database, client: connection, show_progress }, statement, params]
      : null,
    direct: (signal, how) =>
      readStatement(
        statementTransport(connection.transport, env, protocol),
        {
          ...statement,
          database: params.database ?? place.schema ?? via.database,
          catalog: place.catalog,
          protocol,
          session,
        },
        { signal, show_progress, ...how },
      ),
    shape,
  };
}
