import { Connection } from "./connection.ts";
import { LISTENERS_FORM, type ConnectOptions } from "./options/client-options.ts";
import {
  databaseAbsence,
  explainAbsence,
  createDatabase,
  listDatabases,
  type DatabaseRecord,
} from "./endpoints/databases.ts";
import { listJobs, showJob, type JobListOptions } from "./endpoints/jobs.ts";
import { listTables, existsTable, type TableRecord } from "./endpoints/tables.ts";
import { isAlreadyExistsError } from "./error-guards.ts";
import { ConfigError } from "./errors.ts";
import type { ClientListeners } from "./http/request-events.ts";
import type { Transport } from "./http/transport.ts";
import { interruptible } from "./interrupt/interrupt.ts";
import {
  checkForm,
  checkOptions,
  form,
  type OptionForms,
  type SignalOption,
} from "./options/option-forms.ts";
import { valueInError } from "./text/visible-text.ts";
import { Job } from "./job/job.ts";
import type { ServiceTarget } from "./options/settings.ts";
import { ServiceTable } from "./service-table.ts";
import type { ClientQueryOptions } from "./query/client-query.ts";
import type { WithoutDates } from "./read/index-and-dates.ts";
import type { CheckedRow, CheckedText } from "./sql/known-statements.ts";
import type { SqlText } from "./sql/sql-template.ts";
import type { Table } from "./table/table.ts";
import type { AnyRow } from "./table/verbs/types/row-types.ts";
import type { FrameInput } from "./write/frame.ts";
import { writeToTable, type ToSvcOptions } from "./write/write-to-table.ts";

const LIST_FORMS: OptionForms<JobListOptions & SignalOption> = {
  from: form.countOr0,
  to: form.countOr0,
  status: form.oneOf("queued", "running", "success", "error"),
  signal: form.signal,
};

/** A connection to the service for one account. Created by {@link connect}; creating it sends nothing. */
export class Client {
  /** Default database of queries. */
  readonly database: string;
  readonly default_engine: "presto" | "hive";
  readonly header: boolean | string;
  readonly #connection: Connection;

  constructor(apikey?: string | null, endpoint?: string | null, options: ConnectOptions = {}) {
    this.#connection = new Connection(apikey, endpoint, options);
    this.database = this.#connection.database;
    this.default_engine = this.#connection.default_engine;
    this.header = this.#connection.header;
  }

  /** @hidden What the library's functions take. */
  get connection(): Connection {
    return this.#connection;
  }

  get #transport(): Transport {
    return this.connection.transport;
  }

  /**
   * Listen to what this client sends and receives: for logs, measurements and tests. Events have no key and no SQL. With `SVC_DEBUG=1` in the
   * environment each request is a line of standard error.
   *
   * @returns a function that stops listening.
   * @example client.on({ response: ({ what, status, elapsedMs }) => log.info({ what, status, elapsedMs }) });
   */
  on(listeners: ClientListeners): () => void {
    checkForm("on", listeners, LISTENERS_FORM);
    return this.connection.events.add(listeners);
  }

  /** @hidden The current target of requests. */
  target(): Promise<ServiceTarget> {
    return this.#transport.options.resolveTarget();
  }

  /** All databases the key has access to. */
  list_databases(options: SignalOption = {}): Promise<readonly DatabaseRecord[]> {
    return interruptible((signal) => listDatabases(this.#transport, signal), options.signal);
  }

  /** The tables of a database, with their schemas. @throws NotFoundError when the database does not exist. */
  list_tables(database: string = this.database, options: SignalOption = {}): Promise<readonly TableRecord[]> {
    return interruptible(
      (signal) =>
        listTables(this.#transport, database, signal).catch(async (error: unknown) => {
          throw await explainAbsence(this.#transport, database, error, false, signal);
        }),
      options.signal,
    );
  }

  /** Jobs of the account, newest first: the newest 20 unless `from` and `to` are given. */
  list_jobs(options: JobListOptions & SignalOption = {}): Promise<readonly Job[]> {
    return interruptible(async (signal) => {
      checkOptions("list_jobs", options, LIST_FORMS);
      const records = await listJobs(this.#transport, options, signal);
      return records.map(({ id, record }) => new Job(this.#transport, id, record));
    }, options.signal);
  }

  /** A job by its id. @throws NotFoundError when there is no such job. */
  async get_job(jobId: number | string, options: SignalOption = {}): Promise<Job> {
    const id = /^(?:string|number|bigint)$/.test(typeof jobId) ? String(jobId).trim() : "";
    if (!/^\d+$/.test(id)) throw new ConfigError(`job id ${valueInError(jobId)} is not an integer`);
    return interruptible(
      async (signal) => new Job(this.#transport, id, await showJob(this.#transport, id, signal)),
      options.signal,
    );
  }

  /**
   * A handle on a table, which need not exist yet.
   *
   * @param table - A table of `database`.
   * @throws NotFoundError when the database does not exist.
   */
  async get_table(database: string, table: string, options: SignalOption = {}): Promise<ServiceTable> {
    checkForm("table", table, form.name);
    checkForm("database", database, form.name);
    const absence = databaseAbsence(database, await this.list_databases(options), true);
    if (absence !== null) throw absence;
    return new ServiceTable(this.connection, database, table);
  }

  /** Whether the database, or the table in it, exists. Errors other than "not found" are thrown. */
  exists(database: string, table?: string, options: SignalOption = {}): Promise<boolean> {
    return interruptible(async (signal) => {
      checkForm("database", database, form.name);
      if (table === undefined)
        return (await listDatabases(this.#transport, signal)).some(({ name }) => name === database);
      return existsTable(this.#transport, database, table, signal);
    }, options.signal);
  }

  /** @returns whether the database had to be created. */
  create_database_if_not_exists(database: string, options: SignalOption = {}): Promise<boolean> {
    return interruptible(async (signal) => {
      if (await this.exists(database, undefined, { signal })) return false;
      try {
        await createDatabase(this.#transport, database, signal);
        return true;
      } catch (error) {
        // Another client created it meanwhile.
        if (isAlreadyExistsError(error)) return false;
        throw error;
      }
    }, options.signal);
  }

  /**
   * Run a query and return its result as a table. `engine` is `presto`, `hive`, or the result of `create_engine`, whose connection,
   * database and header are then used. A presto query with no option but `db` takes the direct path (the statement protocol): it is not
   * listed as a job, and small results arrive sooner. Any other option of the query reads' `params`, `force_job`, or the hive engine
   * makes it a job. Values are the same on both paths.
   *
   * `SET SESSION`, `SET ROLE`, `PREPARE` and `USE` on the direct path apply to later statements on that path, as long as the client
   * lives; a named database (`db`, or an engine) overrides `USE`. In a job they apply to that job only.
   *
   * @throws QueryError when the service rejects or fails the query; `sql`, `line` and `column` are set.
   * @throws ConfigError when the host of the direct path can't be derived from the endpoint: set `SVC_PRESTO_API`.
   */
  query<R extends object = AnyRow, Q extends string | SqlText = string | SqlText>(
    sql: CheckedText<Q>,
    options?: ClientQueryOptions & WithoutDates,
  ): Promise<Table<CheckedRow<Q, R>>>;
  query<R extends object = AnyRow, Q extends string | SqlText = string | SqlText>(
    sql: CheckedText<Q>,
    options: ClientQueryOptions,
  ): Promise<Table<R>>;
  async query<R extends object>(sql: string | SqlText, options: ClientQueryOptions = {}): Promise<Table<R>> {
    const { queryOn } = await import("./query/client-query.ts");
    return (await queryOn(this.connection, sql, options)) as Table<R>;
  }

  /**
   * Run a query as {@link Client.query} does, and yield its result as tables of some thousand rows as they arrive, in order; a result
   * without rows is one empty table. Only a few of them are in memory, whatever the size of the result. The query starts when the loop does;
   * leaving the loop ends it.
   *
   * With a job, a second loop reads the same result again. The direct path yields rows while the query runs, and can be read once. An
   * integer column is exact in each table: numbers where all its values are safe, else BigInts.
   *
   * @throws as {@link Client.query}, in the loop; tables yielded before the error are valid.
   * @example for await (const part of client.stream("select * from access")) rows += part.numRows();
   */
  stream<R extends object = AnyRow, Q extends string | SqlText = string | SqlText>(
    sql: CheckedText<Q>,
    options?: ClientQueryOptions & WithoutDates,
  ): AsyncIterable<Table<CheckedRow<Q, R>>>;
  stream<R extends object = AnyRow, Q extends string | SqlText = string | SqlText>(
    sql: CheckedText<Q>,
    options: ClientQueryOptions,
  ): AsyncIterable<Table<R>>;
  stream(sql: string | SqlText, options: ClientQueryOptions = {}): AsyncIterable<Table> {
    let stream: AsyncIterable<Table> | null = null;
    const begin = async (): Promise<AsyncIterator<Table>> => {
      const { streamOn } = await import("./query/client-query.ts");
      return (stream ??= streamOn(this.connection, sql, options))[Symbol.asyncIterator]();
    };
    // No generator: it would take a `return` only behind the rows that it waits for.
    const iterate = (): AsyncIterator<Table> => {
      let parts: Promise<AsyncIterator<Table>> | null = null;
      return {
        next: async () => (await (parts ??= begin())).next(),
        return: async () => (await (parts ??= begin())).return!(),
      };
    };
    return { [Symbol.asyncIterator]: iterate };
  }

  /**
   * Write a frame to a table, as {@link to_svc} does, except that the index is written only when `index` is true.
   *
   * @param destination - `<database>.<table>`, a table of the client's database, or the result of {@link Client.get_table}.
   */
  load_table_from_dataframe(
    frame: FrameInput,
    destination: string | ServiceTable,
    options: ToSvcOptions = {},
  ): Promise<void> {
    if (destination instanceof Object && "import_dataframe" in destination)
      return destination.import_dataframe(frame, options);
    checkForm("destination", destination, {
      ...form.name,
      wanted: "<database>.<table>, a table, or the result of get_table",
    });
    const name = destination.includes(".") ? destination : `${this.database}.${destination}`;
    return writeToTable(frame, name, this.connection, { index: false, ...options });
  }

  /**
   * Close kept-alive connections; later calls fail. Queries that it waits for are stopped, on the service too, with an
   * InterruptedError. A client that is not closed does not keep the process running.
   */
  close(): void {
    void this.connection.close();
  }

  /** Calls {@link Client.close} at the end of a block: `await using client = connect()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.connection.close();
  }
}
