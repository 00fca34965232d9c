import process from "node:process";
import { Connection } from "../connection.ts";
import type { EngineType } from "../options/descriptor.ts";
import { interruptible } from "../interrupt/interrupt.ts";
import { handOverFile } from "../local/hand-over-file.ts";
import { localSession } from "../local/local-session.ts";
import { sendTable } from "../local/send-table.ts";
import {
  form,
  checkOptions,
  type OptionForms,
  type Environment,
  type SignalOption,
} from "../options/option-forms.ts";
import { processState } from "../process-state.ts";
import { serviceHome } from "../local-service/service-file.ts";
import { checkQuery, runQuery } from "../query/run-query.ts";
import { parseParams } from "../query/query-params.ts";
import type { SqlText } from "../sql/sql-template.ts";
import type { Table } from "../table/table.ts";
import type { AnyRow } from "../table/verbs/types/row-types.ts";
import type { LocalTable } from "../wire/local-request.ts";
import type { FrameInput } from "../write/frame.ts";
import { parseIndexAndDates, SHAPE_FORMS, type IndexAndDateOptions } from "./index-and-dates.ts";

/** Options of {@link read_local}. */
export interface ReadLocalOptions extends IndexAndDateOptions, SignalOption {
  /** Tables that the statement can use, by name: of this library or of Arquero, or lists of row objects. */
  readonly tables?: Readonly<Record<string, FrameInput>> | null | undefined;
  /** Files that the statement can use, as it writes them in quotes: Parquet, CSV with a header line, JSON lines. */
  readonly files?: readonly string[] | null | undefined;
  /** The statement's dialect. @default "presto" */
  readonly type?: EngineType | null | undefined;
  /** Database of the local service whose tables need no database in their names. @default "sample_datasets" */
  readonly database?: string | null | undefined;
  /** Maximum rows to read. Default: all. */
  readonly limit?: number | null | undefined;
  /** False: no progress. @default true */
  readonly show_progress?: boolean | null | undefined;
}

const FORMS: OptionForms<ReadLocalOptions> = {
  tables: {
    wanted: "an object of tables by name",
    holds: (value) => typeof value === "object" && !Array.isArray(value),
  },
  files: form.texts,
  type: form.oneOf("presto", "hive"),
  database: form.name,
  limit: form.limit,
  show_progress: form.flag,
  ...SHAPE_FORMS,
  signal: form.signal,
};

/**
 * Run SQL over tables of this program and files of this machine, and return its result as a table.
 *
 * The statement runs on this user's local service, in the same dialects as everywhere: Presto's or Hive's. It can also read the tables of
 * that service; a table given here wins over one of the same name. Types are kept both ways. Nothing is sent to another machine, whatever
 * `SVC_API_KEY` and `SVC_API_SERVER` say, and nothing is written to the service's databases.
 *
 * A table is handed over once, and again only if it is another one; a list of rows each time. Files are read where they are, and only those
 * in `files`.
 *
 * @param query - One SELECT, as SQL text or an {@link sql} template.
 * @returns as {@link read_svc_query} does.
 * @throws ConfigError when no local service is running, for a value that is no table, and a file that can't be read.
 * @throws QueryError when the statement fails; `sql`, `line` and `column` are set.
 * @example const t = await read_local("select a.* from airports a join 'codes.csv' c on a.code = c.code", { tables: { airports }, files: ["codes.csv"] });
 */
export async function read_local<R extends object = AnyRow>(
  query: string | SqlText,
  options: ReadLocalOptions = {},
): Promise<Table<R>> {
  checkOptions("read_local", options, FORMS);
  const shape = parseIndexAndDates(options);
  const connection = localConnection();
  const settings = {
    connection,
    type: options.type ?? "presto",
    database: options.database ?? connection.database,
    header: true,
    show_progress: options.show_progress ?? true,
  };
  const request = { ...parseParams(null), source: "read_local", limit: options.limit, shape };
  const ready = checkQuery(query, settings, request);
  return interruptible(async (signal) => {
    // First, so that a missing service is reported before anything is written.
    await connection.transport.options.resolveTarget();
    const { tables, forget } = await sendAll(options);
    try {
      const issue = { ...ready.issue, local: JSON.stringify(tables) };
      return (await runQuery({ ...ready, issue, signal })) as Table<R>;
    } finally {
      await forget();
    }
  }, options.signal);
}

/** Hands over the tables and files of a statement. */
async function sendAll({ tables, files }: Pick<ReadLocalOptions, "tables" | "files">) {
  const session = localSession(process.env);
  const sent: { readonly table: LocalTable; readonly forget: () => Promise<void> }[] = [];
  const forget = async (): Promise<void> => {
    for (const one of sent) await one.forget();
  };
  try {
    for (const [name, input] of Object.entries(tables ?? {}))
      sent.push(await sendTable(session, name, input));
    for (const path of new Set(files ?? [])) sent.push(await handOverFile(session, path));
    return { tables: sent.map(({ table }) => table), forget };
  } catch (error) {
    await forget();
    throw error;
  }
}

const connections = processState("local-connections", () => new Map<string, Connection>());

/** A connection to this user's own service, also where another service is configured. */
function localConnection(): Connection {
  const home = serviceHome(process.env);
  let connection = connections.get(home);
  if (connection === undefined) {
    const env: Environment = {
      ...process.env,
      SVC_API_KEY: undefined,
      SVC_API_SERVER: undefined,
      SVC_PROFILE: undefined,
      SVC_HOME: home,
    };
    connections.set(home, (connection = new Connection(null, null, { env })));
  }
  return connection;
}
