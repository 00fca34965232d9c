import { quoteName } from "./quote.ts";

/** Catalog of the data file. Database names contain only `[a-z0-9_]`, so none can equal it; must be quoted in SQL. */
export const DATA_CATALOG = "svc-data";

/** In-memory catalog of the macro library, created at each start. User statements can't refer to it. */
export const LIBRARY_CATALOG = "svc-lib";

/** Schema of the macros. */
export const LIBRARY = `${quoteName(LIBRARY_CATALOG)}.main`;

/** Schemas and catalogs of the engine, which no database may be named after. */
export const RESERVED_DATABASES: readonly string[] = [
  "main",
  "information_schema",
  "pg_catalog",
  "system",
  "temp",
];

/** Valid names of new databases and tables. */
export const NEW_NAME = /^[a-z0-9_]{3,255}$/;

/** Separates a view's text from its comment; a character that never occurs in SQL. */
export const VIEW_COMMENT_MARK = "\u001e";

/** SQL that is true for schemas that are user databases. */
export function isDatabase(schema: string): string {
  const reserved = RESERVED_DATABASES.map((name) => `'${name}'`).join(", ");
  return `(regexp_full_match(${schema}, '[a-z0-9_]+') AND ${schema} NOT IN (${reserved}))`;
}
