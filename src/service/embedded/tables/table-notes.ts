import { DATA_CATALOG, isDatabase } from "../../../dialect/storage-names.ts";
import { quoteName } from "../../../dialect/quote.ts";
import type { Session } from "../database/transaction.ts";

/** Schema of what the service notes about databases and tables; no database can have its name. */
const NOTES = `${quoteName(DATA_CATALOG)}."svc-notes"`;

export interface DatabaseNote {
  readonly name: string;
  readonly created_ms: bigint;
  readonly updated_ms: bigint;
}

export interface TableNote {
  readonly database: string;
  readonly name: string;
  readonly id: bigint;
  readonly created_ms: bigint;
  readonly updated_ms: bigint;
  readonly import_ms: bigint | null;
  readonly expire_days: number | null;
}

/** Makes the tables of notes. They have no keys: an index makes the engine refuse an update and a delete in one transaction. */
export async function createNotes(session: Session): Promise<void> {
  await session.run(`CREATE SCHEMA IF NOT EXISTS ${NOTES}`);
  await session.run(`CREATE SEQUENCE IF NOT EXISTS ${NOTES}.table_ids`);
  await session.run(
    `CREATE TABLE IF NOT EXISTS ${NOTES}.databases (name VARCHAR, created_ms BIGINT, updated_ms BIGINT)`,
  );
  await session.run(
    `CREATE TABLE IF NOT EXISTS ${NOTES}.tables (database VARCHAR, name VARCHAR, id BIGINT, created_ms BIGINT,
      updated_ms BIGINT, import_ms BIGINT, expire_days INTEGER)`,
  );
  await session.run(
    `CREATE TABLE IF NOT EXISTS ${NOTES}.imports (database VARCHAR, name VARCHAR, import_id VARCHAR, time_ms BIGINT)`,
  );
  await session.run(`CREATE TABLE IF NOT EXISTS ${NOTES}.writes (id VARCHAR, time_ms BIGINT)`);
}

const SCHEMAS = `SELECT schema_name AS name FROM duckdb_schemas()
  WHERE database_name = '${DATA_CATALOG}' AND ${isDatabase("schema_name")}`;
const TABLES = `SELECT schema_name AS database, table_name AS name FROM duckdb_tables()
  WHERE database_name = '${DATA_CATALOG}' AND NOT temporary AND ${isDatabase("schema_name")}`;

/** Whether databases or tables came or went unnoticed: statements make and drop them too. */
export async function notesAreStale(session: Session): Promise<boolean> {
  const differs = (real: string, noted: string): string =>
    `EXISTS ((${real}) EXCEPT (${noted})) OR EXISTS ((${noted}) EXCEPT (${real}))`;
  const [row] = await session.rows<{ stale: boolean }>(
    `SELECT ${differs(SCHEMAS, `SELECT name FROM ${NOTES}.databases`)}
      OR ${differs(TABLES, `SELECT database, name FROM ${NOTES}.tables`)} AS stale`,
  );
  return row?.stale === true;
}

/** Notes what exists and is not noted yet, and drops the notes of what is gone. */
export async function refreshNotes(session: Session, nowMs: number): Promise<void> {
  const now = BigInt(nowMs);
  await session.run(`DELETE FROM ${NOTES}.databases WHERE name NOT IN (${SCHEMAS})`);
  await session.run(
    `INSERT INTO ${NOTES}.databases SELECT name, $1, $1 FROM (${SCHEMAS}) AS s ANTI JOIN ${NOTES}.databases USING (name)`,
    [now],
  );
  for (const notes of ["tables", "imports"]) {
    await session.run(`DELETE FROM ${NOTES}.${notes} WHERE (database, name) NOT IN (${TABLES})`);
  }
  await session.run(
    `INSERT INTO ${NOTES}.tables SELECT database, name, nextval('${NOTES}.table_ids'), $1, $1, NULL, NULL
      FROM (${TABLES}) AS t ANTI JOIN ${NOTES}.tables USING (database, name)`,
    [now],
  );
}

/** Notes a table that was made just now, instead of what may be noted of an earlier one of its name. @returns its id. */
export async function noteTable(
  session: Session,
  table: { database: string; name: string },
  nowMs: number,
): Promise<number> {
  await dropNotes(session, table);
  const [row] = await session.rows<{ id: bigint }>(
    `INSERT INTO ${NOTES}.tables VALUES ($1, $2, nextval('${NOTES}.table_ids'), $3, $3, NULL, NULL) RETURNING id`,
    [table.database, table.name, BigInt(nowMs)],
  );
  return Number(row?.id);
}

/** Drops what is noted of a table. */
export async function dropNotes(session: Session, table: { database: string; name: string }): Promise<void> {
  for (const notes of ["tables", "imports"])
    await session.run(`DELETE FROM ${NOTES}.${notes} WHERE database = $1 AND name = $2`, [
      table.database,
      table.name,
    ]);
}

/** Of the databases that are there. */
export function readDatabaseNotes(session: Session): Promise<DatabaseNote[]> {
  return session.rows(`SELECT * FROM ${NOTES}.databases WHERE name IN (${SCHEMAS}) ORDER BY name`);
}

/** @param database - null: of all. @param name - null: of all of the database. */
export function readTableNotes(
  session: Session,
  database: string | null,
  name: string | null = null,
): Promise<TableNote[]> {
  return session.rows(
    `SELECT * FROM ${NOTES}.tables WHERE ($1 IS NULL OR database = $1) AND ($2 IS NULL OR name = $2) ORDER BY database, name`,
    [database, name],
  );
}

/** Notes that a table changed; by an import where `imported` is set. */
export async function touchTable(
  session: Session,
  table: { database: string; name: string },
  nowMs: number,
  imported = false,
): Promise<void> {
  await session.run(
    `UPDATE ${NOTES}.tables SET updated_ms = $1${imported ? ", import_ms = $1" : ""} WHERE database = $2 AND name = $3`,
    [BigInt(nowMs), table.database, table.name],
  );
}

/** Notes that a database changed. One row for all its tables: never within a long transaction. */
export async function touchDatabase(session: Session, database: string, nowMs: number): Promise<void> {
  await session.run(`UPDATE ${NOTES}.databases SET updated_ms = $1 WHERE name = $2`, [
    BigInt(nowMs),
    database,
  ]);
}

/** Gives the notes of a table to another name. */
export async function renameNotes(
  session: Session,
  from: { database: string; name: string },
  to: { database: string; name: string },
): Promise<void> {
  for (const notes of ["tables", "imports"]) {
    await session.run(
      `UPDATE ${NOTES}.${notes} SET database = $3, name = $4 WHERE database = $1 AND name = $2`,
      [from.database, from.name, to.database, to.name],
    );
  }
}

export async function noteExpiry(
  session: Session,
  table: { database: string; name: string },
  days: number | null,
): Promise<void> {
  await session.run(`UPDATE ${NOTES}.tables SET expire_days = $1 WHERE database = $2 AND name = $3`, [
    days,
    table.database,
    table.name,
  ]);
}

/** Whether an import of that id went into the table already; notes it if not. */
export async function noteImport(
  session: Session,
  table: { database: string; name: string },
  importId: string,
  nowMs: number,
): Promise<"new" | "known"> {
  const key = [table.database, table.name, importId];
  const known = await session.rows(
    `SELECT 1 FROM ${NOTES}.imports WHERE database = $1 AND name = $2 AND import_id = $3`,
    key,
  );
  if (known.length > 0) return "known";
  await session.run(`INSERT INTO ${NOTES}.imports VALUES ($1, $2, $3, $4)`, [...key, BigInt(nowMs)]);
  return "new";
}

/** Notes that a statement changed something, in the transaction that does. */
export async function noteWrite(session: Session, id: string, nowMs: number): Promise<void> {
  await session.run(`INSERT INTO ${NOTES}.writes VALUES ($1, $2)`, [id, BigInt(nowMs)]);
}

export async function hasWritten(session: Session, id: string): Promise<boolean> {
  return (await session.rows(`SELECT 1 FROM ${NOTES}.writes WHERE id = $1`, [id])).length > 0;
}

/** Forgets the ids of imports and statements that went in before. */
export async function forgetIds(session: Session, beforeMs: number): Promise<void> {
  for (const notes of ["imports", "writes"])
    await session.run(`DELETE FROM ${NOTES}.${notes} WHERE time_ms < $1`, [BigInt(beforeMs)]);
}
