import { SqlError } from "../../dialect/sql-error.ts";
import type { TextStart } from "./thrift/hive-error.ts";

/** What is sent of a job's text: settings first, then the one statement. */
export interface HiveStatement {
  readonly settings: readonly string[];
  readonly sql: string;
  /** Where `sql` begins in the job's text. */
  readonly start: TextStart;
}

const PIECE =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|[;\s]|[^;'"`\s/-]+|[\s\S]/g;
const BLANK = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/;

/**
 * Cuts a job's text into its `SET` statements and the statement that they are for.
 *
 * @throws SqlError where there is none, or more than one.
 */
export function readHiveStatement(text: string): HiveStatement {
  const settings: string[] = [];
  let statement: { sql: string; start: TextStart } | null = null;
  let from = 0;
  for (const end of [...ends(text), text.length]) {
    const whole = text.slice(from, end);
    const blank = BLANK.exec(whole)?.[0].length ?? 0;
    const sql = whole.slice(blank).trimEnd();
    const at = from + blank;
    from = end + 1;
    if (sql === "") continue;
    if (statement !== null) {
      const { line, column } = startAt(text, at);
      const message = "A job runs one statement; SET may stand before it.";
      throw new SqlError("NOT_SUPPORTED", message, { line: line + 1, column: column + 1 });
    }
    if (/^set\s+[\w.:]+\s*=/i.test(sql)) settings.push(sql);
    else statement = { sql, start: startAt(text, at) };
  }
  if (statement) return { settings, ...statement };
  const last = settings.pop();
  if (last === undefined) throw new SqlError("SYNTAX_ERROR", "The query is empty.", { line: 1, column: 1 });
  return { settings, sql: last, start: { line: 0, column: 0 } };
}

/** Where the semicolons are that end statements. */
function* ends(text: string): Generator<number> {
  for (const { 0: piece, index } of text.matchAll(PIECE)) if (piece === ";") yield index;
}

function startAt(text: string, offset: number): TextStart {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
}

/** What of a statement is outside of parentheses: words in lower case, commas, and `(` for a pair of parentheses, `"` for a quoted text or name. */
export function outerPieces(sql: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  for (const [piece] of sql.matchAll(
    /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|\w+|[(),]/g,
  )) {
    if (piece === ")") depth--;
    else if (depth === 0 && /^[\w(,]/.test(piece)) pieces.push(piece.toLowerCase());
    else if (depth === 0 && /^['"`]/.test(piece)) pieces.push('"');
    if (piece === "(") depth++;
  }
  return pieces;
}
