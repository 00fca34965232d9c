import type { ClientQueryOptions } from "./client-query.ts";
import { checkConnectOptions, type ConnectOptions } from "./options/client-options.ts";
import { createDatabase, listDatabases, type DatabaseRecord } from "./endpoints/databases.ts";
import { listJobs, showJob, type JobListOptions } from "./endpoints/jobs.ts";
import { listTables, type TableRecord } from "./endpoints/tables.ts";
import { isAlreadyExistsError } from "./error-guards.ts";
import { ConfigError, NotFoundError } from "./errors.ts";
import type { Fetch } from "./http/fetch-types.ts";
import { keepAliveFetch } from "./http/agent/node-fetch.ts";
import { Transport } from "./http/transport.ts";
import { interruptible } from "./interrupt/interrupt.ts";
import { Job } from "./job/job.ts";
import { resolveTarget, type Environment, type Target } from "./options/settings.ts";
import { ServiceTable, tableExists } from "./service-table.ts";
import { StatementSession } from "./statement/statement-session.ts";
import type { SignalOption } from "./options/signal-option.ts";
import type { SqlText } from "./sql/sql-template.ts";
import type { Table } from "./table/table.ts";
import type { FrameInput } from "./write/frame.ts";
import { to_svc, type ToSvcOptions } from "./write/to-svc.ts";
import { clientName } from "./http/user-agent.ts";

/** A fetch that somebody else made says nothing of its connections. */
function withoutProof(fetch: Fetch): Fetch {
  return (url, init) => {
    if (!init.provenBy) return fetch(url, init);
    throw new ConfigError(
      "the option fetch needs an apikey and an endpoint: the local service has to prove itself",
    );
  };
}

/** A connection to the service for one account. Made by {@link connect}; making one sends nothing. */
export class Client {
  /** Database of queries that name none. */
  readonly database: string;
  readonly default_engine: "presto" | "hive";
  readonly header: boolean | string;
  readonly #transport: Transport;
  readonly #env: Environment;
  readonly #close: () => void;
  /** @internal What statements on the direct path have set for those after them. */
  readonly statementSession = new StatementSession();

  constructor(apikey?: string | null, endpoint?: string | null, options: ConnectOptions = {}) {
    const checked = checkConnectOptions(options);
    const own = checked.fetch ? null : keepAliveFetch(checked.env, checked.http_proxy ?? null);
    this.database = checked.database;
    this.default_engine = checked.default_engine;
    this.header = checked.header;
    this.#env = checked.env;
    this.#close = () => own?.close();
    this.#transport = new Transport({
      fetch: own?.fetch ?? withoutProof(checked.fetch as Fetch),
      resolveTarget: resolveTarget(apikey, endpoint, checked.env),
      authorize: (key) => ({ authorization: `TD1 ${key}` }),
      userAgent: clientName(checked.user_agent),
      headers: checked.headers,
      timeoutMs: checked.timeout * 1000,
      retry: {
        firstDelayMs: 500,
        longestDelayMs: 60_000,
        maxCumulDelayMs: checked.max_cumul_retry_delay * 1000,
      },
      retryPost: checked.retry_post_requests,
      sleep: checked.sleep,
      now: checked.now,
    });
  }

  /** @internal What the other parts of the library send through. */
  get transport(): Transport {
    return this.#transport;
  }

  /** @internal Where requests go now. */
  target(): Promise<Target> {
    return this.#transport.options.resolveTarget();
  }

  /** All databases the key may see. */
  list_databases(options: SignalOption = {}): Promise<readonly DatabaseRecord[]> {
    return interruptible((signal) => listDatabases(this.#transport, signal), options.signal);
  }

  /** The tables of a database, with their schemas. @throws NotFoundError when there is no such database. */
  list_tables(database: string = this.database, options: SignalOption = {}): Promise<readonly TableRecord[]> {
    return interruptible((signal) => listTables(this.#transport, database, signal), options.signal);
  }

  /** Jobs of the account, newest first: the newest 20 unless `from` and `to` say otherwise. */
  list_jobs(options: JobListOptions & SignalOption = {}): Promise<readonly Job[]> {
    return interruptible(async (signal) => {
      const records = await listJobs(this.#transport, options, signal);
      return records.map((record) => new Job(this.#transport, String(record.job_id), record));
    }, options.signal);
  }

  /** @throws NotFoundError when there is no such job. */
  async get_job(jobId: number | string, options: SignalOption = {}): Promise<Job> {
    const id = String(jobId).trim();
    if (!/^\d+$/.test(id)) throw new ConfigError(`job id ${JSON.stringify(jobId)} is not an integer`);
    return interruptible(
      async (signal) => new Job(this.#transport, id, await showJob(this.#transport, id, signal)),
      options.signal,
    );
  }

  /**
   * A handle on a table, which need not exist yet.
   *
   * @param table - Of `database`.
   * @throws NotFoundError when there is no such database.
   */
  async get_table(database: string, table: string, options: SignalOption = {}): Promise<ServiceTable> {
    if (await this.exists(database, undefined, options)) return new ServiceTable(this, database, table);
    throw new NotFoundError(
      `database ${database} does not exist; make it with create_database_if_not_exists("${database}")`,
      { status: 404, method: "GET", path: "/v3/database/list", body: "" },
    );
  }

  /** Whether the database, or the table in it, exists. Errors other than "not found" are thrown. */
  exists(database: string, table?: string, options: SignalOption = {}): Promise<boolean> {
    return interruptible(async (signal) => {
      if (table !== undefined) return tableExists(this.#transport, database, table, signal);
      return (await listDatabases(this.#transport, signal)).some(({ name }) => name === database);
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
        // Another notebook was faster.
        if (isAlreadyExistsError(error)) return false;
        throw error;
      }
    }, options.signal);
  }

  /**
   * Run a query and return its result as a table. `engine` is `presto`, `hive`, or what `create_engine` gave, whose
   * connection, database and header count then. A presto query with no option but `db` takes the direct path (the
   * statement protocol): no job appears in the listing and small results come sooner. Any other option of the query
   * reads' `params`, `force_job`, or the hive engine makes it a job. Values are the same on both paths.
   *
   * What `SET SESSION`, `SET ROLE`, `PREPARE` and `USE` set on the direct path lasts as long as the client, for statements on that path;
   * a database that is named (`db`, or an engine) beats `USE`. In a job they last for that job.
   *
   * @throws QueryError when the service rejects or fails the query; `sql`, `line` and `column` are set.
   * @throws ConfigError when the host of the direct path can't be derived from the endpoint: set `SVC_PRESTO_API`.
   */
  async query(sql: string | SqlText, options: ClientQueryOptions = {}): Promise<Table> {
    const { clientQuery } = await import("./client-query.ts");
    return clientQuery(this, this.#env, sql, options);
  }

  /**
   * Run a query as {@link Client.query} does, and give its result as tables of some thousand rows as they arrive, in order; a result without
   * rows is one table without rows. Memory holds a few of them, whatever the size of the result. The query starts with the loop; leaving the
   * loop ends it.
   *
   * Of a job, a second loop reads the same result again. The direct path gives rows while the query runs, and can be read once. An integer
   * column is exact in each table: numbers where all its values are safe, else BigInts.
   *
   * @throws as {@link Client.query}, in the loop; tables that came before are sound.
   * @example for await (const part of client.stream("select * from access")) rows += part.numRows();
   */
  stream(sql: string | SqlText, options: ClientQueryOptions = {}): AsyncIterable<Table> {
    let stream: AsyncIterable<Table> | null = null;
    const read = async function* (client: Client, env: Environment): AsyncGenerator<Table> {
      const { clientStream } = await import("./client-query.ts");
      yield* (stream ??= clientStream(client, env, sql, options));
    };
    return { [Symbol.asyncIterator]: () => read(this, this.#env) };
  }

  /**
   * Write a frame to a table: {@link to_svc}, but the index is written only when `index` is true.
   *
   * @param destination - `<database>.<table>`, a table of the client's database, or what {@link Client.get_table} gave.
   */
  load_table_from_dataframe(
    frame: FrameInput,
    destination: string | ServiceTable,
    options: ToSvcOptions = {},
  ): Promise<void> {
    if (typeof destination === "object") return destination.import_dataframe(frame, options);
    const name = destination.includes(".") ? destination : `${this.database}.${destination}`;
    return to_svc(frame, name, this, { index: false, ...options });
  }

  /** Drop kept connections; later calls fail. Not calling it keeps nothing running. */
  close(): void {
    this.#close();
  }

  /** {@link Client.close} at the end of a block: `await using client = connect()`. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#close();
    return Promise.resolve();
  }
}
