import { scanCode } from "../../dialect/parse/scan.ts";
import { positionOf } from "../../dialect/parse/position.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import type { RunOptions } from "../../engine/contract/engine.ts";
import { moveError, rewriteCalls, type RewrittenSql, applyEdits, type SqlEdit } from "../td/rewrite-calls.ts";
import { tdWriters, type TimeSql } from "../td/td-writers.ts";
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

/** Patterns that truncate a time to a unit, because Spark has date_trunc and Hive only FLOOR. */
const PATTERNS: Readonly<Record<string, string>> = {
  second: "yyyy-MM-dd HH:mm:ss",
  minute: "yyyy-MM-dd HH:mm:00",
  hour: "yyyy-MM-dd HH:00:00",
  day: "yyyy-MM-dd 00:00:00",
  month: "yyyy-MM-01 00:00:00",
  year: "yyyy-01-01 00:00:00",
};

/** Correct if the server's session time zone is UTC, as it should be for this service. */
const hiveTime: TimeSql = {
  dialect: "hive",
  // Hive's CAST drops a zone, and a time of day with a T or without seconds; Spark's fails for other texts.
  parse: (text, zone) => {
    const part = (pattern: string): string => `regexp_extract(${text}, '${pattern}', 1)`;
    const own = part(":[0-9.]+ *(Z|[A-Z]{3,4}|[-+][0-9]{2}:?[0-9]{2}|[A-Za-z]+/[A-Za-z_/]+) *$");
    const zoneSql = `CASE WHEN ${own} = '' THEN ${zone} WHEN ${own} = 'Z' THEN 'UTC' WHEN ${own} RLIKE '^[-+]' THEN concat('GMT', ${own}) ELSE ${own} END`;
    const wall = `regexp_replace(${part("^ *([0-9]{4}(-[0-9]{1,2}){0,2}([ T][0-9:.]+)?)")}, 'T', ' ')`;
    const minutes = `regexp_replace(${wall}, '( [0-9]{1,2})$', '$1:00')`;
    const full = `regexp_replace(${minutes}, '( [0-9]{1,2}:[0-9]{1,2})$', '$1:00')`;
    return `CASE WHEN (${text}) RLIKE '^ *[0-9]{4}' THEN ${parse(full, zoneSql)} END`;
  },
  format: (seconds, pattern, zone) => `date_format(${local(seconds, zone)}, ${pattern})`,
  truncate: (unit, seconds, zone) => {
    const time = local(seconds, zone);
    const word = unit.replace(/'/g, "").toLowerCase();
    const pattern = PATTERNS[word];
    if (pattern !== undefined) return parse(`date_format(${time}, '${pattern}')`, zone);
    // The Monday on or before the day, a week before the Monday after it.
    if (word === "week") return parse(`date_add(next_day(${time}, 'MO'), -7)`, zone);
    if (word === "quarter")
      return parse(`add_months(trunc(${time}, 'YY'), CAST((quarter(${time}) - 1) * 3 AS int))`, zone);
    return null;
  },
};

function parse(text: string, zone: string): string {
  return `unix_timestamp(to_utc_timestamp(CAST(${text} AS timestamp), ${zone}))`;
}

function local(seconds: string, zone: string): string {
  return `from_utc_timestamp(from_unixtime(${seconds}), ${zone})`;
}

/**
 * Quotes the column name `time`, which every table of the service has, because it is reserved in Hive. `TIME ZONE`,
 * calls of `time(…)` and names of settings are left alone.
 */
export function quoteTime(sql: string): RewrittenSql {
  const edits: SqlEdit[] = [];
  const pieces = [...scanCode(sql, "hive")];
  let inSetting = false;
  pieces.forEach(({ text, start, end }, i) => {
    const before = pieces[i - 1]?.text ?? ";";
    if (before === ";") inSetting = text.toLowerCase() === "set";
    const after = pieces[i + 1]?.text.toLowerCase();
    if (!inSetting && text.toLowerCase() === "time" && after !== "zone" && after !== "(")
      edits.push({ start, end, text: `\`${text}\`` });
  });
  return applyEdits(sql, edits);
}

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
