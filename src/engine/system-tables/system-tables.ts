// This folder: information_schema and the other tables that clients ask for metadata, made from the listings.

import type { DuckDBConnection } from "@duckdb/node-api";
import {
  type TableShape,
  INFORMATION_SCHEMA,
  SYSTEM_CATALOG,
  type TablePath,
} from "../../dialect/catalogue.ts";
import type { StatementRights } from "../../dialect/statements/statement-rights.ts";
import { query as querySql, word } from "../../dialect/sql/tree.ts";
import { readEngineColumns } from "./listings.ts";
import { JDBC_TABLES } from "./jdbc-tables.ts";
import { INFORMATION_TABLES, METADATA_TABLES, RUNTIME_TABLES } from "./metadata-tables.ts";
import { systemSql, type ListedSystemTable, type SystemTable } from "./system-table.ts";

const SCHEMAS: Readonly<Record<string, readonly SystemTable[]>> = {
  [INFORMATION_SCHEMA]: INFORMATION_TABLES,
  jdbc: JDBC_TABLES,
  metadata: METADATA_TABLES,
  runtime: RUNTIME_TABLES,
};

/** System schemas of a catalog: all in `system`; other catalogs have only the information schema. */
export function systemSchemas(catalog: string): readonly string[] {
  return catalog === SYSTEM_CATALOG ? Object.keys(SCHEMAS) : [INFORMATION_SCHEMA];
}

/** The tables of a system schema; null for any other schema. */
export function systemTablesOf(catalog: string, schema: string): readonly SystemTable[] | null {
  return systemSchemas(catalog).includes(schema) ? SCHEMAS[schema]! : null;
}

/** A system table; null if there is none of that name. @param home - The session's name of the catalog with the databases. */
export async function describeSystemTable(
  connection: DuckDBConnection,
  { catalog, database, table: name }: TablePath,
  home: string,
  rights: StatementRights,
): Promise<TableShape | null> {
  const table = systemTablesOf(catalog, database)?.find((one) => one.name === name);
  if (table === undefined) return null;
  const listed = [home, SYSTEM_CATALOG].flatMap((one) =>
    systemSchemas(one).flatMap((schema) =>
      SCHEMAS[schema]!.map((of): ListedSystemTable => ({ catalog: one, schema, table: of })),
    ),
  );
  const columns = await readEngineColumns(connection);
  const query = querySql([word(systemSql(table, { catalog, home, columns, listed, rights }))]);
  return { query, database, name, columns: table.columns, system: true };
}
