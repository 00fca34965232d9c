/** A word that begins a statement, with more of it behind. A lone word, or one before an option, is a database. */
const OPENING =
  /(?<!\S)(?:select|with|values|show|describe|explain|create|insert|delete|update|drop|alter)\b(?=\s*[^\s-]|\s*-[^-a-z])/gi;
/** An option that needs the next word. */
const OPTION_BEFORE = /(?:^|\s)-(?!-(?:pi|pl|d|v|q|h)[\w-]*$|[ndvqh]+$)[^\s=]+$/;
const QUOTES_CLOSED = /^(?:[^'"]|'[^']*'|"[^"]*")*$/;

/** Offset of the query that follows a query magic's arguments on the same line; null if the line has none. */
export function queryOnLine(line: string): number | null {
  for (const { index } of line.matchAll(OPENING)) {
    const before = line.slice(0, index);
    if (QUOTES_CLOSED.test(before) && !OPTION_BEFORE.test(before.trimEnd())) return index;
  }
  return null;
}
