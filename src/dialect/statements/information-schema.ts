import { DATA_CATALOG, isDatabase } from "../storage-names.ts";
import type { TableShape } from "../analyze/translation.ts";
import { BIGINT, VARCHAR } from "../types/type.ts";
import type { Type } from "../types/type.ts";
import { LIBRARY } from "../storage-names.ts";
import { word } from "../sql/sql.ts";

const CATALOG = "td-presto";
const table = (name: string, columns: readonly (readonly [string, Type])[], sql: string): TableShape => ({
  query: word(`(${sql})`),
  database: "information_schema",
  name,
  columns: columns.map(([column, type]) => ({ name: column, type })),
});
const own = (alias: string): string =>
  `${alias}.database_name = '${DATA_CATALOG}' AND ${isDatabase(`${alias}.schema_name`)}`;
const text = (...names: string[]): [string, Type][] => names.map((name) => [name, VARCHAR]);

/** The catalogue as tables. Source: Trino, "SQL statement support", information_schema. */
const TABLES: readonly TableShape[] = [
  table(
    "schemata",
    text("catalog_name", "schema_name"),
    `SELECT '${CATALOG}' AS catalog_name, schema_name FROM duckdb_schemas() WHERE database_name = '${DATA_CATALOG}' AND ${isDatabase("schema_name")} UNION ALL SELECT '${CATALOG}', 'information_schema'`,
  ),
  table(
    "tables",
    text("table_catalog", "table_schema", "table_name", "table_type"),
    `SELECT '${CATALOG}' AS table_catalog, s.schema_name AS table_schema, s.table_name, 'BASE TABLE' AS table_type FROM duckdb_tables() AS s WHERE ${own("s")} UNION ALL SELECT '${CATALOG}', v.schema_name, v.view_name, 'VIEW' FROM duckdb_views() AS v WHERE ${own("v")}`,
  ),
  table(
    "views",
    text("table_catalog", "table_schema", "table_name", "view_definition"),
    `SELECT '${CATALOG}' AS table_catalog, v.schema_name AS table_schema, v.view_name AS table_name, v.comment AS view_definition FROM duckdb_views() AS v WHERE ${own("v")}`,
  ),
  table(
    "columns",
    [
      ...text("table_catalog", "table_schema", "table_name", "column_name"),
      ["ordinal_position", BIGINT],
      ...text("column_default", "is_nullable", "data_type"),
    ],
    `SELECT '${CATALOG}' AS table_catalog, c.schema_name AS table_schema, c.table_name, c.column_name, CAST(c.column_index AS BIGINT) AS ordinal_position, CAST(NULL AS VARCHAR) AS column_default, 'YES' AS is_nullable, ${LIBRARY}.presto_type_name(c.data_type) AS data_type FROM duckdb_columns() AS c WHERE ${own("c")}`,
  ),
];

export function informationSchema(name: string): TableShape | null {
  return TABLES.find((shape) => shape.name === name) ?? null;
}
