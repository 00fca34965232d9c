import type { Catalogue } from "../catalogue.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { functionHelp } from "../../dialect/functions/function-help.ts";
import { scan } from "../../dialect/parse/scan.ts";
import { sqlPlace } from "../sql/sql-place.ts";
import { nameOf } from "../sql/token-tree.ts";

/** What is known of a query that failed; the fields of a QueryError. */
export interface FailedQuery {
  readonly sql: string | null;
  readonly engine: string | null;
  readonly serverMessage: string;
  /** Both counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Messages about names that the engine does not know. */
const UNKNOWN_NAME =
  /cannot be resolved|does not exist|not found|not registered|not known|no such|unknown|unresolved|invalid (?:table alias|column|function)|semantic/i;

/**
 * The name that was probably meant, for a query that failed because of a name that does not exist: a column of the query's tables, a table, a
 * database or a function that is nearly called so.
 *
 * @returns null when the message is about something else, or nothing is near.
 */
export function suggestName(
  failed: FailedQuery,
  catalogue: Catalogue,
  database: string | null,
): string | null {
  const { sql, serverMessage } = failed;
  if (sql === null || !UNKNOWN_NAME.test(serverMessage)) return null;
  const dialect: Dialect = failed.engine === "hive" ? "hive" : "presto";
  const wrong = nameAtFault(failed, dialect);
  if (wrong === null) return null;
  const place = sqlPlace(sql, wrong.end, dialect, catalogue, database);
  const candidates = new Set<string>();
  if (/function/i.test(serverMessage)) {
    for (const name of functionHelp(dialect).keys()) candidates.add(name);
  } else if (/table|schema|database|relation/i.test(serverMessage) && !/column/i.test(serverMessage)) {
    for (const { name } of place.expressions) candidates.add(name ?? "");
    const home = place.qualifiers.at(-1) ?? database;
    const databases = catalogue.databases ?? [];
    // The name of the database may be the wrong one.
    const meant = home === null || databases.includes(home) ? null : nearestName(home, databases);
    if (meant !== null) return `${meant}.${wrong.name}`;
    for (const { name } of (home === null ? null : catalogue.tables(home)) ?? []) candidates.add(name);
    for (const name of catalogue.databases ?? []) candidates.add(name);
  } else {
    for (const { columns, name } of place.relations) {
      for (const column of columns ?? []) candidates.add(column.name);
      if (name !== null) candidates.add(name);
    }
  }
  candidates.delete(wrong.name);
  return nearestName(wrong.name, candidates);
}

/** The identifier at the place that the engine names, else the first one that its message quotes. */
function nameAtFault(
  { sql, serverMessage, line, column }: FailedQuery,
  dialect: Dialect,
): { name: string; end: number } | null {
  const names = [...scan(sql ?? "", dialect)].filter(({ kind }) => kind === "word" || kind === "quoted");
  const quoted = [
    ...serverMessage.matchAll(/['"`]([^'"`]+)['"`]|\bfunction\s+(\w+)|not found:?\s+([\w.]+)/gi),
  ]
    .flatMap(([, first, second, third]) => [first ?? second ?? third ?? ""])
    .map((name) => name.split(".").at(-1)?.toLowerCase());
  const named = names.find((token) => quoted.includes(nameOf(token)?.toLowerCase()));
  const at = line === null || column === null ? null : offsetOf(sql ?? "", line, column);
  const placed = at === null ? undefined : names.find(({ start, end }) => start <= at && at < end);
  const token = named ?? placed;
  const name = nameOf(token);
  return token === undefined || name === null ? null : { name, end: token.end };
}

/** The offset of a line and a column, both counted from 1. */
export function offsetOf(sql: string, line: number, column: number): number {
  const before = sql.split("\n").slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, 0) + column - 1;
}
