import { deleteTable, showTable, swapTables, type ShownTable } from "../endpoints/tables.ts";
import { isHttpError, isQueryError, isUploadError } from "../error-guards.ts";
import { UploadError } from "../errors.ts";
import { outcomeIsUnknown } from "../http/outcome-is-unknown.ts";
import type { Transport } from "../http/transport.ts";
import { freshRecord } from "../job/fresh-record.ts";
import { CLEANUP_TIMEOUT_MS, cleanBehind, cleanUp } from "./clean-up.ts";
import { dropOwnTable } from "./drop-own-table.ts";
import type { TableFiller } from "./table-filler.ts";
import { temporaryTableName } from "./temporary-table-name.ts";
import type { WriteTarget } from "./writer.ts";

/** Minimum length of the name of a new table; SQL makes shorter ones. */
const MIN_CHARACTERS = 3;

/** Old tables that could not be dropped, as `database/table`; the next call over the connection retries. */
const leftovers = new WeakMap<Transport, Set<string>>();

/**
 * Fills a new table, then swaps it with the old one. The old table is unchanged until the swap; after it the call has succeeded, even if the
 * old table can't be dropped.
 *
 * @param created - Creates a table; false when the name exists.
 * @throws UploadError with `rowsWritten` null if it is unknown whether the swap happened; both tables are then kept.
 */
export async function replaceTable(
  target: WriteTarget,
  { fill }: TableFiller,
  created: (table: string) => Promise<boolean>,
): Promise<void> {
  const { connection, database, table, signal } = target;
  const { transport } = connection;
  const drop = (name: string, where = database): Promise<void> =>
    deleteTable(transport, where, name, AbortSignal.timeout(CLEANUP_TIMEOUT_MS), { isOwnName: true });
  await dropLeftovers(transport, drop);
  const fresh = temporaryTableName(table);
  await created(fresh).catch(async (error: unknown) => {
    // A request without a reply may have succeeded; the name is unique, so dropping it is safe.
    if (!isHttpError(error) && !isQueryError(error)) await drop(fresh).catch(() => undefined);
    throw error;
  });
  let madeOld = false;
  try {
    const isThere = async (): Promise<boolean> =>
      (await showTable(transport, database, table, signal)) !== null;
    // The service takes the longer name of the new table, but may not take this one.
    if (table.length < MIN_CHARACTERS && !(await isThere())) madeOld = await created(table);
    await fill(fresh, false);
    // A swap needs both tables.
    if (!madeOld && !(await isThere())) madeOld = await created(table);
    await exchange(target, fresh);
  } catch (error) {
    if (error instanceof UncertainReplaceError) throw error;
    await cleanUp(() => drop(fresh), error);
    // Kept only if other clients have written to it.
    if (madeOld) await dropOwnTable(target, 0);
    // Whatever became of the new table's rows, this one has none of them.
    if (!isUploadError(error) || error.rowsWritten !== null) throw error;
    throw new UploadError(`${database}.${table} is unchanged: ${error.message}`, 0, { cause: error });
  }
  const what = `${database}.${table} has its new rows; its old rows are still in ${database}.${fresh}, which you can delete`;
  if (!(await cleanBehind(what, () => drop(fresh))))
    leftovers.set(transport, (leftovers.get(transport) ?? new Set()).add(`${database}/${fresh}`));
}

class UncertainReplaceError extends UploadError {}

/** Swaps the two tables. After any failure their ids show whether it happened. From here on an abort is ignored. */
async function exchange({ connection, database, table }: WriteTarget, fresh: string): Promise<void> {
  const { transport } = connection;
  const ids = async (): Promise<(string | null)[]> => {
    const show = (name: string): Promise<ShownTable | null> => showTable(transport, database, name);
    const records = await Promise.all([show(table), show(fresh)]).catch(() => [null, null]);
    return records.map((record) => record?.id ?? null);
  };
  const [oldId, freshId] = await ids();
  /** Null if the ids don't show it. */
  const isSwapped = async (): Promise<boolean | null> => {
    if (oldId === null || freshId === null || oldId === freshId) return null;
    const now = await ids();
    if (now[0] === freshId && now[1] === oldId) return true;
    return now[0] === oldId && now[1] === freshId ? false : null;
  };
  const done = new Error("The tables are swapped.");
  const onAgain = async (): Promise<void> => {
    if (await isSwapped()) throw done;
  };
  try {
    await swapTables(transport, database, table, fresh, onAgain);
  } catch (error) {
    if (error === done) return;
    // The service may still be at it.
    const swapped = outcomeIsUnknown(error)
      ? await freshRecord(transport, isSwapped, (now) => now === false)
      : await isSwapped();
    if (swapped === true) return;
    const isRefused = isHttpError(error) && !outcomeIsUnknown(error);
    if (swapped === false || isRefused) throw error;
    const message = (error as Error).message;
    throw new UncertainReplaceError(
      `either ${database}.${table} or ${database}.${fresh} has the new rows; check both, and delete the one with the old rows: ${message}`,
      null,
      { cause: error },
    );
  }
}

async function dropLeftovers(
  transport: Transport,
  drop: (table: string, database: string) => Promise<void>,
): Promise<void> {
  const names = leftovers.get(transport) ?? new Set();
  for (const name of names) {
    const [database, table] = name.split("/") as [string, string];
    try {
      await drop(table, database);
      names.delete(name);
    } catch {
      // A warning was given when it was left behind; the next call retries.
    }
  }
}
