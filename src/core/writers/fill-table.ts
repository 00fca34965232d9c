import { explainAbsence } from "../endpoints/absent-database.ts";
import { createTable, showTable, existsTable } from "../endpoints/tables.ts";
import { isAlreadyExistsError, isQueryError, isUploadError } from "../error-guards.ts";
import { AlreadyExistsError, UploadError } from "../errors.ts";
import { creationSignal } from "./creation-signal.ts";
import { commitGoesOn, dropOwnTable } from "./drop-own-table.ts";
import { replaceTable } from "./replace-table.ts";
import type { TableFiller } from "./table-filler.ts";
import type { WriteTarget } from "./writer.ts";

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
