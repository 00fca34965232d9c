import { scanCode } from "../../dialect/parse/scan.ts";
import { positionOf } from "../../dialect/parse/position.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { BEGINNING, type SentSql } from "./thrift/hive-error.ts";

export interface HiveStatement extends SentSql {
  readonly settings: readonly string[];
}

/**
 * Splits a job's text into its `SET` statements and the statement itself.
 *
 * @throws SqlError for no statement, or more than one.
 */
export function readHiveStatement(text: string): HiveStatement {
  const settings: string[] = [];
  let statement: SentSql | null = null;
  for (const { at, end } of statements(text)) {
    const sql = text.slice(at, end);
    if (statement !== null) {
      const message = "A job runs one statement; only SET statements may precede it.";
      throw new SqlError("NOT_SUPPORTED", message, positionOf(text, at));
    }
    if (/^set\s+[\w.:]+\s*=/i.test(sql)) settings.push(sql);
    else statement = { sql, start: positionOf(text, at) };
  }
  if (statement) return { settings, ...statement };
  const last = settings.pop();
  if (last === undefined) throw new SqlError("SYNTAX_ERROR", "The query is empty.", BEGINNING);
  return { settings, sql: last, start: BEGINNING };
}

/** Ranges of the statements between semicolons, without comments around them. */
function statements(text: string): readonly { readonly at: number; readonly end: number }[] {
  const parts: { at: number; end: number }[] = [];
  let open = false;
  for (const { text: piece, start, end } of scanCode(text, "hive")) {
    if (piece !== ";" && open) parts.at(-1)!.end = end;
    else if (piece !== ";") parts.push({ at: start, end });
    open = piece !== ";";
  }
  return parts;
}

/** The tokens outside of parentheses: words in lower case, commas, `(` for each pair of parentheses, `"` for a quoted text or name. */
export function outerPieces(sql: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  for (const { kind, text } of scanCode(sql, "hive")) {
    if (text === ")") depth--;
    else if (depth === 0 && (kind === "string" || kind === "quoted")) pieces.push('"');
    else if (depth === 0 && (kind !== "op" || text === "(" || text === ",")) pieces.push(text.toLowerCase());
    if (text === "(") depth++;
  }
  return pieces;
}
