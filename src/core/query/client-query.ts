import type { Connection } from "../connection.ts";
import type { EngineType } from "../options/descriptor.ts";
import {
  checkOptions,
  form,
  definedOptions,
  type OptionForms,
  type SignalOption,
} from "../options/option-forms.ts";
import { parseIndexAndDates, SHAPE_FORMS, type IndexAndDateOptions } from "../read/index-and-dates.ts";
import type { SqlText } from "../sql/sql-template.ts";
import type { StatementProtocol } from "../wire/statement/statement-headers.ts";
import type { Table } from "../table/table.ts";
import { checkQuery, runQuery, streamQuery, type ReadyQuery } from "./run-query.ts";
import { PARAM_FORMS, parseParams, type QueryParams } from "./query-params.ts";

/** What a query takes of a {@link QueryEngine}. */
export interface EngineHandle {
  readonly type: EngineType;
  readonly database: string;
  /** The client of the engine. */
  readonly client: { readonly connection: Connection };
  readonly header: boolean | string;
  readonly show_progress: number | boolean;
}

/** Options of {@link Client.query}: the query reads' `params`, plus those below. */
export interface ClientQueryOptions extends QueryParams, IndexAndDateOptions, SignalOption {
  /** A {@link QueryEngine} supplies its connection, database and header. Default: the client's `default_engine`. */
  readonly engine?: EngineType | EngineHandle;
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
    holds: (value) => ["presto", "hive"].includes((value as Partial<EngineHandle>).type ?? (value as string)),
  },
  protocol: form.oneOf("trino", "presto"),
  force_job: form.flag,
  limit: form.limit,
  show_progress: form.flag,
  signal: form.signal,
};

/** What an engine's queries run on. */
export const engineTarget = ({
  client: { connection },
  type,
  database,
  header,
  show_progress,
}: EngineHandle) => ({
  connection,
  type,
  database,
  header,
  show_progress: show_progress !== false,
});

/** A query with the options of {@link Client.query}, which decide whether it runs as a job or on the direct path. @throws ConfigError */
function clientQuery(
  connection: Connection,
  text: string | SqlText,
  options: ClientQueryOptions,
  source: string,
): ReadyQuery {
  checkOptions(source, options, { ...PARAM_FORMS, ...OWN_FORMS });
  const jobOptions = Object.entries(definedOptions(options)).filter(
    ([name]) => !Object.hasOwn(OWN_FORMS, name),
  );
  const params = parseParams(Object.fromEntries(jobOptions));
  const shape = parseIndexAndDates(options);
  const { engine = connection.default_engine, limit, signal } = options;
  const isEngine = typeof engine === "object";
  const own = isEngine
    ? engineTarget(engine)
    : { connection, type: engine, database: connection.database, header: connection.header };
  const settings = { show_progress: true, ...own };
  if (options.show_progress != null) settings.show_progress = options.show_progress;
  const needsJob =
    settings.type === "hive" || options.force_job === true || jobOptions.some(([key]) => key !== "db");
  const protocol = needsJob ? null : (options.protocol ?? "trino");
  const query = checkQuery(text, settings, { ...params, shape, source, limit, signal, protocol });
  // A named database overrides USE.
  if (needsJob || isEngine || params.database !== null) return query;
  const { catalog, schema } = connection.session;
  return { ...query, catalog, database: schema ?? query.database };
}

/** Runs a query as {@link Client.query} does. */
export const queryOn = async (
  connection: Connection,
  text: string | SqlText,
  options: ClientQueryOptions,
): Promise<Table> => runQuery(clientQuery(connection, text, options, "Client#query"));

/** Streams a query as {@link Client.stream} does. */
export const streamOn = (
  connection: Connection,
  text: string | SqlText,
  options: ClientQueryOptions,
): AsyncIterable<Table> => streamQuery(clientQuery(connection, text, options, "Client#stream"));
