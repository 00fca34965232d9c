import type { QueryRunner } from "../engine.ts";
import { Fault } from "../fault.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import type { Log } from "../log.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { readStatement, type SessionStatement } from "./session-statement.ts";
import { cancelledError, statementError } from "./statement-error.ts";
import { Statement } from "./statement.ts";

export interface StatementRequest {
  readonly sql: string;
  readonly database: string;
  readonly mayWrite: boolean;
  readonly userName: string;
  readonly prepared: ReadonlyMap<string, string>;
  /** `Trino` or `Presto`: the headers that the client speaks. */
  readonly dialectName: string;
}

export interface StatementServiceDeps {
  readonly queue: JobQueue;
  readonly runner: QueryRunner;
  readonly clock: () => number;
  readonly log: Log;
  readonly onWrite: () => Promise<void>;
  readonly hasDatabase: (database: string) => Promise<boolean>;
}

/** A client that has not asked for this long is gone. */
const ABANDONED_MS = 120_000;
const SWEEP_MS = ABANDONED_MS / 4;
/** Characters of rows that ended statements may hold together for clients that have not fetched them. */
const HELD_LENGTH = 128 * 2 ** 20;

/** The statements that clients run over the statement protocol. They are not jobs: nothing of them is kept. */
export class StatementService {
  readonly #deps: StatementServiceDeps;
  readonly #statements = new Map<string, Statement>();
  readonly #sweep: NodeJS.Timeout;
  #count = 0;
  #sweptMs: number;

  constructor(deps: StatementServiceDeps) {
    this.#deps = deps;
    this.#sweptMs = deps.clock();
    this.#sweep = setInterval(() => this.#dropAbandoned(), SWEEP_MS);
    this.#sweep.unref();
  }

  start(request: StatementRequest): Statement {
    const { clock, queue, log } = this.#deps;
    const day = new Date(clock())
      .toISOString()
      .replace(/[-:]|\..*/g, "")
      .replace("T", "_");
    const statement = new Statement(
      `${day}_${String(++this.#count).padStart(5, "0")}_svc`,
      clock(),
      request.userName,
    );
    const { sql, userName } = request;
    queue.checkRoom({ userName, length: sql.length });
    this.#statements.set(statement.id, statement);
    const { signal } = statement.stop;
    const leave = queue.add({ userName, priority: 0, length: sql.length }, async () => {
      if (statement.ended) return;
      statement.state = "RUNNING";
      try {
        await this.#run(statement, request);
        statement.end("FINISHED", clock());
      } catch (error) {
        const json = signal.aborted
          ? cancelledError((signal.reason as Error).message)
          : statementError(error, (fields) =>
              log({ event: "statement_failed", statement: statement.id, ...fields }),
            );
        statement.end("FAILED", clock(), json);
      }
      // It holds on to the SQL, and the statement is kept for a while.
      signal.removeEventListener("abort", onStop);
      this.#dropHeld();
    });
    const onStop = (): void => {
      if (leave()) statement.end("FAILED", clock(), cancelledError((signal.reason as Error).message));
    };
    signal.addEventListener("abort", onStop, { once: true });
    return statement;
  }

  /** @throws Fault `not_found` */
  find(id: string, slug?: string): Statement {
    const statement = this.#statements.get(id);
    if (!statement || (slug !== undefined && slug !== statement.slug)) {
      throw new Fault(
        "not_found",
        `Statement ${id} is not there; it ended, or its client was away too long.`,
      );
    }
    statement.lastAskedMs = this.#deps.clock();
    return statement;
  }

  cancel(statement: Statement): void {
    if (!statement.ended) statement.stop.abort(new Error("Query was canceled"));
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const statement of this.#statements.values()) {
      if (!statement.ended)
        statement.stop.abort(new Error("The service was stopped while this statement ran"));
    }
  }

  async #run(statement: Statement, request: StatementRequest): Promise<void> {
    const { runner, clock, onWrite } = this.#deps;
    const read = readStatement(request.sql, request.prepared);
    if (read.kind !== "query") {
      statement.updateType = UPDATE_TYPES[read.kind];
      Object.assign(statement.sessionHeaders, await this.#sessionHeaders(read, request.dialectName));
      return;
    }
    const execution = await runner.run(read.sql, {
      dialect: "presto",
      database: request.database,
      scheduledTimeMs: clock(),
      signal: statement.stop.signal,
      mayWrite: request.mayWrite,
      onProgress: (percent) => {
        statement.percent = percent;
      },
    });
    await statement.read(execution);
    if (execution.updateType !== undefined) await onWrite();
  }

  async #sessionHeaders(
    change: Exclude<SessionStatement, { kind: "query" }>,
    dialectName: string,
  ): Promise<Record<string, string>> {
    const header = (name: string): string => `X-${dialectName}-${name}`;
    switch (change.kind) {
      case "use":
        if (!(await this.#deps.hasDatabase(change.schema))) {
          throw new SqlError("SCHEMA_NOT_FOUND", `Schema does not exist: ${change.schema}`);
        }
        return {
          ...(change.catalog === null ? {} : { [header("Set-Catalog")]: change.catalog }),
          [header("Set-Schema")]: change.schema,
        };
      case "set":
        return { [header("Set-Session")]: `${change.name}=${encodeURIComponent(change.value)}` };
      case "reset":
        return { [header("Clear-Session")]: change.name };
      case "prepare":
        return {
          [header("Added-Prepare")]: `${encodeURIComponent(change.name)}=${encodeURIComponent(change.sql)}`,
        };
      case "deallocate":
        return { [header("Deallocated-Prepare")]: encodeURIComponent(change.name) };
    }
  }

  /** Drops the statements that were asked for least lately, where ended ones hold too many rows that nobody fetches. */
  #dropHeld(): void {
    const held = [...this.#statements.values()]
      .filter((statement) => statement.ended)
      .sort((a, b) => b.lastAskedMs - a.lastAskedMs);
    let length = 0;
    for (const statement of held) {
      length += statement.heldLength;
      if (length > HELD_LENGTH) this.#statements.delete(statement.id);
    }
  }

  #dropAbandoned(): void {
    const nowMs = this.#deps.clock();
    // A clock that was set, or a machine that slept: no client could ask meanwhile.
    const jumpMs = nowMs - this.#sweptMs - SWEEP_MS;
    this.#sweptMs = nowMs;
    const oldest = nowMs - ABANDONED_MS;
    for (const statement of this.#statements.values()) {
      if (Math.abs(jumpMs) > SWEEP_MS) statement.lastAskedMs += jumpMs;
      if (statement.lastAskedMs >= oldest) continue;
      if (!statement.ended)
        statement.stop.abort(new Error("The client has not asked for its rows for too long"));
      this.#statements.delete(statement.id);
    }
  }
}

const UPDATE_TYPES = {
  use: "USE",
  set: "SET SESSION",
  reset: "RESET SESSION",
  prepare: "PREPARE",
  deallocate: "DEALLOCATE",
} as const;
