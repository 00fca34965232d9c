import { isCatalog, type TablePath } from "../../dialect/catalogue.ts";
import { describe } from "../../dialect/describe.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { typeNamesOf } from "../../dialect/analyze/type-names.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { columnsOf, findTable, type Catalogue, type CompletionScope } from "../catalogue.ts";
import { findMagics } from "../cell/find-magics.ts";
import { placeholdersAsParameters } from "../cell/query-template.ts";
import { magicDialect } from "../cell/candidate-names.ts";
import { magicDatabase } from "./magic-database.ts";
import { suggestName } from "./suggest-name.ts";

/** Something wrong in a cell. Offsets are UTF-16 units of the cell. */
export interface CellFault {
  readonly from: number;
  readonly to: number;
  /** A warning where the service may know better: it has more functions, and tables that were made since they were listed. */
  readonly severity: "error" | "warning";
  readonly message: string;
  /** The name that was probably meant; null where none is near. */
  readonly meant: string | null;
}

/** Faults that are in the text, whatever else the service knows. */
const SURE = new Set(["SYNTAX_ERROR", "COLUMN_NOT_FOUND", "TYPE_MISMATCH", "INVALID_CAST_ARGUMENT"]);
/** Said only of a name that is nearly one that is known. */
const NEAR = new Set(["TABLE_NOT_FOUND", "FUNCTION_NOT_FOUND"]);

const QUALIFIERS = /^(?:(?:[A-Za-z_][\w$]*|"[^"\n]*"|`[^`\n]*`)\.)*(?=[A-Za-z_"`])/;

/** The query names what is not known here: nothing is said of it. */
class Unknown extends Error {}

/**
 * What is wrong with the query of a `%%svc_presto` or `%%svc_hive` cell, as far as the catalogue as last seen shows it: syntax, columns, types,
 * and tables and functions whose names are nearly those of others. At most one fault: the first that is found. Sends nothing.
 */
export function checkCell(code: string, catalogue: Catalogue, scope: CompletionScope): CellFault[] {
  const [call] = findMagics(code);
  if (call?.kind !== "cell" || call.body === null || call.body.trim() === "") return [];
  if (call.name !== "svc_presto" && call.name !== "svc_hive") return [];
  const dialect = magicDialect(call.name);
  const database = magicDatabase(call, scope);
  const sql = placeholdersAsParameters(call.body, dialect);
  if (database === null || sql === null) return [];
  try {
    describe(sql, dialect, { database, tables: knownTables(dialect, catalogue) });
    return [];
  } catch (error) {
    if (!(error instanceof SqlError) || error.line === null || error.column === null) return [];
    const message = error.message.replace(/^line \d+:\d+: /, "");
    const { kind, line, column } = error;
    const [, type] = /^unknown type: (\w+)/.exec(message) ?? [];
    const meant =
      type !== undefined
        ? nearestName(type, typeNamesOf(dialect))
        : suggestName({ sql, engine: dialect, serverMessage: message, line, column }, catalogue, database);
    if (!SURE.has(kind) && !(NEAR.has(kind) && (meant !== null || /did you mean/i.test(message)))) return [];
    const place = call.bodyStart + offsetOf(sql, line, column);
    // Of a qualified name the last part is the one that is not there.
    const from = place + (QUALIFIERS.exec(code.slice(place))?.[0].length ?? 0);
    const length = /^(?:[\w$]+|"[^"\n]*"|`[^`\n]*`|'[^'\n]*'|.)/.exec(code.slice(from))?.[0].length ?? 0;
    const severity = SURE.has(kind) ? "error" : "warning";
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

function offsetOf(sql: string, line: number, column: number): number {
  const before = sql.split("\n").slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, 0) + column - 1;
}

function knownTables(dialect: Dialect, catalogue: Catalogue) {
  const tablesOf = (database: string) => {
    const tables = catalogue.databases?.includes(database) === true ? catalogue.tables(database) : null;
    if (tables === null) throw new Unknown();
    return tables;
  };
  return {
    columns: ({ catalog, database, table }: TablePath) => {
      if (!isCatalog(catalog, dialect)) throw new Unknown();
      tablesOf(database);
      const found = findTable(catalogue, database, table);
      if (found === null) return null;
      const columns = columnsOf(found);
      // A table of which nothing but its time is listed takes columns as they come.
      if (found.columns.length === 0 || columns.some(({ type }) => type === null)) throw new Unknown();
      return columns.map(({ name, type }) => ({ name, type: type ?? "" }));
    },
    tables: (_: string, database: string) => tablesOf(database).map(({ name }) => name),
  };
}
