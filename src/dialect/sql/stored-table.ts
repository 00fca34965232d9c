import { DATA_CATALOG } from "../storage-names.ts";
import { join, name, type Sql } from "./sql.ts";

/** A table or view in a user database. */
export const storedTable = (database: string, table: string): Sql =>
  join([DATA_CATALOG, database, table].map(name), ".");
