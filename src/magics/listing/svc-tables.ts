// This folder: the magics that list: databases, tables, jobs, a profile; and %svc_use.

import { isInterruptedError } from "../../core/error-guards.ts";
import type { TableRecord } from "../../core/endpoints/tables.ts";
import type { Table } from "../../core/table/table.ts";
import { magic_context } from "../magic-context.ts";
import { databasesOfTablePattern, tablePattern } from "../name-pattern.ts";
import { say } from "../notebook-host.ts";
import { listTable, type ListingOptions } from "./list-table.ts";

const COLUMNS = [
  "db_name",
  "name",
  "count",
  "estimated_storage_size",
  "last_log_timestamp",
  "created_at",
] as const;
const AT_ONCE = 16;

/**
 * List tables, as `%svc_tables` does. Several databases are requested concurrently; one that can't be listed is named on stderr, and
 * the others' tables are returned.
 *
 * @param pattern - Regular expression to find in `database.table`; a plain dot matches the dot between the two. Default: all.
 * @returns one row per table: db_name, name, count, estimated_storage_size (bytes), last_log_timestamp (1970-01-01 for a table
 * without data) and created_at (Dates, displayed with their UTC offset).
 * @throws UsageError for an invalid pattern, before any request; the first database's error when none can be listed.
 */
export async function svc_tables(pattern = "", options: ListingOptions = {}): Promise<Table> {
  const matches = tablePattern(pattern);
  const mayHold = databasesOfTablePattern(pattern);
  const { connection = magic_context.connect(), ...rest } = options;
  const databases = (await connection.list_databases(rest)).map(({ name }) => name).filter(mayHold);
  const outcomes = await mapConcurrently(databases, AT_ONCE, (name) => connection.list_tables(name, rest));
  return listTable(
    collect(databases, outcomes).filter(({ db_name, name }) => matches(`${db_name}.${name}`)),
    COLUMNS,
    (table) => COLUMNS.map((column) => table[column]),
  );
}

function collect(
  databases: readonly string[],
  outcomes: readonly PromiseSettledResult<readonly TableRecord[]>[],
): TableRecord[] {
  const tables: TableRecord[] = [];
  const failures: { database: string; reason: unknown }[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") tables.push(...outcome.value);
    else if (isInterruptedError(outcome.reason)) throw outcome.reason;
    else failures.push({ database: databases[at] as string, reason: outcome.reason });
  }
  if (failures.length > 0 && failures.length === outcomes.length) throw failures[0]?.reason;
  for (const { database, reason } of failures) {
    const message = (reason as Error).message;
    say(`WARNING: the tables of ${database} are missing here: ${message}`, "stderr");
  }
  return tables;
}

/**
 * Maps items with an async function, with limited concurrency.
 *
 * @returns one outcome per item, in order; a failure does not stop the others.
 */
async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < items.length; at = next++)
      outcomes[at] = await map(items[at] as T).then(
        (value) => ({ status: "fulfilled", value }) as const,
        (reason: unknown) => ({ status: "rejected", reason }) as const,
      );
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return outcomes;
}
