import { SYSTEM_CATALOG } from "../../dialect/catalogue.ts";
import { allTables, values, isVisible, viewText, allColumns, allSchemas } from "./listings.ts";
import { systemTable, type SystemContext } from "./system-table.ts";
import { quoteText } from "../../dialect/quote.ts";

const PROPERTIES = "catalog_name property_name default_value type description";

/** Source: Trino, system.metadata. Tables, columns and schemas have no properties here. */
export const METADATA_TABLES = [
  systemTable("analyze_properties", PROPERTIES),
  systemTable("catalogs", "catalog_name connector_id connector_name", ({ home }) =>
    values([
      [home, home, "svclib"],
      [SYSTEM_CATALOG, SYSTEM_CATALOG, SYSTEM_CATALOG],
    ]),
  ),
  systemTable("column_properties", PROPERTIES),
  systemTable("materialized_view_properties", PROPERTIES),
  systemTable(
    "materialized_views",
    "catalog_name schema_name name storage_catalog storage_schema storage_table freshness last_fresh_time:timestamptz comment definition",
  ),
  systemTable("schema_properties", PROPERTIES),
  systemTable(
    "table_comments",
    "catalog_name schema_name table_name comment",
    (c) => `SELECT catalog, schema, name, comment FROM ${allTables(c)}`,
  ),
  systemTable("table_properties", PROPERTIES),
];

/** Source: Trino, system.runtime. The service is the only node. */
export const RUNTIME_TABLES = [
  systemTable("nodes", "node_id http_uri node_version coordinator:boolean state", () =>
    values([["svclib", null, "local", true, "active"]]),
  ),
];

/** SELECT from a list of all catalogs, restricted to the current one. */
const ofCatalog = (name: string, list: string, { catalog }: SystemContext): string =>
  `SELECT ${name} FROM ${list} WHERE catalog = ${quoteText(catalog)}`;

/** The schema that every catalog has. Source: Trino, information_schema; the columns that `*` leaves out are Presto's. */
export const INFORMATION_TABLES = [
  systemTable("applicable_roles", "grantee grantee_type role_name is_grantable"),
  systemTable(
    "columns",
    "table_catalog table_schema table_name column_name ordinal_position:bigint column_default is_nullable data_type comment:unlisted extra_info:unlisted",
    (c) =>
      ofCatalog(
        "catalog, schema, name, column_name, ordinal, NULL, 'YES', type, comment, NULL",
        allColumns(c),
        c,
      ),
  ),
  systemTable("enabled_roles", "role_name"),
  systemTable("roles", "role_name"),
  systemTable("schemata", "catalog_name schema_name", (c) => ofCatalog("catalog, schema", allSchemas(c), c)),
  systemTable(
    "table_privileges",
    "grantor grantor_type grantee grantee_type table_catalog table_schema table_name privilege_type is_grantable with_hierarchy",
  ),
  systemTable("tables", "table_catalog table_schema table_name table_type", (c) =>
    ofCatalog(
      "catalog, schema, name, CASE kind WHEN 'TABLE' THEN 'BASE TABLE' ELSE kind END",
      allTables(c),
      c,
    ),
  ),
  systemTable(
    "views",
    "table_catalog table_schema table_name view_definition",
    (context) =>
      `SELECT ${quoteText(context.catalog)}, v.schema_name, v.view_name, ${viewText("v.comment")} FROM duckdb_views() AS v WHERE ${isVisible("v", context)} AND ${context.catalog === context.home ? "TRUE" : "FALSE"}`,
  ),
];
