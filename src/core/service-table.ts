import type { Connection } from "./connection.ts";
import { createTable, deleteTable, findTable, existsTable, type TableRecord } from "./endpoints/tables.ts";
import { ConfigError, NotFoundError } from "./errors.ts";
import { interruptible } from "./interrupt/interrupt.ts";
import { type SignalOption, checkForm, form } from "./options/option-forms.ts";
import { quoteIdentifier, quoteTable } from "./sql/sql-literal.ts";
import type { FrameInput } from "./write/frame.ts";
import { writeToTable, type ToSvcOptions } from "./write/write-to-table.ts";

/**
 * A table of the service, which may not exist yet. Created by {@link Client.get_table}. Each method sends a request;
 * the object holds only names.
 */
export class ServiceTable {
  readonly #connection: Connection;
  readonly database: string;
  readonly table: string;

  /** Use {@link Client.get_table}, which checks that the database exists. */
  constructor(connection: Connection, database: string, table: string) {
    this.#connection = connection;
    this.database = database;
    this.table = table;
  }

  /** Whether the table exists now. Errors other than "not found" are thrown. */
  exists(options: SignalOption = {}): Promise<boolean> {
    return interruptible(
      (signal) => existsTable(this.#connection.transport, this.database, this.table, signal),
      options.signal,
    );
  }

  /** The table's row count, columns and times. @throws NotFoundError when the table does not exist. */
  describe(options: SignalOption = {}): Promise<TableRecord> {
    return interruptible(async (signal) => {
      const record = await findTable(this.#connection.transport, this.database, this.table, signal);
      if (record !== null) return record;
      throw new NotFoundError(`table ${this.database}.${this.table} does not exist`, {
        status: 404,
        method: "GET",
        path: `/v3/table/list/${this.database}`,
        body: "",
      });
    }, options.signal);
  }

  /**
   * Create the table: with only `time`, or with columns by a `CREATE TABLE` statement on the direct path.
   *
   * @param column_types - One per name, as Presto types: `bigint`, `double`, `varchar`, `array(bigint)`, ...
   * @throws AlreadyExistsError, or QueryError if columns are given, when the table exists.
   */
  async create(
    column_names: readonly string[] = [],
    column_types: readonly string[] = [],
    options: SignalOption = {},
  ): Promise<void> {
    const { database, table } = this;
    checkForm("column_names", column_names, form.texts);
    checkForm("column_types", column_types, form.texts);
    if (column_names.length !== column_types.length)
      throw new ConfigError(`${column_names.length} column names came with ${column_types.length} types`);
    if (column_names.length === 0)
      return interruptible(
        (signal) => createTable(this.#connection.transport, database, table, signal),
        options.signal,
      );
    const columns = column_names.map(
      (name, i) => `${quoteIdentifier(name, "presto")} ${typeText(column_types[i] as string)}`,
    );
    const sql = `CREATE TABLE ${quoteTable(database, table, "presto")} (${columns.join(", ")})`;
    const { queryOn } = await import("./query/client-query.ts");
    await queryOn(this.#connection, sql, {
      ...options,
      db: database,
      engine: "presto",
      show_progress: false,
    });
  }

  /** Delete the table and its rows. @throws NotFoundError when the table does not exist. */
  delete(options: SignalOption = {}): Promise<void> {
    const { database, table } = this;
    return interruptible(
      (signal) => deleteTable(this.#connection.transport, database, table, signal),
      options.signal,
    );
  }

  /** Write a frame to the table, as `to_svc` does, but the index only when `index` is true. */
  import_dataframe(frame: FrameInput, options: ToSvcOptions = {}): Promise<void> {
    return writeToTable(frame, `${this.database}.${this.table}`, this.#connection, {
      index: false,
      ...options,
    });
  }
}

/** Validates a type's text. @throws ConfigError for text that would end the type and start other SQL. */
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
