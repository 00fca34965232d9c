import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { installLibrary } from "../../src/engine/library/install-library.ts";
import { openDatabase } from "../../src/engine/database/database.ts";
import { transaction } from "../../src/engine/database/transaction.ts";
import { createMetadata } from "../../src/engine/tables/table-metadata.ts";
import { createRunner, type RunnerOptions } from "../../src/engine/run/create-runner.ts";
import { rowReader } from "../../src/core/blocks/row-reader.ts";
import type { QueryRunner, ResultColumn, RunOptions } from "../../src/engine/contract/engine.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";

export interface Answer {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly unknown[])[];
  readonly updateType: string | undefined;
  readonly updateCount: number | undefined;
}

/** The real run path on a data folder of its own, with the service's limits or given ones. */
export interface TestRunner {
  readonly runner: QueryRunner;
  query(sql: string, dialect?: Dialect, options?: Partial<RunOptions>): Promise<Answer>;
  close(): Promise<void>;
}

export const SCHEDULED_MS = Date.UTC(2024, 0, 15, 10, 30, 0);

export async function openRunner(
  load: (connection: DuckDBConnection) => Promise<void> = () => Promise.resolve(),
  limits: RunnerOptions & { memoryLimit?: string; spillLimit?: string } = {},
): Promise<TestRunner> {
  const folder = await mkdtemp(join(tmpdir(), "svc-run-"));
  const { memoryLimit, spillLimit, ...runLimits } = limits;
  const database = await openDatabase({
    folder,
    prepare: installLibrary,
    load: async (connection) => {
      await connection.run(`CREATE SCHEMA "svc-data".shop`);
      await load(connection);
    },
    ...(memoryLimit === undefined ? {} : { memoryLimit }),
    ...(spillLimit === undefined ? {} : { spillLimit }),
  });
  await transaction(database, createMetadata);
  const runner = createRunner(database, runLimits);
  return {
    runner,
    async query(sql, dialect = "presto", options = {}) {
      const { signal } = new AbortController();
      const base = { dialect, database: "shop", scheduledTimeMs: SCHEDULED_MS, signal, mayWrite: true };
      const execution = await runner.run(sql, { ...base, ...options });
      const rows: unknown[][] = [];
      for await (const batch of execution.batches) {
        const readers = batch.columns.map((column) => rowReader(column));
        for (let i = 0; i < batch.rowCount; i++) rows.push(readers.map((read) => read(i)));
      }
      const { columns, updateType, updateCount } = execution;
      return { columns, rows, updateType, updateCount };
    },
    async close() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
