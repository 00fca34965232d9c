import { deleteTable, showTable, swapTables, type ShownTable } from "../endpoints/tables.ts";
import { isHttpError, isNotFoundError, isQueryError } from "../error-guards.ts";
import { UploadError } from "../errors.ts";
import { outcomeIsUnknown } from "../http/outcome-is-unknown.ts";
import type { Transport } from "../http/transport.ts";
import { CLEANUP_TIMEOUT_MS, cleanBehind, cleanUp } from "./clean-up.ts";
import { commitGoesOn } from "./commit-goes-on.ts";
import { dropOwnTable } from "./drop-own-table.ts";
import type { TableFiller } from "./fill-table.ts";
import { temporaryTableName } from "./temporary-table-name.ts";
import type { WriteTarget } from "./writer.ts";

/** Old tables that could not be dropped, as `database/table`: the next call over the connection tries again. */
const leftovers = new WeakMap<Transport, Set<string>>();

/**
 * Fill a new table beside the old one and let them change places once it is full. Until then the old one is as it was; from then on the call
 * has done its work, whatever becomes of the old one.
 *
 * @param created - Makes a table; false when there is one of that name.
 * @throws UploadError whose `rowsWritten` is null where it is not known whether the tables have changed places; both stay then.
 */
export async function replaceTable(
  target: WriteTarget,
  { fill }: TableFiller,
  created: (table: string) => Promise<boolean>,
): Promise<void> {
  const { client, database, table, signal } = target;
  const { transport } = client;
  const drop = (name: string): Promise<void> =>
    deleteTable(transport, database, name, AbortSignal.timeout(CLEANUP_TIMEOUT_MS));
  await dropLeftovers(transport, database, drop);
  const fresh = temporaryTableName(table);
  await created(fresh).catch(async (error: unknown) => {
    // An unanswered request may have been taken; nobody else has a table of that name.
    if (!isHttpError(error) && !isQueryError(error)) await drop(fresh).catch(() => undefined);
    throw error;
  });
  let madeOld = false;
  try {
    await fill(fresh, false);
    const old = await showTable(transport, database, table, signal);
    // There must be two to change places.
    madeOld = old === null && (await created(table));
    await exchange(target, fresh);
  } catch (error) {
    if (error instanceof UncertainReplaceError) throw error;
    await cleanUp(() => drop(fresh), error);
    // Where it stays, it is an empty table, or one that others have begun to fill.
    if (madeOld) await dropOwnTable(target, 0);
    if (!commitGoesOn(error)) throw error;
    throw new UploadError(`${database}.${table} is as it was: ${error.message}`, 0, { cause: error });
  }
  const what = `${database}.${table} has its new rows; what it had before is left in ${database}.${fresh}, which can be deleted`;
  if (!(await cleanBehind(what, () => drop(fresh))))
    leftovers.set(transport, (leftovers.get(transport) ?? new Set()).add(`${database}/${fresh}`));
}

class UncertainReplaceError extends UploadError {}

/** Let the two tables change places. Where the answer is lost, their ids tell whether they have. A stop that comes now is too late. */
async function exchange({ client, database, table }: WriteTarget, fresh: string): Promise<void> {
  const { transport } = client;
  const ids = async (): Promise<(string | null)[]> => {
    const show = (name: string): Promise<ShownTable | null> => showTable(transport, database, name);
    const shown = await Promise.all([show(table), show(fresh)]).catch(() => [null, null]);
    return shown.map((record) => record?.id ?? null);
  };
  const [oldId, freshId] = await ids();
  try {
    await swapTables(transport, database, table, fresh);
  } catch (error) {
    if (isHttpError(error) && !outcomeIsUnknown(error)) throw error;
    const now = await ids();
    const known = oldId !== null && freshId !== null && oldId !== freshId;
    if (known && now[0] === freshId && now[1] === oldId) return;
    if (known && now[0] === oldId && now[1] === freshId) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new UncertainReplaceError(
      `it can't be told whether ${database}.${table} has its new rows or ${database}.${fresh} does; delete the other one: ${said}`,
      null,
      { cause: error },
    );
  }
}

async function dropLeftovers(
  transport: Transport,
  database: string,
  drop: (table: string) => Promise<void>,
): Promise<void> {
  const names = leftovers.get(transport) ?? new Set();
  for (const name of names) {
    const [where, table] = name.split("/") as [string, string];
    if (where !== database) continue;
    try {
      await drop(table);
      names.delete(name);
    } catch (error) {
      // It was warned of when it was left; the next call tries again.
      if (isNotFoundError(error)) names.delete(name);
    }
  }
}
