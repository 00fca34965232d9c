import { sessionHints } from "../../dialect/parse/session-hints.ts";
import { readStatementText } from "../../dialect/parse/statement-text.ts";
import type { RunOptions } from "../../engine/contract/engine.ts";
import { rewriteCalls, type RewrittenSql } from "../td/rewrite-calls.ts";
import { tdWriters } from "../td/td-writers.ts";
import { checkReadOnly } from "./read-only.ts";
import { trinoTime } from "./trino-time.ts";

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
