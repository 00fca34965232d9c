import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import type { Database } from "./database.ts";

const ATTEMPTS = 5;

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
    for (let attempt = 1; ; attempt++) {
      await connection.run("BEGIN");
      try {
        const result = await work(new Session(connection));
        await connection.run("COMMIT");
        return result;
      } catch (error) {
        // After a failed COMMIT there is no transaction left to end.
        await connection.run("ROLLBACK").catch(() => undefined);
        if (attempt >= ATTEMPTS || !isConflict(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
      }
    }
  });
}

/** Runs statements that need not see one state of things together. */
export function withSession<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.use("service", (connection) => work(new Session(connection)));
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && /conflict|TransactionContext Error/i.test(error.message);
}
