import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import { findMagics } from "../cell/find-magics.ts";
import { placeholdersAsParameters } from "../cell/query-template.ts";
import { isLocal, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";
import { checkStatement } from "../sql/check-statement.ts";

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

/** Reported only if the name is similar to a known one. */
const NEAR = new Set(["TABLE_NOT_FOUND", "FUNCTION_NOT_FOUND"]);

/**
 * Checks the query of a `%%svc_presto`, `%%svc_hive` or `%%svc_local` cell against the cached catalogue, or the notebook's tables: syntax, columns, types, and tables and functions with
 * names similar to known ones. Returns at most one fault, the first. Sends nothing.
 */
export function checkCell(code: string, catalogue: KnownCatalogue, scope: CompletionScope): CellFault[] {
  const [call] = findMagics(code);
  if (call?.kind !== "cell" || call.body === null || call.body.trim() === "") return [];
  if (!["svc_presto", "svc_hive", "svc_local"].includes(call.name)) return [];
  const tables = isLocal(call) ? (scope.tables ?? {}) : undefined;
  const dialect = magicDialect(call.name);
  const database = magicDatabase(call, scope) ?? (tables === undefined ? null : "");
  const sql = placeholdersAsParameters(call.body, dialect);
  if (database === null || sql === null) return [];
  const check = checkStatement({ sql, dialect, database, tables }, catalogue);
  if (!("fault" in check)) return [];
  const { kind, message, meant, sure, ...fault } = check.fault;
  // A value where none fits stands for a table, whose columns are known when it runs.
  if (call.body[fault.from] === "{") return [];
  if (!sure && !(NEAR.has(kind) && (meant !== null || /did you mean/i.test(message)))) return [];
  const [from, to] = [call.bodyStart + fault.from, call.bodyStart + fault.to];
  return [{ from, to, severity: sure ? "error" : "warning", message, meant }];
}
