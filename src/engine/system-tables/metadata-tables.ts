import { SYSTEM_CATALOG } from "../../dialect/catalogue.ts";
import { allTables, values } from "./listings.ts";
import { systemTable } from "./system-table.ts";

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
