import type { Execution, QueryRunner, RunOptions } from "../../../src/engine/contract/engine.ts";
import { rowReader } from "../../../src/core/blocks/row-reader.ts";

/** All rows of a result, as arrays. */
export async function rowsOf({ batches }: Execution): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { rowCount, columns } of batches) {
    for (let row = 0; row < rowCount; row++) rows.push(columns.map((column) => rowReader(column)(row)));
  }
  return rows;
}

/** Runs a statement to its end. */
export async function query(
  runner: QueryRunner,
  sql: string,
  options: Partial<RunOptions> = {},
): Promise<{ types: string[]; rows: unknown[][]; execution: Execution }> {
  const execution = await runner.run(sql, {
    dialect: "presto",
    database: "default",
    scheduledTimeMs: Date.UTC(2024, 0, 1),
    signal: new AbortController().signal,
    mayWrite: true,
    ...options,
  });
  const rows = await rowsOf(execution);
  return { types: execution.columns.map(({ type }) => type), rows, execution };
}
