import type { QueryRunner, RunOptions } from "../../src/engine/contract/engine.ts";
import { rowReader } from "../../src/core/blocks/row-reader.ts";
import { openRunner, SCHEDULED_MS } from "../engine/open-runner.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import type { Outcome } from "./compare.ts";
import type { Engine } from "./run.ts";
import { createTable, tablesOf } from "./tables.ts";

/** A runner as one side of a comparison: returns a statement's rows or its error. */
export function engineOf(runner: QueryRunner, dialect: Dialect, options: Partial<RunOptions> = {}): Engine {
  const base = { dialect, database: "default", scheduledTimeMs: SCHEDULED_MS, mayWrite: true, ...options };
  return {
    async run(sql): Promise<Outcome> {
      try {
        const { columns, batches } = await runner.run(sql, { ...base, signal: AbortSignal.timeout(60_000) });
        const rows: unknown[][] = [];
        for await (const batch of batches)
          for (let row = 0; row < batch.rowCount; row++)
            rows.push(batch.columns.map((column) => rowReader(column)(row)));
        return { types: columns.map(({ type }) => type), rows };
      } catch (error) {
        const { kind, message } = error as { kind?: string; message: string };
        return { kind: kind ?? "ERROR", error: message };
      }
    },
  };
}

/** The embedded engine with the generator's tables. */
export async function openHere(dialect: Dialect): Promise<Engine & { close(): Promise<void> }> {
  const service = await openRunner();
  for (const table of tablesOf(dialect)) await service.query(createTable(table));
  return { ...engineOf(service.runner, dialect, { database: "shop" }), close: () => service.close() };
}
