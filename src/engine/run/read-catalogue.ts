import type { DuckDBConnection } from "@duckdb/node-api";
import type { TableShape } from "../../dialect/catalogue.ts";
import { CATALOGS, LOCAL_DATABASE, SYSTEM_CATALOG, type TableComments } from "../../dialect/catalogue.ts";
import { fromEngineType } from "../values/from-engine-type.ts";
import { DATA_CATALOG, isDatabase, VIEW_COMMENT_MARK } from "../../dialect/storage-names.ts";
import type { TableShapes } from "./table-shapes.ts";
import { errorMessage } from "../errors/fault.ts";
import { roleIn, type StatementRights } from "../../dialect/statements/statement-rights.ts";
import { quoteName } from "../../dialect/quote.ts";
import type { CompileContext } from "../compile/compile.ts";
import type { LocalTables } from "../local/local-tables.ts";
import { describeSystemTable, systemSchemas, systemTablesOf } from "../system-tables/system-tables.ts";

const MISSING = /^Catalog Error: (?:Table|View) with name (\S+ does not exist)/;

/**
 * The catalogue as one connection sees it for a caller: databases without a role are not in it.
 *
 * @param shapes - Keeps the shapes of tables.
 * @param local - The tables that the statement brings along, if any.
 */
export function createCatalogue(
  connection: DuckDBConnection,
  shapes: TableShapes,
  { catalog, ...rights }: StatementRights & { readonly catalog?: string },
  local?: LocalTables,
): CompileContext["catalogue"] {
  const name = catalog?.toLowerCase() ?? "";
  const home = CATALOGS.presto.includes(name) ? name : CATALOGS.presto[0]!;
  const strings = async (sql: string, values: readonly string[] = []): Promise<(string | null)[][]> => {
    const reader = await connection.runAndReadAll(sql, [...values]);
    return reader.getRows() as (string | null)[][];
  };
  const version = local === undefined ? shapes.version : null;
  return {
    version: version === null ? null : JSON.stringify([version, rights.roles]),
    async describe(path): Promise<TableShape | null> {
      const { catalog, database, table } = path;
      if (database === LOCAL_DATABASE) return local?.describe(table) ?? null;
      if (systemTablesOf(catalog, database) !== null)
        return describeSystemTable(
          connection,
          path,
          CATALOGS.presto.includes(catalog) ? catalog : home,
          rights,
        );
      if (
        catalog === SYSTEM_CATALOG ||
        database === "main" ||
        roleIn(rights, database) === null ||
        !/^[a-z0-9_]+$/.test(database) ||
        !/^[a-z0-9_]+$/.test(table)
      )
        return null;
      const sql = [DATA_CATALOG, database, table].map(quoteName).join(".");
      return shapes.of(sql, async () => {
        try {
          return { database, name: table, columns: await columnsOfQuery(connection, `SELECT * FROM ${sql}`) };
        } catch (error) {
          const message = errorMessage(error);
          const columns = await strings(
            `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 AND table_name = $2 ORDER BY column_index`,
            [database, table],
          );
          if (columns.length > 0)
            return {
              database,
              name: table,
              columns: await columnsOfQuery(
                connection,
                `SELECT ${columns.map(([name, type]) => `CAST(NULL AS ${type}) AS ${quoteName(name!)}`).join(", ")}`,
              ),
              invalid: MISSING.exec(message)?.[1] ?? "what it reads has changed",
            };
          // DuckDB takes a name such as `json` for a file if there is no such table.
          if (/^Catalog Error|^Permission Error: Cannot access file/.test(message)) return null;
          throw error;
        }
      });
    },
    async databases(catalog): Promise<string[]> {
      if (catalog === SYSTEM_CATALOG) return [...systemSchemas(catalog)];
      const rows = await strings(
        `SELECT schema_name FROM duckdb_schemas() WHERE database_name = '${DATA_CATALOG}' AND ${isDatabase("schema_name")} ORDER BY 1`,
      );
      const visible = rows.map(([name]) => name!).filter((name) => roleIn(rights, name) !== null);
      return [...visible, ...systemSchemas(catalog)];
    },
    async tables(catalog, database): Promise<{ name: string; view: boolean }[]> {
      const system = systemTablesOf(catalog, database);
      if (system !== null) return system.map((table) => ({ name: table.name, view: false }));
      if (catalog === SYSTEM_CATALOG || roleIn(rights, database) === null) return [];
      const rows = await strings(
        `SELECT table_name, 'table' FROM duckdb_tables() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1
         UNION ALL SELECT view_name, 'view' FROM duckdb_views() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 ORDER BY 1`,
        [database],
      );
      return rows.map(([name, kind]) => ({ name: name!, view: kind === "view" }));
    },
    async viewText(database, view): Promise<string | null> {
      const rows = await strings(
        `SELECT comment, sql FROM duckdb_views() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 AND view_name = $2`,
        [database, view],
      );
      return rows[0] === undefined ? null : (rows[0][0]?.split(VIEW_COMMENT_MARK)[0] ?? rows[0][1] ?? "");
    },
    async comments(database, table): Promise<TableComments> {
      const values = [database, table];
      const of = (kind: string, name: string): string =>
        `SELECT comment FROM duckdb_${kind}() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 AND ${name} = $2`;
      const [[own] = []] = await strings(of("tables", "table_name"), values);
      const [[text] = []] = await strings(of("views", "view_name"), values);
      const columns = await strings(
        `SELECT column_name, comment FROM duckdb_columns() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 AND table_name = $2 AND comment IS NOT NULL`,
        values,
      );
      return {
        table: own ?? text?.split(VIEW_COMMENT_MARK)[1] ?? null,
        columns: new Map(columns as [string, string][]),
      };
    },
  };
}

/** The columns of a query. */
async function columnsOfQuery(connection: DuckDBConnection, query: string): Promise<TableShape["columns"]> {
  const prepared = await connection.prepare(query);
  try {
    return Array.from({ length: prepared.columnCount }, (_, i) => ({
      name: prepared.columnName(i),
      type: fromEngineType(prepared.columnType(i)),
    }));
  } finally {
    prepared.destroySync();
  }
}
