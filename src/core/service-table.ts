import type { Client } from "./client.ts";
import type { SignalOption } from "./options/signal-option.ts";
import { createTable, deleteTable, findTable, type TableRecord } from "./endpoints/tables.ts";
import { isNotFoundError } from "./error-guards.ts";
import { ConfigError, NotFoundError } from "./errors.ts";
import type { Transport } from "./http/transport.ts";
import { interruptible } from "./interrupt/interrupt.ts";
import { quoteIdentifier } from "./sql/quote-identifier.ts";
import type { FrameInput } from "./write/frame.ts";
import { to_svc, type ToSvcOptions } from "./write/to-svc.ts";

/**
 * A table of the service, which may or may not exist yet. From {@link Client.get_table}. Every method asks the service
 * anew; the object itself holds only the names.
 */
export class ServiceTable {
  readonly client: Client;
  readonly database: string;
  readonly table: string;

  /** Made by {@link Client.get_table}, which looks whether the database exists. */
  constructor(client: Client, database: string, table: string) {
    this.client = client;
    this.database = database;
    this.table = table;
  }

  /** Whether there is such a table now. Errors other than "not found" are thrown. */
  exists(options: SignalOption = {}): Promise<boolean> {
    return this.client.exists(this.database, this.table, options);
  }

  /** Its row count, columns and times. @throws NotFoundError when there is no such table. */
  describe(options: SignalOption = {}): Promise<TableRecord> {
    return interruptible(async (signal) => {
      const found = await findTable(this.client.transport, this.database, this.table, signal);
      if (found !== null) return found;
      throw new NotFoundError(`table ${this.database}.${this.table} does not exist`, {
        status: 404,
        method: "GET",
        path: `/v3/table/list/${this.database}`,
        body: "",
      });
    }, options.signal);
  }

  /**
   * Create the table: with no columns but `time`, or with columns by a `CREATE TABLE` statement on the direct path.
   *
   * @param column_types - As many as names, in Presto's words: `bigint`, `double`, `varchar`, `array(bigint)`, ...
   * @throws AlreadyExistsError, or QueryError where columns are given, when there is such a table.
   */
  async create(
    column_names: readonly string[] = [],
    column_types: readonly string[] = [],
    options: SignalOption = {},
  ): Promise<void> {
    const { client, database, table } = this;
    if (column_names.length !== column_types.length) {
      throw new ConfigError(`${column_names.length} column names came with ${column_types.length} types`);
    }
    if (column_names.length === 0) {
      return interruptible(
        (signal) => createTable(client.transport, database, table, signal),
        options.signal,
      );
    }
    const columns = column_names.map((name, i) => `${quoted(name)} ${typeText(column_types[i] as string)}`);
    const sql = `CREATE TABLE ${quoted(database)}.${quoted(table)} (${columns.join(", ")})`;
    await client.query(sql, { ...options, db: database, engine: "presto", show_progress: false });
  }

  /** Delete the table with its rows. @throws NotFoundError when there is no such table. */
  delete(options: SignalOption = {}): Promise<void> {
    const { client, database, table } = this;
    return interruptible((signal) => deleteTable(client.transport, database, table, signal), options.signal);
  }

  /** Write a frame to the table: {@link to_svc}, but the index is written only when `index` is true. */
  import_dataframe(frame: FrameInput, options: ToSvcOptions = {}): Promise<void> {
    return to_svc(frame, `${this.database}.${this.table}`, this.client, { index: false, ...options });
  }
}

/** Whether the table or its database is missing. */
export async function tableExists(
  transport: Transport,
  database: string,
  table: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await findTable(transport, database, table, signal)) !== null;
  } catch (error) {
    if (isNotFoundError(error)) return false;
    throw error;
  }
}

const quoted = (name: string): string => quoteIdentifier(name, "presto");

/** A type as it is. @throws ConfigError for text that would end the type and begin something else. */
function typeText(type: string): string {
  let depth = 0;
  let whole = /^[a-z][a-z0-9_ ,"()]*$/i.test(type);
  for (const char of type) {
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && char === ",")) whole = false;
  }
  if (!whole || depth !== 0) throw new ConfigError(`${JSON.stringify(type)} is not a column type`);
  return type;
}
