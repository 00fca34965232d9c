// This folder: the statement protocol: sessions, pages, transactions, errors as Trino's.

import type { Audit } from "../access/audit-log.ts";
import type { PagedRun, StatementEngine } from "../../engine/contract/engine.ts";
import type { ByteAccount } from "../limits/byte-account.ts";
import { MAX_SESSION_SQL, tooLong } from "../../engine/contract/packed-statement.ts";
import { Fault } from "../../engine/errors/fault.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { quoteName } from "../../dialect/quote.ts";
import { QueuedRun, type RunEnd } from "../jobs/queued-run.ts";
import type { Log } from "../../engine/errors/log.ts";
import { runFault, statementError } from "./run-fault.ts";
import type { StatementRights } from "../../dialect/statements/statement-rights.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import {
  ignoredProperties,
  sessionZone,
  TIME_ZONE_PROPERTY,
  timeLimits,
  type ClientSession,
} from "./client-session.ts";
import { OnceKeys } from "../http/once-keys.ts";
import {
  mayChangeSession,
  type ClassifiedStatement,
  type SessionReader,
} from "../../engine/contract/session-statement.ts";
import { SessionChanges, type Asker } from "./session-changes.ts";
import { PagedStatement } from "./paged-statement.ts";

export interface NewStatement {
  readonly sql: string;
  readonly session: ClientSession;
  /** Used when the client's session names no schema. */
  readonly defaultDatabase: string;
  readonly rights: StatementRights;
  /** May stop statements of all users. */
  readonly isAdministrator: boolean;
  readonly userName: string;
  /** A repeat with the same key is the same statement; null: each request is a statement of its own. */
  readonly onceKey: string | null;
}

export interface StatementServiceDeps {
  readonly queue: JobQueue;
  readonly engine: StatementEngine;
  readonly sessions: SessionReader;
  readonly account: ByteAccount;
  readonly clock: () => number;
  readonly log: Log;
  readonly onWrite: () => void;
  readonly audit?: Audit;
  readonly hasDatabase: (database: string) => Promise<boolean>;
  /** Whether statements go to a cluster, which has other catalogs and session properties. */
  readonly onCluster: boolean;
}

/** Names of errors of a statement that somebody stopped. */
const KILLED: ReadonlySet<string> = new Set(["USER_CANCELED", "ADMINISTRATIVELY_KILLED"]);
/** A client that has not polled for this long is gone. */
const ABANDONED_MS = 120_000;
const SWEEP_MS = ABANDONED_MS / 4;
/** Memory of a statement besides its texts and rows. */
const STATEMENT_BYTES = 4096;

/** Statements of the statement protocol. Unlike jobs they are not persisted. */
export class StatementService {
  readonly #deps: StatementServiceDeps;
  readonly #statements = new Map<string, PagedStatement>();
  readonly #onceKeys = new OnceKeys<string>();
  readonly #sweep: NodeJS.Timeout;
  readonly #sessions: SessionChanges;
  #count = 0;
  #sweptMs: number;

  constructor(deps: StatementServiceDeps) {
    this.#deps = deps;
    this.#sessions = new SessionChanges({
      ...deps,
      kill: (id, message, by) => this.#kill(id, message, by),
    });
    this.#sweptMs = deps.clock();
    this.#sweep = setInterval(() => this.#dropAbandoned(), SWEEP_MS);
    this.#sweep.unref();
  }

  start(request: NewStatement): PagedStatement {
    const { userName, sql, onceKey: key } = request;
    if (key === null) return this.#startNew(request);
    const once = [userName, key, sql];
    const id = this.#onceKeys.get(once);
    if (id === undefined) {
      const statement = this.#startNew(request);
      this.#onceKeys.set(once, statement.id);
      return statement;
    }
    if (this.#statements.has(id)) return this.find(id);
    throw new Fault(
      "already_exists",
      `This request was sent before: statement ${id} has run, and its reply is gone. Check its changes before you run it again.`,
    );
  }

  #startNew(request: NewStatement): PagedStatement {
    const { clock, queue, account } = this.#deps;
    const day = new Date(clock())
      .toISOString()
      .replace(/[-:]|\..*/g, "")
      .replace("T", "_");
    const { sql, userName, session } = request;
    const id = `${day}_${String(++this.#count).padStart(5, "0")}_svc`;
    const form = { presto: session.family === "Presto", parametricTimes: session.parametricTimes };
    queue.checkRoom(userName);
    const memory = account.claim("user", userName);
    memory.add(STATEMENT_BYTES + session.keptLength + Buffer.byteLength(sql));
    const entry = { userName, priority: 0 };
    const statement = new PagedStatement(
      { id, nowMs: clock(), userName, form, memory },
      (own) =>
        new QueuedRun<void>(queue, entry, {
          run: () => this.#run(own, request),
          end: (how) => this.#finishStatement(own, how, request),
        }),
    );
    this.#statements.set(id, statement);
    statement.run.start();
    return statement;
  }

  #finishStatement(statement: PagedStatement, how: RunEnd<void>, request: NewStatement): Promise<void> {
    const { clock, log } = this.#deps;
    const error =
      "value" in how
        ? null
        : statementError(
            runFault(how.error, (fields) =>
              log({ event: "statement_failed", statement: statement.id, ...fields }),
            ),
          );
    statement.end(error === null ? "FINISHED" : "FAILED", clock(), error);
    this.#deps.audit?.({
      user: statement.userName,
      id: statement.id,
      type: "statement",
      database: request.session.schema ?? request.defaultDatabase,
      outcome: error === null ? "success" : KILLED.has(error.errorName) ? "killed" : "error",
      ms: clock() - statement.createdAtMs,
      rows: statement.updateCount ?? statement.rowCount,
      sql: request.sql,
    });
    // What its client has fetched may be asked for again, but nothing is lost if it goes.
    statement.memory.set(STATEMENT_BYTES + statement.heldLength);
    statement.whenDrained(() => statement.memory.offer(() => this.#statements.delete(statement.id)));
    return Promise.resolve();
  }

  /** @throws Fault `not_found` */
  find(id: string, slug?: string): PagedStatement {
    const statement = this.#statements.get(id);
    if (!statement || (slug !== undefined && slug !== statement.slug))
      throw new Fault(
        "not_found",
        `Statement ${id} not found: it has finished, or its client stopped polling for too long.`,
      );
    statement.lastAskedMs = this.#deps.clock();
    return statement;
  }

  cancel(statement: PagedStatement, reason = "Query was canceled"): void {
    stop(statement, new SqlError("USER_CANCELED", reason));
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const statement of this.#statements.values())
      stop(statement, new SqlError("USER_CANCELED", "The service was stopped while this statement ran"));
  }

  async #run(statement: PagedStatement, request: NewStatement): Promise<void> {
    const { session, userName } = request;
    const { runMs, executionMs } = timeLimits(session);
    statement.state = "RUNNING";
    statement.run.limitTime(runMs - (this.#deps.clock() - statement.createdAtMs), "run", runMs);
    statement.run.limitTime(executionMs, "execution", executionMs);
    const transaction = this.#sessions.transactionOf(session, userName);
    const read = await this.#read(request.sql, session);
    switch (read.kind) {
      case "query": {
        if (!this.#deps.onCluster) statement.warnings.push(...ignoredProperties(session));
        const execution = await this.#execute(statement, request, read.sql, { parameters: read.parameters });
        await statement.read(execution);
        if (execution.updateType === undefined) break;
        if (transaction !== null) transaction.changes++;
        this.#deps.onWrite();
        break;
      }
      case "describe":
        await statement.read(await this.#execute(statement, request, read.sql, { describe: read.what }));
        break;
      default:
        if (read.kind === "use" && this.#deps.onCluster) await this.#checkSchema(statement, request, read);
        await this.#sessions.run(statement, read, { ...request, session, userName });
    }
  }

  #read(sql: string, { prepared }: ClientSession): Promise<ClassifiedStatement> | ClassifiedStatement {
    if (!mayChangeSession(sql)) return { kind: "query", sql, parameters: [] };
    if (sql.length > MAX_SESSION_SQL) throw tooLong();
    return this.#deps.sessions.read(sql, [...prepared]);
  }

  /** A cluster knows its catalogs and schemas. @throws SqlError */
  async #checkSchema(
    statement: PagedStatement,
    request: NewStatement,
    { catalog, schema }: { readonly catalog: string | null; readonly schema: string },
  ): Promise<void> {
    const session = { ...request.session, catalog: catalog ?? request.session.catalog };
    const sql = `SHOW TABLES FROM ${quoteName(schema)} LIKE ''`;
    const { pages } = await this.#execute(statement, { ...request, session }, sql, { parameters: [] });
    for await (const _ of pages);
  }

  async #execute(
    statement: PagedStatement,
    request: NewStatement,
    sql: string,
    more: { readonly parameters: readonly string[] } | { readonly describe: "input" | "output" },
  ): Promise<PagedRun> {
    const { session } = request;
    // The hosted service's clients always name its own catalog; on a cluster the databases are in another one.
    const isOwn = this.#deps.onCluster && /^td(?:-presto)?$/i.test(session.catalog ?? "");
    const times = statement.form.parametricTimes ? "json" : "jsonInMilliseconds";
    return this.#deps.engine.toPages(sql, times, {
      dialect: "presto",
      ...(session.catalog === null || isOwn ? {} : { catalog: session.catalog }),
      database: session.schema ?? request.defaultDatabase,
      scheduledTimeMs: this.#deps.clock(),
      timeZone: sessionZone(session),
      sessionProperties: [...session.properties].filter(([name]) => name !== TIME_ZONE_PROPERTY),
      signal: statement.run.signal,
      ...request.rights,
      userName: request.userName,
      ...more,
      writeId: statement.slug,
      onProgress: (percent) => {
        statement.run.percent = percent;
      },
    });
  }

  #kill(id: string, message: string, by: Asker): void {
    const statement = this.#statements.get(id);
    if (!statement || statement.isOver) throw new SqlError("NOT_FOUND", `Target query not found: ${id}`);
    if (!by.isAdministrator && by.userName !== statement.userName)
      throw new SqlError("PERMISSION_DENIED", `Query ${id} belongs to another user`);
    const text = message === "" ? "Query killed." : `Query killed. Message: ${message}`;
    stop(statement, new SqlError("ADMINISTRATIVELY_KILLED", text));
  }

  #dropAbandoned(): void {
    const nowMs = this.#deps.clock();
    // The clock was set or the machine slept, and no client could poll meanwhile.
    const jumpMs = nowMs - this.#sweptMs - SWEEP_MS;
    this.#sweptMs = nowMs;
    const oldest = nowMs - ABANDONED_MS;
    for (const statement of this.#statements.values()) {
      if (Math.abs(jumpMs) > SWEEP_MS) statement.lastAskedMs += jumpMs;
      if (statement.lastAskedMs >= oldest) continue;
      stop(
        statement,
        new SqlError("USER_CANCELED", "The client did not fetch the statement's rows for too long"),
      );
      this.#statements.delete(statement.id);
      statement.memory.release();
    }
  }
}

function stop(statement: PagedStatement, reason: SqlError): void {
  if (!statement.isOver) void statement.run.stop(reason);
}
