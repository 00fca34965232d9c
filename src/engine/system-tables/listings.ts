import type { DuckDBConnection } from "@duckdb/node-api";
import { isListed, SYSTEM_CATALOG } from "../../dialect/catalogue.ts";
import { quoteText } from "../../dialect/quote.ts";
import { typeName } from "../../dialect/types/type-text.ts";
import type { Type } from "../../dialect/types/type.ts";
import type { SystemContext } from "./system-table.ts";
import { DATA_CATALOG, isDatabase, VIEW_COMMENT_MARK } from "../../dialect/storage-names.ts";
import { fromEngineType } from "../values/from-engine-type.ts";

export function values(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  const cell = (value: string | number | boolean | null): string =>
    typeof value === "string" ? quoteText(value) : String(value);
  return `VALUES ${rows.map((row) => `(${row.map(cell).join(", ")})`).join(", ")}`;
}

/** All tables and views. A FROM item, as the other lists. */
export function allTables(context: SystemContext): string {
  const { home, listed } = context;
  const system = listed.map(({ catalog, schema, table }) => [catalog, schema, table.name, "TABLE", null]);
  const own = quoteText(home);
  return `(SELECT ${own}, s.schema_name, s.table_name, 'TABLE', s.comment FROM duckdb_tables() AS s WHERE ${isVisible("s", context)} AND NOT s.temporary
    UNION ALL SELECT ${own}, v.schema_name, v.view_name, 'VIEW', ${viewComment("v.comment")} FROM duckdb_views() AS v WHERE ${isVisible("v", context)}
    UNION ALL (${values(system)})) AS l(catalog, schema, name, kind, comment)`;
}

/** All columns, with their positions from 1 and Presto's names of their types. */
export function allColumns(context: SystemContext): string {
  const { home, listed, columns } = context;
  const system = listed.flatMap(({ catalog, schema, table }) =>
    table.columns
      .filter(isListed)
      .map(({ name, type }, i) => [catalog, schema, table.name, name, i + 1, typeName(type, "presto"), null]),
  );
  const types = values([...columns].map(([name, type]) => [name, typeName(type, "presto")]));
  return `(SELECT ${quoteText(home)}, c.schema_name, c.table_name, c.column_name, c.column_index, coalesce(n.name, lower(c.data_type)), c.comment
    FROM duckdb_columns() AS c LEFT JOIN (${types}) AS n(engine, name) ON n.engine = c.data_type WHERE ${isVisible("c", context)}
    UNION ALL (${values(system)})) AS l(catalog, schema, name, column_name, ordinal, type, comment)`;
}

export function allSchemas(context: SystemContext): string {
  const { home, listed } = context;
  const system = new Map(listed.map(({ catalog, schema }) => [`${catalog}.${schema}`, [catalog, schema]]));
  return `(SELECT ${quoteText(home)}, s.schema_name FROM duckdb_schemas() AS s WHERE ${isVisible("s", context)}
    UNION ALL (${values([...system.values()])})) AS l(catalog, schema)`;
}

export const allCatalogs = ({ home }: SystemContext): string => values([[home], [SYSTEM_CATALOG]]);

/** Column types of all tables, by DuckDB's name of the type. */
export type EngineColumns = ReadonlyMap<string, Type>;

/** SQL condition: belongs to a user database. */
const isOwn = (alias: string): string =>
  `${alias}.database_name = '${DATA_CATALOG}' AND ${isDatabase(`${alias}.schema_name`)}`;

/** SQL condition: belongs to a database in which the caller has a role. */
export function isVisible(alias: string, { rights: { roles } }: SystemContext): string {
  if (roles === undefined || Object.hasOwn(roles, "*")) return isOwn(alias);
  const names = ["", ...Object.keys(roles)].map(quoteText);
  return `${isOwn(alias)} AND ${alias}.schema_name IN (${names.join(", ")})`;
}

/** Resolves type names by asking DuckDB. */
export async function readEngineColumns(connection: DuckDBConnection): Promise<EngineColumns> {
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT c.data_type FROM duckdb_columns() AS c WHERE ${isOwn("c")}`,
  );
  // One type at least, as long as there is no table.
  const names = ["VARCHAR", ...(reader.getRows() as [string][]).map(([name]) => name)];
  const prepared = await connection.prepare(
    `SELECT ${names.map((name) => `CAST(NULL AS ${name})`).join(", ")}`,
  );
  try {
    return new Map(names.map((name, i) => [name, fromEngineType(prepared.columnType(i))]));
  } finally {
    prepared.destroySync();
  }
}

/** SQL of a view's text, and of the user's comment, both of which are stored in DuckDB's comment. */
const MARK = quoteText(VIEW_COMMENT_MARK);
export const viewText = (comment: string): string => `split_part(${comment}, ${MARK}, 1)`;
const viewComment = (comment: string): string => `nullif(split_part(${comment}, ${MARK}, 2), '')`;
