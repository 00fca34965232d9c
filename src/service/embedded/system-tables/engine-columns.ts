import type { DuckDBConnection } from "@duckdb/node-api";
import { DATA_CATALOG, isDatabase, VIEW_COMMENT_MARK } from "../../../dialect/storage-names.ts";
import { quoteText } from "../../../dialect/quote.ts";
import { typeName, type Type } from "../../../dialect/types/type.ts";
import { fromEngineType } from "../values/from-engine-type.ts";

/** The types of the columns of all tables, by the engine's name of the type. */
export type EngineColumns = ReadonlyMap<string, Type>;

/** SQL that is true for what is in a database of the users. */
export const isOwn = (alias: string): string =>
  `${alias}.database_name = '${DATA_CATALOG}' AND ${isDatabase(`${alias}.schema_name`)}`;

/** Asks the engine itself what its names of types mean. */
export async function readEngineColumns(connection: DuckDBConnection): Promise<EngineColumns> {
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT c.data_type FROM duckdb_columns() AS c WHERE ${isOwn("c")}`,
  );
  const names = (reader.getRows() as [string][]).map(([name]) => name);
  if (names.length === 0) return new Map();
  const prepared = await connection.prepare(
    `SELECT ${names.map((name) => `CAST(NULL AS ${name})`).join(", ")}`,
  );
  try {
    return new Map(names.map((name, i) => [name, fromEngineType(prepared.columnType(i))]));
  } finally {
    prepared.destroySync();
  }
}

/** SQL of a view's text, of the comment that the engine keeps with it, and of the user's own comment. */
export const viewText = (comment: string): string => `split_part(${comment}, ${MARK}, 1)`;
export const viewComment = (comment: string): string => `nullif(split_part(${comment}, ${MARK}, 2), '')`;
const MARK = quoteText(VIEW_COMMENT_MARK);

/** SELECT of the users' tables: schema, name, `TABLE` or `VIEW`, comment. */
export const OWN_TABLES = `SELECT s.schema_name, s.table_name, 'TABLE', s.comment FROM duckdb_tables() AS s WHERE ${isOwn("s")} AND NOT s.temporary
  UNION ALL SELECT v.schema_name, v.view_name, 'VIEW', ${viewComment("v.comment")} FROM duckdb_views() AS v WHERE ${isOwn("v")}`;

/** SELECT of the users' columns: schema, table, column, place from 1, the type's name in Presto, comment. */
export function ownColumns(types: EngineColumns): string {
  const names = [...types].map(
    ([name, type]) => `(${quoteText(name)}, ${quoteText(typeName(type, "presto"))})`,
  );
  const known = names.length === 0 ? "('', '')" : names.join(", ");
  return `SELECT c.schema_name, c.table_name, c.column_name, c.column_index, coalesce(n.name, lower(c.data_type)), c.comment
    FROM duckdb_columns() AS c LEFT JOIN (VALUES ${known}) AS n(engine, name) ON n.engine = c.data_type WHERE ${isOwn("c")}`;
}
