import { Fault, noDatabase, noTable, errorMessage } from "../errors/fault.ts";
import { quoteText } from "../../dialect/quote.ts";
import { DATA_CATALOG, isDatabase, RESERVED_DATABASES } from "../../dialect/storage-names.ts";
import { tableName, type EngineColumn } from "./read-tables.ts";
import type { TableKey } from "../database/table-changes.ts";
import type { Session } from "../database/transaction.ts";

export async function hasDatabase(session: Session, database: string): Promise<boolean> {
  const matches = await session.rows(
    `SELECT 1 FROM duckdb_schemas() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1
      AND ${isDatabase("schema_name")}`,
    [database],
  );
  return matches.length > 0;
}

/** A table or view with its columns in order; null if there is none. Faster than DuckDB's table functions, which list everything. */
async function find(
  session: Session,
  table: TableKey,
): Promise<{ readonly isView: boolean; readonly columns: EngineColumn[] } | null> {
  const columns = await session
    .rows<EngineColumn>(`SELECT name, type FROM pragma_table_info(${quoteText(tableName(table))})`)
    .catch((error: unknown) => {
      if (/^(?:Catalog|Binder) Error/.test(errorMessage(error))) return null;
      throw error;
    });
  const views = await session.rows(
    `SELECT 1 FROM duckdb_views() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 AND view_name = $2`,
    [table.database, table.name],
  );
  // A view that reads what no longer exists has no columns.
  return columns === null && views.length === 0 ? null : { isView: views.length > 0, columns: columns ?? [] };
}

/** The columns of a table; null if it does not exist or is a view. */
export async function columnsOf(session: Session, table: TableKey): Promise<EngineColumn[] | null> {
  const match = await find(session, table);
  return match === null || match.isView ? null : match.columns;
}

export async function hasTable(session: Session, table: TableKey): Promise<boolean> {
  return (await columnsOf(session, table)) !== null;
}

/** @throws Fault `already_exists` */
export async function needFreeName(session: Session, table: TableKey): Promise<void> {
  const match = await find(session, table);
  if (match === null) return;
  const kind = match.isView ? "View" : "Table";
  throw new Fault("already_exists", `${kind} ${table.database}.${table.name} already exists`);
}

/** @throws Fault `not_found` */
export async function needDatabase(session: Session, database: string): Promise<void> {
  if (!(await hasDatabase(session, database))) throw noDatabase(database);
}

/** @returns the table's columns. @throws Fault `not_found` */
export async function needTable(session: Session, table: TableKey): Promise<EngineColumn[]> {
  const { database, name } = table;
  // The service's internal schemas are not databases.
  const columns = mayBeDatabase(database) ? await columnsOf(session, table) : null;
  if (columns !== null) return columns;
  await needDatabase(session, database);
  throw noTable(database, name);
}

export function mayBeDatabase(name: string): boolean {
  return /^[a-z0-9_]+$/.test(name) && !RESERVED_DATABASES.includes(name);
}
