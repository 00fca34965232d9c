import { setTimeout as sleep } from "node:timers/promises";
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import type { Database } from "./database.ts";
import { errorMessage } from "../errors/fault.ts";

/** Time limit of retries, and the longest pause between two of them. */
const PATIENCE_MS = 60_000;
const MAX_PAUSE_MS = 250;

/** The service's own statements on one connection. */
export class Session {
  readonly connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.connection = connection;
  }

  async run(sql: string, values: DuckDBValue[] = []): Promise<void> {
    await this.connection.run(sql, values);
  }

  /** Rows as objects; 64-bit integers are bigint. */
  async rows<T>(sql: string, values: DuckDBValue[] = []): Promise<T[]> {
    const reader = await this.connection.runAndReadAll(sql, values);
    return reader.getRowObjects() as T[];
  }
}

/** Runs work in one transaction and retries it on a conflict, on which DuckDB fails at once instead of waiting. */
export function transaction<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.use("service", async (connection) => {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      await connection.run("BEGIN");
      try {
        const result = await work(new Session(connection));
        await connection.run("COMMIT");
        return result;
      } catch (error) {
        // A failed COMMIT has already ended the transaction.
        await connection.run("ROLLBACK").catch(() => undefined);
        if (!isConflict(error) || performance.now() > deadlineMs) throw error;
        // Jitter, so that competing transactions don't retry at the same moment.
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }
  });
}

/** Runs statements that need no common snapshot. */
export function withSession<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.use("service", (connection) => work(new Session(connection)));
}

function isConflict(error: unknown): boolean {
  return /^TransactionContext Error:.*conflict/is.test(errorMessage(error));
}
