import { randomBytes } from "node:crypto";
import { explainAbsence } from "../endpoints/databases.ts";
import {
  createTable,
  showTable,
  existsTable,
  deleteTable,
  swapTables,
  type ShownTable,
} from "../endpoints/tables.ts";
import {
  isAlreadyExistsError,
  isQueryError,
  isUploadError,
  isHttpError,
  isTimeoutError,
} from "../error-guards.ts";
import { outcomeIsUnknown } from "../http/outcome-is-unknown.ts";
import { AlreadyExistsError, UploadError } from "../errors.ts";
import { creationSignal, CLEANUP_TIMEOUT_MS, cleanBehind, cleanUp } from "./clean-up.ts";
import type { WriteTarget } from "./writer.ts";
import type { Transport } from "../http/transport.ts";
import { freshRecord } from "../job/fresh-record.ts";
import { queryOn } from "../query/client-query.ts";
import { quoteTable } from "../sql/sql-literal.ts";

/**
 * Applies a write mode so that no failure loses data. Only creating a table proves that it did not exist: if another client created it
 * first, the mode applies to that table. A table created here is dropped if it can't be filled, unless rows are still being written, or
 * others have written some.
 *
 * @throws NotFoundError when the database does not exist; AlreadyExistsError when the table exists and must not.
 */
export async function fillTable(target: WriteTarget, filler: TableFiller): Promise<void> {
  const { connection, database, table, mode, signal } = target;
  const { transport } = connection;
  const create =
    filler.create ??
    ((name, onAgain) => createTable(transport, database, name, creationSignal(signal), onAgain));
  /** @returns false when the table exists. @throws AlreadyExistsError if it matters but is unknown who created it. */
  const created = async (name: string): Promise<boolean> => {
    let again = false;
    try {
      await create(name, () => (again = true));
      return true;
    } catch (error) {
      if (isAlreadyExistsError(error)) {
        if (!again || mode === "append" || mode === "replace") return false;
        error.message += `; an earlier attempt, whose reply was lost, may have created it: check it, and choose if_exists "append" or "replace"`;
        throw error;
      }
      if (isQueryError(error) && (await existsTable(transport, database, name, signal))) return false;
      throw await explainAbsence(transport, database, error, true, signal);
    }
  };
  if (mode === "replace") return replaceTable(target, filler, created);
  if ((await showTable(transport, database, table, signal)) === null && (await created(table)))
    return fillNew(target, filler);
  if (mode === "append") return filler.fill(table, true);
  if (mode === "ignore") return;
  throw new AlreadyExistsError(
    `table ${database}.${table} exists; choose if_exists "append", "replace" or "ignore"`,
    { status: 409, method: "GET", path: `/v3/table/show/${database}/${table}`, body: "" },
  );
}

async function fillNew(target: WriteTarget, { fill, rowsIn }: TableFiller): Promise<void> {
  const { database, table } = target;
  try {
    await fill(table, false);
  } catch (error) {
    // The commit still runs: dropping the table would lose the rows that the error announces.
    if (commitGoesOn(error)) throw error;
    const rows = rowsIn?.() ?? 0;
    const stays = await dropOwnTable(target, rows);
    if (stays === null || !(error instanceof Error)) throw error;
    if (rows > 0) {
      // The error itself says that no rows are there, which holds for a table that was dropped.
      const { message } = isUploadError(error) && error.cause instanceof Error ? error.cause : error;
      const text = `${rows} rows are in ${database}.${table}; ${stays}; ${message}`;
      throw new UploadError(text, rows, { cause: error });
    }
    error.message += `; ${stays}`;
    throw error;
  }
}

/** How a writer makes and fills a table. */
export interface TableFiller {
  /** Default: the REST route, which creates a table without columns. */
  readonly create?: (table: string, onAgain: () => void) => Promise<void>;
  /** Writes all rows, or throws. @param append - Whether the table may have rows. */
  readonly fill: (table: string, append: boolean) => Promise<void>;
  /** Rows in the table after `fill` has failed. Default: none. */
  readonly rowsIn?: () => number;
}

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
async function replaceTable(
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

/**
 * Drops a table that this call created and could not fill. It is kept if it has more than the call's own rows, as other clients may
 * have written to it.
 *
 * @param ownRows - The call's rows in the table.
 * @returns why it is kept; null when it was dropped.
 */
async function dropOwnTable(target: WriteTarget, ownRows: number): Promise<string | null> {
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
function commitGoesOn(error: unknown): error is UploadError {
  return isUploadError(error) && error.rowsWritten === null && isTimeoutError(error.cause);
}

/** Maximum length of a table name. */
const MAX_CHARACTERS = 255;

export function temporaryTableName(table: string): string {
  const suffix = `_new_${randomBytes(6).toString("hex")}`;
  return table.slice(0, MAX_CHARACTERS - suffix.length) + suffix;
}
