// This folder: a statement against the catalogue: its columns' types, or its error.

import { LOCAL_DATABASE, type TablePath } from "../../dialect/catalogue.ts";
import { describe } from "../../dialect/describe.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { offsetOf } from "../../dialect/parse/position.ts";
import { typeNamesOf } from "../../dialect/analyze/type-names.ts";
import { SqlError, type SqlErrorKind } from "../../dialect/sql-error.ts";
import { typeName } from "../../dialect/types/type-text.ts";
import {
  columnsWithTime,
  knownTable,
  type CatalogueColumn,
  type KnownCatalogue,
  type NotebookTables,
} from "../known-catalogue.ts";
import { suggestName } from "../explain/suggest-name.ts";

/** A statement to check against a catalogue. */
export interface StatementToCheck {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly database: string;
  /** Types of its parameters (`?`); null: any. */
  readonly parameters?: readonly (string | null)[];
  /** The notebook's tables, for SQL over them: others are not known then. */
  readonly tables?: NotebookTables | undefined;
}

/** The first error of a statement. Offsets are UTF-16 units of its text. */
export interface StatementFault {
  readonly kind: SqlErrorKind;
  readonly message: string;
  /** The most similar known name; null if none is close, or the message has it. */
  readonly meant: string | null;
  readonly from: number;
  readonly to: number;
  /** Whether it does not depend on what else the service has: it has more functions, and possibly newer tables. */
  readonly sure: boolean;
}

/** What is known of a statement: its columns, its first error, or why nothing is known. */
export type StatementCheck =
  | { readonly columns: readonly CatalogueColumn[] }
  | { readonly fault: StatementFault }
  | { readonly unknown: string };

/** Errors that don't depend on the service. */
const SURE: ReadonlySet<SqlErrorKind> = new Set<SqlErrorKind>([
  "SYNTAX_ERROR",
  "COLUMN_NOT_FOUND",
  "TYPE_MISMATCH",
  "INVALID_CAST_ARGUMENT",
  "INVALID_LITERAL",
  "AMBIGUOUS_NAME",
  "INVALID_COLUMN_REFERENCE",
  "MISMATCHED_COLUMN_ALIASES",
  "EXPRESSION_NOT_AGGREGATE",
  "EXPRESSION_NOT_SCALAR",
  "EXPRESSION_NOT_IN_DISTINCT",
  "NESTED_AGGREGATION",
  "NESTED_WINDOW",
  "MISSING_OVER",
  "MISSING_ORDER_BY",
  "DUPLICATE_NAMED_QUERY",
  "INVALID_WINDOW_REFERENCE",
  "FUNCTION_NOT_AGGREGATE",
  "FUNCTION_NOT_WINDOW",
]);

const QUALIFIERS = /^(?:(?:[A-Za-z_][\w$]*|"[^"\n]*"|`[^`\n]*`)\.)*(?=[A-Za-z_"`])/;

/** The statement uses a table or database that the catalogue does not list. */
class Unlisted extends Error {}

/** Checks a statement against the cached catalogue: syntax, names and types. Sends nothing. */
export function checkStatement(statement: StatementToCheck, catalogue: KnownCatalogue): StatementCheck {
  const { sql, dialect, ...context } = statement;
  try {
    const { tables: own } = context;
    const tables = own === undefined ? listedTables(catalogue) : notebookTables(own);
    const described = describe(sql, dialect, { ...context, local: Object.keys(own ?? {}), tables });
    return { columns: described.map(({ name, type }) => ({ name, type: typeName(type, "presto") })) };
  } catch (error) {
    if (error instanceof Unlisted) return { unknown: error.message };
    if (!(error instanceof SqlError) || error.line === null || error.column === null)
      return { unknown: (error as Error).message };
    const { kind, reason, line, column } = error;
    return { fault: faultOf(statement, { kind, message: reason, line, column }, catalogue) };
  }
}

function faultOf(
  { sql, dialect, database, tables }: StatementToCheck,
  {
    kind,
    message,
    line,
    column,
  }: Pick<SqlError, "kind" | "message"> & { readonly line: number; readonly column: number },
  catalogue: KnownCatalogue,
): StatementFault {
  const [, type] = /^unknown type: (\w+)/.exec(message) ?? [];
  const suggestion =
    type !== undefined
      ? nearestName(type, typeNamesOf(dialect))
      : suggestName({ sql, dialect, serverMessage: message, line, column }, catalogue, database, tables);
  const offset = offsetOf(sql, line, column);
  // Of a qualified name, the last part is the unknown one.
  const at = offset + (QUALIFIERS.exec(sql.slice(offset))?.[0].length ?? 0);
  const length = /^(?:[\w$]+|"[^"\n]*"|`[^`\n]*`|'[^'\n]*'|.)/.exec(sql.slice(at))?.[0].length ?? 0;
  const from = Math.min(at, Math.max(0, sql.length - 1));
  const sure = SURE.has(kind) || message.startsWith("unexpected parameters");
  return { kind, message, meant: suggestion, from, to: at + Math.max(length, 1), sure };
}

function notebookTables(own: NotebookTables) {
  return {
    columns: ({ database, table }: TablePath) => {
      const columns = database === LOCAL_DATABASE ? own[table] : undefined;
      return typedColumns(columns ?? [], table);
    },
    tables: () => [],
  };
}

/** @throws Unlisted if one has an unknown type, or if there are none */
function typedColumns(columns: readonly CatalogueColumn[], table: string) {
  return (columns.length === 0 ? [null] : columns).map((column) => {
    if (column?.type == null) throw new Unlisted(`the columns of ${table} are not known`);
    return { name: column.name, type: column.type };
  });
}

function listedTables(catalogue: KnownCatalogue) {
  const tablesOf = (database: string) => {
    const tables = catalogue.databases?.includes(database) === true ? catalogue.tables(database) : null;
    if (tables === null) throw new Unlisted(`database ${database} is not in the catalogue`);
    return tables;
  };
  return {
    columns: ({ database, table }: TablePath) => {
      tablesOf(database);
      const listed = knownTable(catalogue, database, table);
      if (listed === null) return null;
      const columns = columnsWithTime(listed);
      // A table with only `time` in its schema accepts any columns.
      return typedColumns(listed.columns.length === 0 ? [] : columns, `${database}.${table}`);
    },
    tables: (_: string, database: string) => tablesOf(database).map(({ name }) => name),
  };
}
