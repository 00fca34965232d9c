import type { Client } from "./client.ts";
import { ConfigError } from "./errors.ts";
import { interruptible } from "./interrupt.ts";
import type { EngineType, QueryEngine } from "./query-engine.ts";
import { checkParams, type QueryParams } from "./params.ts";
import { withHeader } from "./sql/query-header.ts";
import { runJob } from "./job/run-job.ts";
import type { Environment } from "./settings.ts";
import { checkShape, shapeTable, type TableShape } from "./read/shape-table.ts";
import { withoutFinalSemicolons } from "./sql/sql-scan.ts";
import { queryText, type SqlText } from "./sql/sql-template.ts";
import type { StatementProtocol } from "./statement/statement-client.ts";
import { statementTransport } from "./statement/statement-transport.ts";
import { readStatement } from "./statement/read-statement.ts";
import type { SignalOption } from "./signal-option.ts";
import type { Table } from "./table/table.ts";

/** Options of {@link Client.query}: those of the query reads' `params`, and these. */
export interface ClientQueryOptions extends QueryParams, TableShape, SignalOption {
  /** A {@link QueryEngine} brings its own connection, database and header. Default: the client's `default_engine`. */
  readonly engine?: EngineType | QueryEngine;
  /** Headers of the direct path: `trino`, or `presto` for servers of the earlier revision. @default "trino" */
  readonly protocol?: StatementProtocol;
  /** True: run as a job, never on the direct path. @default false */
  readonly force_job?: boolean;
  /** False: no progress events. @default true */
  readonly show_progress?: boolean;
}

const OWN_OPTIONS = [
  "engine",
  "protocol",
  "force_job",
  "show_progress",
  "index_col",
  "parse_dates",
  "signal",
];

/** See {@link Client.query}. */
export async function clientQuery(
  client: Client,
  env: Environment,
  query: string | SqlText,
  options: ClientQueryOptions,
): Promise<Table> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  const params = checkParams(Object.fromEntries(entries.filter(([key]) => !OWN_OPTIONS.includes(key))));
  const shape = checkShape(options);
  const engine = options.engine ?? client.default_engine;
  const via = typeof engine === "object" ? engine : client;
  const type = typeof engine === "object" ? engine.type : engine;
  const connection = typeof engine === "object" ? engine.client : client;
  const protocol = options.protocol ?? "trino";
  if (type !== "presto" && type !== "hive")
    throw new ConfigError(`engine ${JSON.stringify(type)} is neither presto nor hive`);
  if (protocol !== "trino" && protocol !== "presto") {
    throw new ConfigError(`protocol ${JSON.stringify(protocol)} is neither trino nor presto`);
  }
  const sql = queryText(query, type);
  const sent = withoutFinalSemicolons(sql, type);
  const statement = { ...withHeader(sent, { header: via.header, source: "Client#query" }), sql };
  const needsJob = entries.some(([key]) => !OWN_OPTIONS.includes(key) && key !== "db");
  const show_progress = options.show_progress ?? true;
  const { statementSession: session } = connection;
  // What is named beats what USE has set.
  const isNamed = params.database !== null || typeof engine === "object";
  const place = isNamed ? { catalog: null, schema: null } : session;
  return interruptible(async (signal) => {
    const table =
      type === "hive" || needsJob || options.force_job === true
        ? await runJob(
            { type, database: via.database, client: connection, show_progress },
            statement,
            params,
            signal,
          )
        : await readStatement(
            statementTransport(connection.transport, env, protocol),
            {
              ...statement,
              database: params.database ?? place.schema ?? via.database,
              catalog: place.catalog,
              protocol,
              session,
            },
            { signal, show_progress },
          );
    return shapeTable(table, shape);
  }, options.signal);
}
