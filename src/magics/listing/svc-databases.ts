import type { Table } from "../../core/table/table.ts";
import { magic_context } from "../magic-context.ts";
import { databasePattern } from "../name-pattern.ts";
import { listTable, type ListingOptions } from "./list-table.ts";

const COLUMNS = ["name", "count", "permission", "created_at", "updated_at"] as const;

/**
 * List databases, as `%svc_databases` does.
 *
 * @param pattern - Regular expression to find in the name. Default: all.
 * @returns one row per database: name, count, permission, created_at, updated_at (Dates, displayed with their UTC offset).
 * @throws UsageError for an invalid pattern, before any request.
 */
export async function svc_databases(pattern = "", options: ListingOptions = {}): Promise<Table> {
  const matches = databasePattern(pattern);
  const { connection = magic_context.connect(), ...rest } = options;
  const databases = await connection.list_databases(rest);
  return listTable(
    databases.filter(({ name }) => matches(name)),
    COLUMNS,
    (database) => COLUMNS.map((column) => database[column]),
  );
}
