import { withinBudget } from "./budget.ts";
import { startTranslation } from "./analyze/start-translation.ts";
import { defaultName } from "./analyze/queries/common-tables.ts";
import type { OutputColumn } from "./analyze/queries/analyzed-query.ts";
import type { Translation } from "./analyze/translation.ts";
import { tableKey, type TablePath, type TableShape } from "./catalogue.ts";
import { columnType } from "./column-type.ts";
import type { Dialect } from "./dialect.ts";
import type { Query } from "./parse/ast.ts";
import { parseStatement } from "./parse/statements/statements.ts";
import type { PlanColumn } from "./plan.ts";
import { statementColumns } from "./statements/plan-statement.ts";
import { orTooDeep } from "./translate.ts";

/** The tables that a statement may use. Catalogs, databases and tables are passed in lowercase. */
export interface KnownTables {
  /** A table's columns with types in any notation (`bigint`, `array<string>`, `long`); null when it does not exist. */
  columns(path: TablePath): readonly { readonly name: string; readonly type: string }[] | null;
  /** Names of a database's tables, to suggest one instead of an unknown name. */
  tables(catalog: string, database: string): readonly string[];
}

export interface DescribeContext {
  /** Default catalog of table names. @default the dialect's own */
  readonly catalog?: string;
  /** Default database of table names. */
  readonly database: string;
  /** Presto's session time zone. @default UTC */
  readonly timeZone?: string;
  /** Names of tables that the statement brings along: `tables` has them in {@link LOCAL_DATABASE}. */
  readonly local?: readonly string[];
  /** Types of the parameters (`?`) in order, in any notation; null for a null of any type, as are parameters beyond the list. */
  readonly parameters?: readonly (string | null)[];
  readonly tables: KnownTables;
}

/**
 * Names and types of a statement's columns, without running it; none for a statement without a result.
 *
 * @throws SqlError with its position for any error or unsupported feature, including an unknown table; and errors thrown by `tables`.
 */
export function describe(sql: string, dialect: Dialect, context: DescribeContext): readonly PlanColumn[] {
  return analyzed(sql, dialect, context, (t) => statementColumns(t, parseStatement(sql, dialect, null)));
}

/** Names and types of a query's columns; null for one that no name refers to. @throws SqlError as {@link describe} */
export function describeQuery(
  query: Query,
  dialect: Dialect,
  context: DescribeContext,
): readonly OutputColumn[] {
  return analyzed("", dialect, { ...context, isTried: true }, (t) =>
    t
      .query(query, null)
      .columns.map(({ name, type }, i) => ({ name: name ?? (t.hive ? defaultName(t, i) : null), type })),
  );
}

function analyzed<T>(
  sql: string,
  dialect: Dialect,
  { tables, parameters = [], ...context }: DescribeContext & { readonly isTried?: boolean },
  analyze: (t: Translation) => T,
): T {
  const shapes = new Map<string, TableShape | null>();
  const find = (path: TablePath): TableShape | null => {
    const columns = tables.columns(path);
    if (columns === null) return null;
    const shape = columns.map(({ name, type }) => ({ name, type: columnType(name, type) }));
    return { database: path.database, name: path.table, columns: shape };
  };
  const lookup = {
    find(path: TablePath) {
      const key = tableKey(path);
      if (!shapes.has(key)) shapes.set(key, find(path));
      return shapes.get(key)!;
    },
    alternatives: ({ catalog, database }: TablePath) =>
      ({ what: "table", names: tables.tables(catalog, database) }) as const,
  };
  try {
    const t = startTranslation({
      ...context,
      sql,
      dialect,
      scheduledTimeMs: Date.now(),
      tables: lookup,
      parameters: null,
      givenTypes: parameters.map((type) => (type === null ? null : columnType("?", type))),
    });
    return withinBudget(sql.length, () => analyze(t));
  } catch (error) {
    throw orTooDeep(error);
  }
}
