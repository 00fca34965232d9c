import { isListed } from "../../dialect/catalogue.ts";
import { SYSTEM_CATALOG } from "../../dialect/catalogue.ts";
import { quoteText } from "../../dialect/quote.ts";
import { typeName } from "../../dialect/types/type.ts";
import { isVisible, viewComment } from "./engine-columns.ts";
import type { SystemContext } from "./system-table.ts";

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
    UNION ALL (${values(system)})) AS l(catalog, schema, name, column_name, place, type, comment)`;
}

export function allSchemas(context: SystemContext): string {
  const { home, listed } = context;
  const system = new Map(listed.map(({ catalog, schema }) => [`${catalog}.${schema}`, [catalog, schema]]));
  return `(SELECT ${quoteText(home)}, s.schema_name FROM duckdb_schemas() AS s WHERE ${isVisible("s", context)}
    UNION ALL (${values([...system.values()])})) AS l(catalog, schema)`;
}

export const allCatalogs = ({ home }: SystemContext): string => values([[home], [SYSTEM_CATALOG]]);
