import type { DuckDBConnection } from "@duckdb/node-api";
import { DATA_CATALOG, isDatabase, VIEW_COMMENT_MARK } from "../../dialect/storage-names.ts";
import { quoteText } from "../../dialect/quote.ts";
import type { Type } from "../../dialect/types/type.ts";
import type { SystemContext } from "./system-table.ts";
import { fromEngineType } from "../values/from-engine-type.ts";

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
export const viewComment = (comment: string): string => `nullif(split_part(${comment}, ${MARK}, 2), '')`;
