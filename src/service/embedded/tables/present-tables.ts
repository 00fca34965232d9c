import { readColumns, type EngineColumn } from "./read-tables.ts";
import { readTableNotes, type TableNote } from "./table-notes.ts";
import type { Session } from "../database/transaction.ts";

/** A table with what is noted of it. */
export interface PresentTable extends TableNote {
  readonly columns: readonly EngineColumn[];
}

/**
 * The tables of one database or of all that are noted and there: the note of a table that a statement has just dropped stays a moment
 * longer than the table.
 */
export async function presentTables(session: Session, database: string | null): Promise<PresentTable[]> {
  const notes = await readTableNotes(session, database);
  const columns = await readColumns(session, database);
  return notes.flatMap((note) => {
    const own = columns.get(`${note.database}.${note.name}`);
    return own === undefined ? [] : [{ ...note, columns: own }];
  });
}
