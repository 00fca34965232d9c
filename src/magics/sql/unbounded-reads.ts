import type { Dialect } from "../../dialect/dialect.ts";
import type { Query, Select } from "../../dialect/parse/ast.ts";
import type { Statement } from "../../dialect/parse/statement-ast.ts";
import { tablesIn } from "../../dialect/parse/free-tables.ts";
import { nodesIn } from "../../dialect/parse/nodes-in.ts";
import { parseStatement } from "../../dialect/parse/statements/statements.ts";
import { magicArguments, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import { placeholdersAsNames } from "../cell/query-template.ts";
import { knownTable, type CompletionScope, type KnownCatalogue } from "../known-catalogue.ts";

/** Reading all of a table with more rows is worth a warning. */
const MANY_ROWS = 100e6;

/** Warnings before a cell's query is sent, if it reads very large tables completely. Empty if nothing is sent. */
export function costOf({ calls }: CellPlan, catalogue: KnownCatalogue, scope: CompletionScope): string[] {
  const [call] = calls;
  if (call === undefined || call.body === null || magicArguments(call)?.switches.has("dry-run")) return [];
  return unboundedReads(call.body, magicDialect(call.name), catalogue, magicDatabase(call, scope));
}

/** A warning for each very large table that a query reads completely: neither WHERE nor ON mentions its time. */
export function unboundedReads(
  sql: string,
  dialect: Dialect,
  catalogue: KnownCatalogue,
  database: string | null,
): string[] {
  const tree = readStatement(placeholdersAsNames(sql, dialect), dialect);
  if (tree === null || (tree.kind === "explain" && !tree.analyze)) return [];
  const counts = new Map<string, number>();
  for (const { name: path, query, select } of tablesIn(tree)) {
    const [home, name] = [path.at(-2)?.text ?? database, path.at(-1)?.text ?? ""];
    const table = home === null ? null : knownTable(catalogue, home, name);
    const count = table?.count ?? 0;
    if (home === null || table === null || count <= MANY_ROWS) continue;
    if (select !== null && !boundsTime(select) && !(query?.body === select && takesFirstRows(query, select)))
      counts.set(`${home}.${table.name}`, count);
  }
  return [...counts].map(
    ([name, count]) =>
      `${name} has ${count.toLocaleString("en")} rows, and the query has no bound on its time: where td_time_range(time, '2024-01-01', '2024-02-01') reads less`,
  );
}

function readStatement(sql: string, dialect: Dialect): Statement | null {
  try {
    return parseStatement(sql, dialect, null);
  } catch {
    // The service says what is wrong with it.
    return null;
  }
}

/** Whether WHERE or the condition of a join mentions the time. */
function boundsTime({ where, from }: Select): boolean {
  const joins = [...nodesIn(from, ({ kind }) => kind === "query")].filter(({ kind }) => kind === "join");
  const conditions = [where, ...joins.flatMap(({ on, using }) => [on, using])];
  return [...nodesIn(conditions)].some(({ text }) => String(text).toLowerCase() === "time");
}

/** `select a, b from t limit 10` reads only the rows that it returns. */
function takesFirstRows(query: Query, { items, from, where, groupBy, having, distinct }: Select): boolean {
  const computes = [...nodesIn(items)].some(({ kind }) => kind === "call" || kind === "query");
  const isPlain =
    where === null && groupBy.length === 0 && having === null && !distinct && from?.kind !== "join";
  return isPlain && !computes && query.limit !== null && query.orderBy.length === 0;
}
