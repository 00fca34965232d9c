import { quoteName } from "./quote.ts";

/** Catalog of the data file. Database names hold `[a-z0-9_]` only, so none can equal it; quote it in SQL. */
export const DATA_CATALOG = "svc-data";

/** In-memory catalog for the macro library: made anew at each start, never on disk. No statement of a user can name it. */
export const LIBRARY_CATALOG = "svc-lib";

/** Where the macros live. */
export const LIBRARY = `${quoteName(LIBRARY_CATALOG)}.main`;

/** Schemas and catalogs that the engine has of its own: no database may be called so. */
export const RESERVED_DATABASES: readonly string[] = [
  "main",
  "information_schema",
  "pg_catalog",
  "system",
  "temp",
];

/** What a database or a table may be called when it is made. */
export const NEW_NAME = /^[a-z0-9_]{3,255}$/;

/** Between the text of a view and its comment: a sign that no SQL holds. */
export const VIEW_COMMENT_MARK = "\u001e";

/** SQL that is true for a schema that is a database of the users, and neither the engine's nor the service's own. */
export function isDatabase(schema: string): string {
  const reserved = RESERVED_DATABASES.map((name) => `'${name}'`).join(", ");
  return `(regexp_full_match(${schema}, '[a-z0-9_]+') AND ${schema} NOT IN (${reserved}))`;
}
