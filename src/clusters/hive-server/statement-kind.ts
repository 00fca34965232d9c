import { SqlError } from "../../dialect/sql-error.ts";
import { scanCode } from "../../dialect/parse/scan.ts";

const READS = new Set(["select", "values", "table", "show", "describe", "desc", "map", "reduce", "("]);
const TWO_WORDS = new Set(["create", "drop", "alter", "truncate"]);

/** The kind of change, such as `INSERT` or `CREATE TABLE`; null for a query, including `SET name`, which shows a setting. */
export function updateTypeOf(sql: string): string | null {
  return /^set(\s+(-v|[\w.:]+))?$/i.test(sql.trim()) ? null : changeOf(outerPieces(sql));
}

/** Refuses anything but queries, for read-only keys. @throws SqlError `PERMISSION_DENIED` */
export function checkHiveReadOnly(sql: string): void {
  const change = updateTypeOf(sql);
  if (change !== null)
    throw new SqlError("PERMISSION_DENIED", `This key may only query; it may not ${change}.`);
}

function changeOf(words: readonly string[]): string | null {
  const [first = "", second = ""] = words;
  if (READS.has(first)) return null;
  if (first === "explain") {
    // EXPLAIN ANALYZE runs the statement.
    return second === "analyze" && changeOf(words.slice(2)) !== null ? "EXPLAIN ANALYZE" : null;
  }
  if (first === "from") return words.includes("insert") ? "INSERT" : null;
  if (first === "with") {
    // The statement follows the first `AS (…)` without a comma after it. Its first word is no criterion: tables can be named `map`.
    const last = words.findIndex(
      (word, index) => word === "(" && words[index - 1] === "as" && words[index + 1] !== ",",
    );
    return last < 0 ? "WITH" : changeOf(words.slice(last + 1));
  }
  if (!TWO_WORDS.has(first)) return first.toUpperCase();
  const what = words.find((word) => ["table", "view", "database", "schema", "function"].includes(word));
  return `${first} ${what ?? second}`.trim().toUpperCase();
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
