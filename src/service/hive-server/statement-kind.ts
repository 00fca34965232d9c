import { SqlError } from "../../dialect/sql-error.ts";
import { outerPieces } from "./hive-statement.ts";

const READS = new Set(["select", "values", "table", "show", "describe", "desc", "map", "reduce", "("]);
const TWO_WORDS = new Set(["create", "drop", "alter", "truncate"]);

/** `INSERT`, `CREATE TABLE`, …: what a statement changes; null for a query, as which `SET name` counts too: it shows a setting. */
export function updateTypeOf(sql: string): string | null {
  return /^set(\s+(-v|[\w.:]+))?$/i.test(sql.trim()) ? null : changeOf(outerPieces(sql));
}

/** Refuses what is no query, for keys that may only read. @throws SqlError `PERMISSION_DENIED` */
export function checkHiveReadOnly(sql: string): void {
  const change = updateTypeOf(sql);
  if (change !== null)
    throw new SqlError("PERMISSION_DENIED", `This key may only query; it may not ${change}.`);
}

function changeOf(words: readonly string[]): string | null {
  const [first = "", second = ""] = words;
  if (READS.has(first)) return null;
  if (first === "explain") {
    // With ANALYZE, what is explained is run.
    return second === "analyze" && changeOf(words.slice(2)) !== null ? "EXPLAIN ANALYZE" : null;
  }
  if (first === "from") return words.includes("insert") ? "INSERT" : null;
  if (first === "with") {
    // The statement follows the first `AS (…)` without a comma behind it. By its word it could not be found: tables may be called `map`.
    const last = words.findIndex(
      (word, index) => word === "(" && words[index - 1] === "as" && words[index + 1] !== ",",
    );
    return last < 0 ? "WITH" : changeOf(words.slice(last + 1));
  }
  if (!TWO_WORDS.has(first)) return first.toUpperCase();
  const what = words.find((word) => ["table", "view", "database", "schema", "function"].includes(word));
  return `${first} ${what ?? second}`.trim().toUpperCase();
}
