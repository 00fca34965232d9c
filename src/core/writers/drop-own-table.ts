import { deleteTable } from "../endpoints/tables.ts";
import { isAlreadyExistsError, isTimeoutError, isUploadError } from "../error-guards.ts";
import type { UploadError } from "../errors.ts";
import { queryOn } from "../query/client-query.ts";
import { quoteTable } from "../sql/quote-identifier.ts";
import { CLEANUP_TIMEOUT_MS } from "./clean-up.ts";
import type { WriteTarget } from "./writer.ts";

/**
 * Drops a table that this call created and could not fill. It is kept if it has more than the call's own rows, as other clients may
 * have written to it.
 *
 * @param ownRows - The call's rows in the table.
 * @returns why it is kept; null when it was dropped.
 */
export async function dropOwnTable(target: WriteTarget, ownRows: number): Promise<string | null> {
  const { connection, database, table } = target;
  const { transport } = connection;
  const stays = "the table created for them is kept";
  try {
    const signal = AbortSignal.timeout(CLEANUP_TIMEOUT_MS);
    // Our own service checks for rows itself, atomically.
    if (ownRows > 0 || !transport.echoesRequestIds) {
      const rows = await countRows(target, signal);
      if (rows !== ownRows) return `${stays}, as it has ${rows} rows, ${ownRows} of them from this upload`;
    }
    await deleteTable(transport, database, table, signal, { ifEmpty: ownRows === 0 });
    return null;
  } catch (error) {
    if (isAlreadyExistsError(error)) return `${stays}, as others have written to it`;
    return `${stays}: ${(error as Error).message}`;
  }
}

/** Uses a query, as the counts in listings can be outdated. */
async function countRows({ connection, database, table }: WriteTarget, signal: AbortSignal): Promise<number> {
  const options = { db: database, engine: "presto", force_job: true, show_progress: false, signal } as const;
  const counted = await queryOn(
    connection,
    `SELECT count(*) AS n FROM ${quoteTable(database, table, "presto")}`,
    options,
  );
  return Number(counted.getter(counted.columnNames()[0] as string)(0));
}

/** Whether the error is a timeout of a commit that still runs in the service: its table must not be dropped. */
export function commitGoesOn(error: unknown): error is UploadError {
  return isUploadError(error) && error.rowsWritten === null && isTimeoutError(error.cause);
}
