import type { DuckDBConnection, DuckDBPreparedStatement } from "@duckdb/node-api";
import { SqlError } from "../../dialect/sql-error.ts";
import type { RunOptions } from "../contract/engine.ts";

/** An interrupt has no effect where the engine does not look for it, so it is repeated. */
const INTERRUPT_EVERY_MS = 25;

/** Time for each million characters of SQL, beside the limit itself. */
const MS_PER_MILLION = 10_000;

/** Processor time of the whole process: on a busy machine a statement may have had little of the time that passed. */
const processMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Prepares SQL, which the engine parses, binds and optimizes, within a time limit.
 *
 * @param onOverdue - Called at the limit: most of this work can't be interrupted, only ended with the process.
 * @throws SqlError EXCEEDED_TIME_LIMIT
 */
export async function prepareWithin(
  limitMs: number,
  connection: DuckDBConnection,
  sql: string,
  onOverdue: RunOptions["onOverdue"],
): Promise<DuckDBPreparedStatement> {
  const allowedMs = limitMs + (MS_PER_MILLION * sql.length) / 1e6;
  const message = `the statement takes longer than ${Number((allowedMs / 1000).toFixed(2))} s to plan; split it, or put parts of it in tables`;
  const startMs = processMs();
  let isOverdue = false;
  let timer: NodeJS.Timeout;
  const watch = (forMs: number): void => {
    timer = setTimeout(() => {
      const leftMs = allowedMs - (processMs() - startMs);
      if (leftMs > 0) return watch(Math.max(leftMs / 2, INTERRUPT_EVERY_MS));
      isOverdue = true;
      onOverdue?.(message);
      timer = setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS);
    }, forMs);
  };
  watch(allowedMs);
  try {
    return await connection.prepare(sql);
  } catch (error) {
    throw isOverdue ? new SqlError("EXCEEDED_TIME_LIMIT", message, null, error) : error;
  } finally {
    clearTimeout(timer!);
  }
}
