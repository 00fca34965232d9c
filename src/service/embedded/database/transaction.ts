import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import type { Database } from "./database.ts";
import { errorMessage } from "./error-message.ts";

/** How long a transaction is tried again, and the longest pause between two tries. */
const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 250;

/** Statements of the service on one connection. */
export class Session {
  readonly connection: DuckDBConnection;

  constructor(connection: DuckDBConnection) {
    this.connection = connection;
  }

  async run(sql: string, values: DuckDBValue[] = []): Promise<void> {
    await this.connection.run(sql, values);
  }

  /** Rows as objects; integers of 64 bits come as bigint. */
  async rows<T>(sql: string, values: DuckDBValue[] = []): Promise<T[]> {
    const reader = await this.connection.runAndReadAll(sql, values);
    return reader.getRowObjects() as T[];
  }
}

/**
 * Runs work in one transaction and runs it again when a statement of somebody else came in between: the engine finds
 * conflicts and gives up at once instead of waiting.
 */
export function transaction<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.use("service", async (connection) => {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await connection.run("BEGIN");
      try {
        const result = await work(new Session(connection));
        await connection.run("COMMIT");
        return result;
      } catch (error) {
        // After a failed COMMIT there is no transaction left to end.
        await connection.run("ROLLBACK").catch(() => undefined);
        if (!isConflict(error) || performance.now() > deadlineMs) throw error;
        // Not all at the same moment.
        await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
      }
    }
  });
}

/** Runs statements that need not see one state of things together. */
export function withSession<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.use("service", (connection) => work(new Session(connection)));
}

function isConflict(error: unknown): boolean {
  return /^TransactionContext Error:.*conflict/is.test(errorMessage(error));
}
