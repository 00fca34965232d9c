import { scanCode } from "../../dialect/parse/scan.ts";
import { positionOf } from "../../dialect/parse/position.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import type { RunOptions } from "../../engine/contract/engine.ts";
import { moveError, rewriteCalls, type RewrittenSql } from "../td/rewrite-calls.ts";
import { tdWriters } from "../td/td-writers.ts";
import { hiveTime } from "./hive-time.ts";
import { quoteTime } from "./quote-time.ts";
import { checkHiveReadOnly, updateTypeOf } from "./statement-kind.ts";
import { BEGINNING, type SentSql } from "./thrift/hive-error.ts";

/** A job's text in parts: `SET` statements, and the statement itself. */
interface SplitText extends SentSql {
  readonly settings: readonly string[];
}

/** What a HiveServer2 is sent for a job's text. */
export interface HiveStatement extends SplitText {
  /** See `updateTypeOf`. */
  readonly updateType: string | null;
  /** The text as rewritten first and last. */
  readonly rewritten: readonly [RewrittenSql, RewrittenSql];
}

/** @throws SqlError, also for a change by a key that may only query */
export function prepareHiveStatement(
  text: string,
  { mayWrite, scheduledTimeMs }: Pick<RunOptions, "mayWrite" | "scheduledTimeMs">,
): HiveStatement {
  const calls = rewriteCalls(text, "hive", tdWriters(hiveTime, scheduledTimeMs));
  const quoted = quoteTime(calls.sql);
  const rewritten = [calls, quoted] as const;
  try {
    const split = readHiveStatement(quoted.sql);
    if (!mayWrite) checkHiveReadOnly(split.sql);
    return { ...split, updateType: updateTypeOf(split.sql), rewritten };
  } catch (error) {
    throw moveHiveError(error, text, rewritten);
  }
}

/** Moves an error's position from the SQL that was sent to the job's text. */
export function moveHiveError(
  error: unknown,
  text: string,
  [calls, quoted]: HiveStatement["rewritten"],
): unknown {
  return moveError(moveError(error, calls.sql, quoted), text, calls);
}

/**
 * Splits a job's text into its `SET` statements and the statement itself.
 *
 * @throws SqlError for no statement, or more than one.
 */
export function readHiveStatement(text: string): SplitText {
  const settings: string[] = [];
  let statement: SentSql | null = null;
  for (const { at, end } of statements(text)) {
    const sql = text.slice(at, end);
    if (statement !== null) {
      const message = "A job runs one statement; only SET statements may precede it.";
      throw new SqlError("NOT_SUPPORTED", message, positionOf(text, at));
    }
    if (/^set\s+[\w.:]+\s*=/i.test(sql)) settings.push(sql);
    else statement = { sql, start: positionOf(text, at) };
  }
  if (statement) return { settings, ...statement };
  const last = settings.pop();
  if (last === undefined) throw new SqlError("SYNTAX_ERROR", "The query is empty.", BEGINNING);
  return { settings, sql: last, start: BEGINNING };
}

/** Ranges of the statements between semicolons, without comments around them. */
function statements(text: string): readonly { readonly at: number; readonly end: number }[] {
  const parts: { at: number; end: number }[] = [];
  let open = false;
  for (const { text: piece, start, end } of scanCode(text, "hive")) {
    if (piece !== ";" && open) parts.at(-1)!.end = end;
    else if (piece !== ";") parts.push({ at: start, end });
    open = piece !== ";";
  }
  return parts;
}
