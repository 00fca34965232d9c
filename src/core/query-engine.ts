/**
 * Engines: the handles that queries run through.
 *
 * @module svclib/query_engine
 */
import type { Client } from "./client.ts";
import { isClient } from "./is-client.ts";
import { connect } from "./connect.ts";
import { checkDatabase, parseDescriptor, type EngineType } from "./options/descriptor.ts";
import { ConfigError } from "./errors.ts";
import { checkOptions, form, type OptionForms } from "./options/option-forms.ts";

export type { EngineType } from "./options/descriptor.ts";

/** Options of {@link create_engine}. */
export interface EngineOptions {
  /** Connection to use. Default: the one in the descriptor, else the default connection. */
  readonly con?: Client | null | undefined;
  /** First comment line above each query: true for the client's name, text to replace it, false for none. @default true */
  readonly header?: boolean | string;
  /** False: queries report no progress. A number of seconds is accepted and ignored. @default 5 */
  readonly show_progress?: number | boolean;
  /** Accepted and ignored. @default true */
  readonly clear_progress?: boolean;
}

/** Query language, database and connection for queries. */
export class QueryEngine {
  readonly type: EngineType;
  readonly database: string;
  readonly client: Client;
  readonly header: boolean | string;
  readonly show_progress: number | boolean;
  readonly clear_progress: boolean;

  constructor(type: EngineType, database: string, client: Client, options: Omit<EngineOptions, "con"> = {}) {
    this.type = type;
    this.database = database;
    this.client = client;
    this.header = options.header ?? true;
    this.show_progress = options.show_progress ?? 5;
    this.clear_progress = options.clear_progress ?? true;
  }
}

const FORMS: OptionForms<EngineOptions> = {
  con: { wanted: "a Client from connect", holds: isClient },
  header: form.flagOrText,
  show_progress: {
    wanted: "true, false or a number of seconds",
    holds: (value) => typeof value === "number" || form.flag.holds(value),
  },
  clear_progress: form.flag,
};

/**
 * Create the engine that queries run through.
 *
 * @param url - `<type>:<database>` for the default connection (`SVC_API_KEY`, `SVC_API_SERVER`), or
 * `<type>://<apikey>@<host>/<database>`. `<type>` is `presto` or `hive`; anything after `?` is ignored.
 * @param con - A Client, or an object with all options.
 * @throws ConfigError for an invalid descriptor or option, and for a descriptor with a key together with a Client, as
 * one of the two would be ignored. The message never contains the key.
 * @example const engine = create_engine("presto:sample_datasets");
 */
export function create_engine(
  url: string,
  con?: Client | EngineOptions | null,
  options: EngineOptions = {},
): QueryEngine {
  if (typeof url !== "string")
    throw new ConfigError("the engine descriptor must be text such as presto:sample_datasets");
  const more: EngineOptions = isClient(con) ? { con } : (con ?? {});
  for (const one of [more, options]) checkOptions("create_engine", one, FORMS);
  const merged = { ...more, ...options };
  const { type, database, connection } = parseDescriptor(url);
  if (merged.con && connection)
    throw new ConfigError(
      `the engine descriptor and con name two connections; write ${type}:${checkDatabase(database)} to use con`,
    );
  const client = merged.con ?? connect(connection?.apikey, connection?.endpoint);
  return new QueryEngine(type, database, client, merged);
}
