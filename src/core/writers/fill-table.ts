import { createTable, deleteTable, swapTables } from "../endpoints/tables.ts";
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
 * and the old table of `replace` goes only after the new one holds all rows.
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
    await cleanUp(
      () => deleteTable(transport, database, fresh, AbortSignal.timeout(CLEANUP_TIMEOUT_MS)),
      error,
    );
    throw error;
  }
  if (plan === "replace") await deleteTable(transport, database, fresh);
}
