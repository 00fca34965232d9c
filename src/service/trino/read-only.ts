import { skipBlank } from "../../dialect/parse/lexer.ts";
import { SqlError } from "../../dialect/sql-error.ts";

const READS = new Set(["select", "with", "values", "table", "show", "describe", "desc", "("]);

/**
 * Refuses what is no query, for keys that may only read. What a query itself may touch is for the cluster's own access control.
 *
 * @throws SqlError `PERMISSION_DENIED`
 */
export function checkReadOnly(sql: string): void {
  const words = firstWords(sql);
  let [first] = words;
  if (first === "explain") first = explained(words.slice(1));
  if (first === undefined || READS.has(first)) return;
  throw new SqlError("PERMISSION_DENIED", `This key may only query; it may not ${first.toUpperCase()}.`);
}

/** What an EXPLAIN is about: with ANALYZE, it runs it. */
function explained(words: readonly string[]): string | undefined {
  let at = 0;
  if (words[at] === "analyze") at++;
  else return "select";
  if (words[at] === "verbose") at++;
  if (words[at] === "(" && !READS.has(words[at + 1] ?? "")) {
    const close = words.indexOf(")", at);
    at = close < 0 ? words.length : close + 1;
  }
  return words[at];
}

function firstWords(sql: string): string[] {
  const start = skipBlank(sql, 0);
  return (sql.slice(start, start + 500).match(/\w+|[()]/g) ?? []).map((word) => word.toLowerCase());
}
