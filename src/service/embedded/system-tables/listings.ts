import { SYSTEM_CATALOG } from "../../../dialect/catalogue.ts";
import { quoteText } from "../../../dialect/quote.ts";
import { typeName } from "../../../dialect/types/type.ts";
import { isOwn, OWN_TABLES, ownColumns } from "./engine-columns.ts";
import type { SystemContext } from "./system-table.ts";

export function values(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  const cell = (value: string | number | boolean | null): string =>
    typeof value === "string" ? quoteText(value) : String(value);
  return `VALUES ${rows.map((row) => `(${row.map(cell).join(", ")})`).join(", ")}`;
}

/** SELECT of all tables: catalog, schema, name, `TABLE` or `VIEW`, comment. */
export function allTables({ home, listed }: SystemContext): string {
  const own = values(
    listed.map(({ catalog, schema, table }) => [catalog, schema, table.name, "TABLE", null]),
  );
  return `SELECT ${quoteText(home)}, * FROM (${OWN_TABLES}) UNION ALL (${own})`;
}

/** SELECT of all columns: catalog, schema, table, column, position from 1, type, comment. */
export function allColumns({ home, listed, columns }: SystemContext): string {
  const own = listed.flatMap(({ catalog, schema, table }) =>
    table.columns.map(({ name, type }, i) => [
      catalog,
      schema,
      table.name,
      name,
      i + 1,
      typeName(type, "presto"),
      null,
    ]),
  );
  return `SELECT ${quoteText(home)}, * FROM (${ownColumns(columns)}) UNION ALL (${values(own)})`;
}

/** SELECT of all schemas: catalog, schema. */
export function allSchemas({ home, listed }: SystemContext): string {
  const own = new Map(listed.map(({ catalog, schema }) => [`${catalog}.${schema}`, [catalog, schema]]));
  return `SELECT ${quoteText(home)}, s.schema_name FROM duckdb_schemas() AS s WHERE ${isOwn("s")} UNION ALL (${values([...own.values()])})`;
}

export const allCatalogs = ({ home }: SystemContext): string => values([[home], [SYSTEM_CATALOG]]);
