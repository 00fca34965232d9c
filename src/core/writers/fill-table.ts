import { createTable, deleteTable, swapTables } from "../endpoints/tables.ts";
import { isTimeoutError, isUploadError } from "../error-guards.ts";
import { UploadError } from "../errors.ts";
import { cleanUp } from "./clean-up.ts";
import type { WritePlan } from "./write-plan.ts";
import { temporaryTableName } from "./temporary-table-name.ts";
import type { WriteTarget } from "./writer.ts";

/** How long cleaning up after a failure may take. */
const CLEANUP_TIMEOUT_MS = 30_000;

/** How a writer makes a table and fills it. */
export interface TableFiller {
  /** Default: the REST route, which makes a table without columns. */
  readonly create?: (table: string) => Promise<void>;
  /** Put all rows in, or throw. */
  readonly fill: (table: string) => Promise<void>;
}

/**
 * Carry a plan out so that no failure costs data: a table that was made for this is dropped when it can't be filled,
 * unless its rows are still being put in, and the old table of `replace` goes only after the new one holds all rows.
 */
export async function fillTable(plan: WritePlan, target: WriteTarget, filler: TableFiller): Promise<void> {
  const { client, database, table, signal } = target;
  const { transport } = client;
  if (plan === "nothing") return;
  if (plan === "append") return filler.fill(table);
  const fresh = plan === "replace" ? temporaryTableName(table) : table;
  const create = filler.create ?? ((name) => createTable(transport, database, name, signal));
  await create(fresh);
  try {
    await filler.fill(fresh);
    // A stop that comes too late must not leave the exchange half done.
    if (plan === "replace") await swapTables(transport, database, table, fresh);
  } catch (error) {
    // The rows are on their way in: a table that is dropped now would lose what the error says is coming.
    if (plan === "create" && commitGoesOn(error)) throw error;
    await cleanUp(
      () => deleteTable(transport, database, fresh, AbortSignal.timeout(CLEANUP_TIMEOUT_MS)),
      error,
    );
    throw commitGoesOn(error) ? keptOld(error, target) : error;
  }
  if (plan === "replace") await deleteTable(transport, database, fresh);
}

function commitGoesOn(error: unknown): error is UploadError {
  return isUploadError(error) && error.rowsWritten === null && isTimeoutError(error.cause);
}

/** The rows went into the table that was to take the old one's place, and is gone. */
function keptOld(error: UploadError, { database, table }: WriteTarget): UploadError {
  return new UploadError(`${database}.${table} is as it was: ${error.message}`, 0, { cause: error });
}
