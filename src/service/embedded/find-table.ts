import { Fault } from "../fault.ts";
import { DATA_CATALOG, isDatabase } from "../../dialect/storage-names.ts";
import type { Session } from "./transaction.ts";

export async function hasDatabase(session: Session, database: string): Promise<boolean> {
  const found = await session.rows(
    `SELECT 1 FROM duckdb_schemas() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1
      AND ${isDatabase("schema_name")}`,
    [database],
  );
  return found.length > 0;
}

export async function hasTable(session: Session, database: string, table: string): Promise<boolean> {
  const found = await session.rows(
    `SELECT 1 FROM duckdb_tables() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 AND table_name = $2`,
    [database, table],
  );
  return found.length > 0;
}

/** @throws Fault `not_found` */
export async function needDatabase(session: Session, database: string): Promise<void> {
  if (!(await hasDatabase(session, database)))
    throw new Fault("not_found", `Database ${database} does not exist`);
}

/** @throws Fault `not_found` */
export async function needTable(session: Session, database: string, table: string): Promise<void> {
  await needDatabase(session, database);
  if (!(await hasTable(session, database, table))) {
    throw new Fault("not_found", `Table ${database}.${table} does not exist`);
  }
}
