import type { TablePath } from "../../dialect/catalogue.ts";
import { describe } from "../../dialect/describe.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { offsetOf } from "../../dialect/parse/position.ts";
import { typeNamesOf } from "../../dialect/analyze/type-names.ts";
import { SqlError, type SqlErrorKind } from "../../dialect/sql-error.ts";
import {
  columnsWithTime,
  knownTable,
  type KnownCatalogue,
  type CompletionScope,
} from "../known-catalogue.ts";
import { findMagics } from "../cell/find-magics.ts";
import { placeholdersAsParameters } from "../cell/query-template.ts";
import { magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";
import { suggestName } from "../explain/suggest-name.ts";

/** An error in a cell. Offsets are UTF-16 units of the cell. */
export interface CellFault {
  readonly from: number;
  readonly to: number;
  /** Warning if the service may accept it: it has more functions, and possibly newer tables. */
  readonly severity: "error" | "warning";
  readonly message: string;
  /** The most similar known name; null if none is close. */
  readonly meant: string | null;
}

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
  "MISSING_OVER",
  "MISSING_ORDER_BY",
  "DUPLICATE_NAMED_QUERY",
  "INVALID_WINDOW_REFERENCE",
  "FUNCTION_NOT_AGGREGATE",
  "FUNCTION_NOT_WINDOW",
]);
/** Reported only if the name is similar to a known one. */
const NEAR = new Set(["TABLE_NOT_FOUND", "FUNCTION_NOT_FOUND"]);

const QUALIFIERS = /^(?:(?:[A-Za-z_][\w$]*|"[^"\n]*"|`[^`\n]*`)\.)*(?=[A-Za-z_"`])/;

/** The query uses names of unknown metadata: nothing is reported. */
class Unknown extends Error {}

/**
 * Checks the query of a `%%svc_presto` or `%%svc_hive` cell against the cached catalogue: syntax, columns, types, and tables and functions with
 * names similar to known ones. Returns at most one fault, the first. Sends nothing.
 */
export function checkCell(code: string, catalogue: KnownCatalogue, scope: CompletionScope): CellFault[] {
  const [call] = findMagics(code);
  if (call?.kind !== "cell" || call.body === null || call.body.trim() === "") return [];
  if (call.name !== "svc_presto" && call.name !== "svc_hive") return [];
  const dialect = magicDialect(call.name);
  const database = magicDatabase(call, scope);
  const sql = placeholdersAsParameters(call.body, dialect);
  if (database === null || sql === null) return [];
  try {
    describe(sql, dialect, { database, tables: knownTables(catalogue) });
    return [];
  } catch (error) {
    if (!(error instanceof SqlError) || error.line === null || error.column === null) return [];
    const message = error.message.replace(/^line \d+:\d+: /, "");
    const { kind, line, column } = error;
    const [, type] = /^unknown type: (\w+)/.exec(message) ?? [];
    const meant =
      type !== undefined
        ? nearestName(type, typeNamesOf(dialect))
        : suggestName({ sql, dialect, serverMessage: message, line, column }, catalogue, database);
    const isSure = SURE.has(kind) || message.startsWith("unexpected parameters");
    if (!isSure && !(NEAR.has(kind) && (meant !== null || /did you mean/i.test(message)))) return [];
    const place = call.bodyStart + offsetOf(sql, line, column);
    // Of a qualified name, the last part is the unknown one.
    const from = place + (QUALIFIERS.exec(code.slice(place))?.[0].length ?? 0);
    const length = /^(?:[\w$]+|"[^"\n]*"|`[^`\n]*`|'[^'\n]*'|.)/.exec(code.slice(from))?.[0].length ?? 0;
    const severity = isSure ? "error" : "warning";
    return [
      {
        from: Math.min(from, Math.max(0, code.length - 1)),
        to: from + Math.max(length, 1),
        severity,
        message,
        meant,
      },
    ];
  }
}

function knownTables(catalogue: KnownCatalogue) {
  const tablesOf = (database: string) => {
    const tables = catalogue.databases?.includes(database) === true ? catalogue.tables(database) : null;
    if (tables === null) throw new Unknown();
    return tables;
  };
  return {
    columns: ({ database, table }: TablePath) => {
      tablesOf(database);
      const found = knownTable(catalogue, database, table);
      if (found === null) return null;
      const columns = columnsWithTime(found);
      // A table with only `time` in its schema accepts any columns.
      if (found.columns.length === 0 || columns.some(({ type }) => type === null)) throw new Unknown();
      return columns.map(({ name, type }) => ({ name, type: type as string }));
    },
    tables: (_: string, database: string) => tablesOf(database).map(({ name }) => name),
  };
}
