import { deleteTable, showTable } from "../endpoints/tables.ts";
import { checkParams } from "../params.ts";
import { quoteIdentifier } from "../quote-identifier.ts";
import type { WriteTarget } from "./writer.ts";

/** How long cleaning up after a failure may take. */
export const CLEANUP_TIMEOUT_MS = 30_000;

/**
 * Drop the table that a call has made and could not fill. It stays where it holds more than the call's own rows: other clients may have
 * found it there and been told that their rows are in.
 *
 * @param ownRows - Rows of the call that are in it.
 * @returns why it stays; null when it is gone.
 */
export async function dropOwnTable(target: WriteTarget, ownRows: number): Promise<string | null> {
  const { client, database, table } = target;
  try {
    const rows = await countRows(target);
    if (rows !== ownRows)
      return `the table that was made for them stays, as it has ${rows} rows, ${ownRows} of them written here`;
    await deleteTable(client.transport, database, table, AbortSignal.timeout(CLEANUP_TIMEOUT_MS));
    return null;
  } catch (error) {
    return `the table that was made for them stays: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Our own service's count is exact; others count now and then, so that they are asked by a query. */
async function countRows({ client, database, table }: WriteTarget): Promise<number> {
  const signal = AbortSignal.timeout(CLEANUP_TIMEOUT_MS);
  const shown = await showTable(client.transport, database, table, signal);
  if (client.transport.answersAreNamed && shown !== null) return shown.count;
  const { runJob } = await import("../run-job.ts");
  const job = { type: "presto", database, client, show_progress: false } as const;
  const sql = `SELECT count(*) AS n FROM ${quoteIdentifier(database, "presto")}.${quoteIdentifier(table, "presto")}`;
  const counted = await runJob(job, { text: sql, sql, headerLines: 0 }, checkParams(null), signal);
  return Number(counted.getter(counted.columnNames()[0] as string)(0));
}
