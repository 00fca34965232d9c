import { applyEdits, type RewrittenSql, type SqlEdit } from "../td/rewrite-calls.ts";

/** Settings, comments, texts and names in backquotes as they are, then words and single characters. */
const PIECE =
  /\bset\s+\w+[.:][\w.:]*\s*=[^;]*|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|\w+|[\s\S]/gi;

/**
 * Puts the name `time`, which every table of the service has, in backquotes: Hive keeps the word for itself.
 * `TIME ZONE` and a call `time(…)` stay as they are.
 */
export function quoteTime(sql: string): RewrittenSql {
  const edits: SqlEdit[] = [];
  for (const { 0: text, index } of sql.matchAll(PIECE)) {
    const end = index + text.length;
    if (/^time$/i.test(text) && !/^\s*(zone\b|\()/i.test(sql.slice(end, end + 200)))
      edits.push({ start: index, end, text: `\`${text}\`` });
  }
  return applyEdits(sql, edits);
}
