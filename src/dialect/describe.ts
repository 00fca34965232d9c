import { startTranslation } from "./analyze/start-translation.ts";
import { type TableShape } from "./analyze/translation.ts";
import { tableKey, type TablePath } from "./catalogue.ts";
import { columnType } from "./column-type.ts";
import type { Dialect } from "./dialect.ts";
import { parseStatement } from "./parse/statements/statements.ts";
import type { PlanColumn } from "./plan.ts";
import { statementColumns } from "./statements/plan-statement.ts";
import { orTooDeep } from "./translate.ts";

/** The tables that a statement may name. Catalogs, databases and tables are asked for in lower case. */
export interface KnownTables {
  /** A table's columns with their types, as Presto, Hive or the service write those (`bigint`, `array<string>`, `long`); null where there is no such table. */
  columns(path: TablePath): readonly { readonly name: string; readonly type: string }[] | null;
  /** Names of a database's tables, to suggest one for a name that is not there. */
  tables(catalog: string, database: string): readonly string[];
}

export interface DescribeContext {
  /** Catalog of names that have none. @default the dialect's own */
  readonly catalog?: string;
  /** Database of names that have none. */
  readonly database: string;
  /** The session's zone in Presto. @default UTC */
  readonly timeZone?: string;
  readonly tables: KnownTables;
}

/**
 * Names and types of the columns that a statement gives, without running it; none for a statement without a result. Parameters (`?`) count as nulls.
 *
 * @throws SqlError with its place for everything that is wrong or not supported, a table that is not there included; and what `tables` throws.
 */
export function describe(
  sql: string,
  dialect: Dialect,
  { tables, ...context }: DescribeContext,
): readonly PlanColumn[] {
  const found = new Map<string, TableShape | null>();
  const find = (path: TablePath): TableShape | null => {
    const columns = tables.columns(path);
    if (columns === null) return null;
    const typed = columns.map(({ name, type }) => ({ name, type: columnType(name, type) }));
    return { database: path.database, name: path.table, columns: typed };
  };
  const lookup = {
    find(path: TablePath) {
      const key = tableKey(path);
      if (!found.has(key)) found.set(key, find(path));
      return found.get(key)!;
    },
    beside: ({ catalog, database }: TablePath) => tables.tables(catalog, database),
  };
  try {
    const t = startTranslation({
      ...context,
      sql,
      dialect,
      scheduledTimeMs: Date.now(),
      tables: lookup,
      parameters: null,
    });
    return statementColumns(t, parseStatement(sql, dialect, null));
  } catch (error) {
    throw orTooDeep(error);
  }
}
