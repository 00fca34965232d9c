import { sessionHints } from "../../dialect/parse/session-hints.ts";
import { readStatementText, firstWords, READING_WORDS } from "../../dialect/parse/statement-text.ts";
import type { RunOptions } from "../../engine/contract/engine.ts";
import { rewriteCalls, type RewrittenSql } from "../td/rewrite-calls.ts";
import { tdWriters, type TimeSql } from "../td/td-writers.ts";
import { SqlError } from "../../dialect/sql-error.ts";

/** What a Trino or Presto cluster is sent for a statement. */
export interface TrinoStatement {
  /** The text without final semicolons, to which positions of `rewritten` refer. */
  readonly text: string;
  readonly rewritten: RewrittenSql;
  readonly parameters: readonly string[];
  readonly sessionHints: readonly (readonly [string, string])[];
}

/** @throws SqlError, also for a change by a key that may only query */
export function prepareTrinoStatement(
  sql: string,
  {
    mayWrite,
    parameters = [],
    scheduledTimeMs,
  }: Pick<RunOptions, "mayWrite" | "scheduledTimeMs" | "parameters">,
): TrinoStatement {
  if (!mayWrite) checkReadOnly(sql);
  const writers = tdWriters(trinoTime, scheduledTimeMs);
  const { text } = readStatementText(sql, "presto");
  return {
    text,
    rewritten: rewriteCalls(text, "presto", writers),
    parameters: parameters.map((parameter) => rewriteCalls(parameter, "presto", writers).sql),
    sessionHints: [...sessionHints(sql)],
  };
}

export const trinoTime: TimeSql = {
  dialect: "presto",
  // A text's own zone comes before the given one; CAST AS timestamp drops it.
  parse: (text, zone) => {
    const plain = `regexp_replace(regexp_replace(${text}, '([0-9])T([0-9])', '$1 $2'), 'Z *$', ' UTC')`;
    const time = `CASE WHEN regexp_like(${text}, ':.*[-+A-Z]') THEN CAST(${plain} AS timestamp with time zone) ELSE with_timezone(CAST(${plain} AS timestamp), ${zone}) END`;
    return `CASE WHEN regexp_like(${text}, '^ *[0-9]{4}') THEN CAST(floor(to_unixtime(${time})) AS bigint) END`;
  },
  format: (seconds, pattern, zone) => `format_datetime(from_unixtime(${seconds}, ${zone}), ${pattern})`,
  truncate: (unit, seconds, zone) =>
    `CAST(to_unixtime(date_trunc(${unit}, from_unixtime(${seconds}, ${zone}))) AS bigint)`,
};

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
