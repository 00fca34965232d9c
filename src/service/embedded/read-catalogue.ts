import type { DuckDBConnection } from "@duckdb/node-api";
import type { TableShape } from "../../dialect/analyze/translation.ts";
import type { Catalogue } from "../../dialect/catalogue.ts";
import { fromEngineType } from "./from-engine-type.ts";
import { DATA_CATALOG, isDatabase } from "../../dialect/storage-names.ts";
import { errorMessage } from "./error-message.ts";
import { quoteName } from "../../dialect/quote.ts";

/** The catalogue as one connection sees it. */
export function createCatalogue(connection: DuckDBConnection): Catalogue {
  const strings = async (sql: string, values: readonly string[] = []): Promise<(string | null)[][]> => {
    const reader = await connection.runAndReadAll(sql, [...values]);
    return reader.getRows() as (string | null)[][];
  };
  return {
    async describe(database, table): Promise<TableShape | null> {
      if (database === "main" || !/^[a-z0-9_]+$/.test(database) || !/^[a-z0-9_]+$/.test(table)) return null;
      const sql = [DATA_CATALOG, database, table].map(quoteName).join(".");
      let prepared;
      try {
        prepared = await connection.prepare(`SELECT * FROM ${sql}`);
      } catch (error) {
        if (errorMessage(error).startsWith("Catalog Error")) return null;
        throw error;
      }
      try {
        const columns = Array.from({ length: prepared.columnCount }, (_, i) => ({
          name: prepared.columnName(i),
          type: fromEngineType(prepared.columnType(i)),
        }));
        return { database, name: table, columns };
      } finally {
        prepared.destroySync();
      }
    },
    async databases(): Promise<string[]> {
      const rows = await strings(
        `SELECT schema_name FROM duckdb_schemas() WHERE database_name = '${DATA_CATALOG}' AND ${isDatabase("schema_name")} ORDER BY 1`,
      );
      return rows.map(([name]) => name!);
    },
    async tables(database): Promise<{ name: string; view: boolean }[]> {
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
      return rows[0] === undefined ? null : (rows[0][0] ?? rows[0][1] ?? "");
    },
  };
}
