import type { KnownCatalogue, NotebookTables } from "../known-catalogue.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { offsetOf } from "../../dialect/parse/position.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { entriesOf } from "../../dialect/functions/find-function.ts";
import { nameOf, scan } from "../../dialect/parse/scan.ts";
import { namesInQuery } from "../sql/names-in-query.ts";

export interface FailedQuery {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly serverMessage: string;
  /** Both counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Error messages about unknown names. */
const UNKNOWN_NAME =
  /cannot be resolved|does not exist|not found|not registered|not known|no such|unknown|unresolved|invalid (?:table alias|column|function)|semantic/i;

/**
 * The name that was probably meant in a query with an unknown name: the most similar column of the query's tables, table, database or
 * function.
 *
 * @returns null for other errors, or if no name is close.
 */
export function suggestName(
  failed: FailedQuery,
  catalogue: KnownCatalogue,
  database: string | null,
  tables?: NotebookTables,
): string | null {
  const { sql, dialect, serverMessage } = failed;
  if (!UNKNOWN_NAME.test(serverMessage)) return null;
  const wrong = nameAtFault(failed);
  if (wrong === null) return null;
  const nearestOf = (candidates: readonly string[]): string | null =>
    nearestName(
      wrong.name,
      candidates.filter((name) => name !== wrong.name),
    );
  // What the query names does not matter: in a long one it takes a while to find.
  if (/function/i.test(serverMessage)) return nearestOf([...entriesOf(dialect).keys()]);
  const names = namesInQuery(sql, wrong.end, dialect, catalogue, database, tables);
  const candidates = new Set<string>();
  if (/table|schema|database|relation/i.test(serverMessage) && !/column/i.test(serverMessage)) {
    for (const { name } of names.commonTables) candidates.add(name ?? "");
    const home = names.qualifiers.at(-1) ?? database;
    const databases = catalogue.databases ?? [];
    // The database may be the unknown name.
    const suggestion = home === null || databases.includes(home) ? null : nearestName(home, databases);
    if (suggestion !== null) return `${suggestion}.${wrong.name}`;
    for (const { name } of (home === null ? null : catalogue.tables(home)) ?? []) candidates.add(name);
    for (const name of catalogue.databases ?? []) candidates.add(name);
  } else {
    for (const { columns, name } of names.relations) {
      for (const column of columns ?? []) candidates.add(column.name);
      if (name !== null) candidates.add(name);
    }
  }
  return nearestOf([...candidates]);
}

/** The identifier at the error's position, else the first one quoted in the message. */
function nameAtFault({ sql, dialect, serverMessage, line, column }: FailedQuery) {
  const names = [...scan(sql, dialect)].filter(({ kind }) => kind === "word" || kind === "quoted");
  const quoted = [
    ...serverMessage.matchAll(/['"`]([^'"`]+)['"`]|\bfunction\s+(\w+)|not found:?\s+([\w.]+)/gi),
  ]
    .flatMap(([, first, second, third]) => [first ?? second ?? third ?? ""])
    .map((name) => name.split(".").at(-1)?.toLowerCase());
  const named = names.find((token) => quoted.includes(nameOf(token)?.toLowerCase()));
  const at = line === null || column === null ? null : offsetOf(sql, line, column);
  const placed = at === null ? undefined : names.find(({ start, end }) => start <= at && at < end);
  const token = named ?? placed;
  const name = nameOf(token);
  return token === undefined || name === null ? null : { name, end: token.end };
}
