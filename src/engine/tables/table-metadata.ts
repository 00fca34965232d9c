import { DATA_CATALOG } from "../../dialect/storage-names.ts";
import { quoteName, quoteText } from "../../dialect/quote.ts";
import type { Changed, TableKey } from "../database/table-changes.ts";
import type { Session } from "../database/transaction.ts";

/** Schema of the service's metadata; not a valid database name. */
const SCHEMA = `${quoteName(DATA_CATALOG)}."svc-notes"`;

export interface DatabaseMetadata {
  readonly name: string;
  readonly created_ms: bigint;
  readonly updated_ms: bigint;
}

export interface TableMetadata {
  readonly database: string;
  readonly name: string;
  readonly id: bigint;
  readonly created_ms: bigint;
  readonly updated_ms: bigint;
  readonly import_ms: bigint | null;
  readonly expire_days: number | null;
}

/** Creates the metadata tables, without indexes: with one DuckDB refuses an update and a delete in one transaction. */
export async function createMetadata(session: Session): Promise<void> {
  await session.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  await session.run(`CREATE SEQUENCE IF NOT EXISTS ${SCHEMA}.table_ids`);
  await session.run(
    `CREATE TABLE IF NOT EXISTS ${SCHEMA}.databases (name VARCHAR, created_ms BIGINT, updated_ms BIGINT)`,
  );
  await session.run(
    `CREATE TABLE IF NOT EXISTS ${SCHEMA}.tables (database VARCHAR, name VARCHAR, id BIGINT, created_ms BIGINT,
      updated_ms BIGINT, import_ms BIGINT, expire_days INTEGER)`,
  );
  for (const kind of IMPORTS)
    await session.run(
      `CREATE TABLE IF NOT EXISTS ${SCHEMA}.${kind} (database VARCHAR, name VARCHAR, import_id VARCHAR, time_ms BIGINT)`,
    );
  await session.run(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.writes (id VARCHAR, time_ms BIGINT)`);
}

/** Records metadata of a database that has none yet. */
export async function addDatabase(session: Session, name: string, nowMs: number): Promise<DatabaseMetadata> {
  const now = BigInt(nowMs);
  await dropDatabase(session, name);
  await session.run(`INSERT INTO ${SCHEMA}.databases VALUES ($1, $2, $2)`, [name, now]);
  return { name, created_ms: now, updated_ms: now };
}

async function dropDatabase(session: Session, name: string): Promise<void> {
  await session.run(`DELETE FROM ${SCHEMA}.databases WHERE name = $1`, [name]);
}

/** Records metadata of a table that has none yet, and drops import ids of an earlier table with its name. */
export async function addTable(session: Session, table: TableKey, nowMs: number): Promise<TableMetadata> {
  const [database, name] = [quoteText(table.database), quoteText(table.name)];
  // A single call, because each one queues behind heavy statements.
  const [added] = await session.rows<TableMetadata>(
    `DELETE FROM ${SCHEMA}.tables WHERE database = ${database} AND name = ${name};
     DELETE FROM ${SCHEMA}.imports WHERE database = ${database} AND name = ${name};
     INSERT INTO ${SCHEMA}.tables VALUES (${database}, ${name}, nextval('${SCHEMA}.table_ids'), ${nowMs}, ${nowMs}, NULL, NULL) RETURNING *`,
  );
  return added as TableMetadata;
}

/** Drops the metadata of a table, or of a database with all its tables. */
export async function dropMetadata(session: Session, { database, name }: Changed): Promise<void> {
  if (name === null) await dropDatabase(session, database);
  for (const kind of ["tables", "imports"])
    await session.run(
      `DELETE FROM ${SCHEMA}.${kind} WHERE database = $1${name === null ? "" : " AND name = $2"}`,
      name === null ? [database] : [database, name],
    );
}

export function readDatabaseMetadata(session: Session): Promise<DatabaseMetadata[]> {
  return session.rows(`SELECT * FROM ${SCHEMA}.databases`);
}

/**
 * Of two records of one name the last is the renamed table's; the other was added by a listing during the rename.
 *
 * @param tables - null: all.
 */
export async function readTableMetadata(
  session: Session,
  tables: readonly TableKey[] | null,
): Promise<TableMetadata[]> {
  if (tables?.length === 0) return [];
  const names = tables?.map(({ database, name }) => `(${quoteText(database)}, ${quoteText(name)})`);
  const condition = names === undefined ? "" : ` WHERE (database, name) IN (${names.join(", ")})`;
  return session.rows(`SELECT * FROM ${SCHEMA}.tables${condition} ORDER BY id DESC`);
}

/** Updates a table's time of change; also its time of import if `imported`. */
export async function touchTable(
  session: Session,
  { database, name }: TableKey,
  nowMs: number,
  imported = false,
): Promise<void> {
  await session.run(
    `UPDATE ${SCHEMA}.tables SET updated_ms = $1${imported ? ", import_ms = $1" : ""} WHERE database = $2 AND name = $3`,
    [BigInt(nowMs), database, name],
  );
}

/** Updates a database's time of change. Keep out of long transactions: all its tables share the row. */
export async function touchDatabase(session: Session, database: string, nowMs: number): Promise<void> {
  await session.run(`UPDATE ${SCHEMA}.databases SET updated_ms = $1 WHERE name = $2`, [
    BigInt(nowMs),
    database,
  ]);
}

/** Moves a table's metadata to another name, replacing what an earlier table of that name left. */
export async function renameMetadata(session: Session, from: TableKey, to: TableKey): Promise<void> {
  await dropMetadata(session, to);
  for (const kind of ["tables", "imports"])
    await session.run(
      `UPDATE ${SCHEMA}.${kind} SET database = $3, name = $4 WHERE database = $1 AND name = $2`,
      [from.database, from.name, to.database, to.name],
    );
}

export async function setExpiry(
  session: Session,
  { database, name }: TableKey,
  days: number | null,
): Promise<void> {
  const update = `UPDATE ${SCHEMA}.tables SET expire_days = $1 WHERE database = $2 AND name = $3`;
  await session.run(update, [days, database, name]);
}

/** Done imports into the tables here, and into those of clusters. */
const IMPORTS = ["imports", "cluster_imports"] as const;
type Imports = (typeof IMPORTS)[number];

export async function hasImport(
  session: Session,
  kind: Imports,
  { database, name }: TableKey,
  importId: string,
): Promise<boolean> {
  const query = `SELECT 1 FROM ${SCHEMA}.${kind} WHERE database = $1 AND name = $2 AND import_id = $3`;
  return (await session.rows(query, [database, name, importId])).length > 0;
}

export function recordImport(
  session: Session,
  kind: Imports,
  { database, name }: TableKey,
  importId: string,
  nowMs: number,
): Promise<void> {
  const values = [database, name, importId, BigInt(nowMs)];
  return session.run(`INSERT INTO ${SCHEMA}.${kind} VALUES ($1, $2, $3, $4)`, values);
}

/** Records a statement's idempotency key, in the transaction of its changes. */
export async function recordWrite(session: Session, id: string, nowMs: number): Promise<void> {
  await session.run(`INSERT INTO ${SCHEMA}.writes VALUES ($1, $2)`, [id, BigInt(nowMs)]);
}

export async function hasWritten(session: Session, id: string): Promise<boolean> {
  return (await session.rows(`SELECT 1 FROM ${SCHEMA}.writes WHERE id = $1`, [id])).length > 0;
}

/** Deletes ids of imports and statements older than a time. */
export async function forgetIds(session: Session, beforeMs: number): Promise<void> {
  for (const kind of [...IMPORTS, "writes"])
    await session.run(`DELETE FROM ${SCHEMA}.${kind} WHERE time_ms < $1`, [BigInt(beforeMs)]);
}
