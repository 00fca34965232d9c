import { firstWords, READING_WORDS } from "../../dialect/parse/statement-text.ts";
import { SqlError } from "../../dialect/sql-error.ts";

/** Tokens that are read to find the statement within an EXPLAIN. */
const MAX_WORDS = 50;

/**
 * Refuses anything but queries, for read-only keys. What a query may access is up to the cluster's access control.
 *
 * @throws SqlError `PERMISSION_DENIED`
 */
export function checkReadOnly(sql: string): void {
  const words = firstWords(sql, MAX_WORDS);
  let [first] = words;
  if (first === "explain") first = explained(words.slice(1));
  if (first === undefined || READING_WORDS.has(first)) return;
  throw new SqlError("PERMISSION_DENIED", `This key may only query; it may not ${first.toUpperCase()}.`);
}

/** First word of the statement that an EXPLAIN runs; EXPLAIN without ANALYZE runs nothing and counts as SELECT. */
function explained(words: readonly string[]): string | undefined {
  let at = 0;
  if (words[at] === "analyze") at++;
  else return "select";
  if (words[at] === "verbose") at++;
  if (words[at] === "(" && !READING_WORDS.has(words[at + 1] ?? "")) {
    const close = words.indexOf(")", at);
    at = close < 0 ? words.length : close + 1;
  }
  return words[at];
}
