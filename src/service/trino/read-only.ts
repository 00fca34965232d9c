import { firstWords, READING_WORDS } from "../../dialect/parse/statement-text.ts";
import { SqlError } from "../../dialect/sql-error.ts";

/** Words and signs within which it shows what an EXPLAIN is about. */
const MOST_WORDS = 50;

/**
 * Refuses what is no query, for keys that may only read. What a query itself may touch is for the cluster's own access control.
 *
 * @throws SqlError `PERMISSION_DENIED`
 */
export function checkReadOnly(sql: string): void {
  const words = firstWords(sql, MOST_WORDS);
  let [first] = words;
  if (first === "explain") first = explained(words.slice(1));
  if (first === undefined || READING_WORDS.has(first)) return;
  throw new SqlError("PERMISSION_DENIED", `This key may only query; it may not ${first.toUpperCase()}.`);
}

/** What an EXPLAIN is about: with ANALYZE, it runs it. */
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
