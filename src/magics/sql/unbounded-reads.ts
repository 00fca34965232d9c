import type { Dialect } from "../../dialect/dialect.ts";
import { scan } from "../../dialect/parse/scan.ts";
import { magicArguments, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import { knownTable, type CompletionScope, type KnownCatalogue } from "../known-catalogue.ts";
import { commonTables, fromRelations, splitQueries, type NameScope } from "./from-relations.ts";
import { nameOf, nestTokens, wordOf, type SqlItem } from "./token-tree.ts";

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
  const found = new Map<string, number>();
  const visit = (items: readonly SqlItem[], scope: NameScope): void => {
    const inner = { ...scope, expressions: [...commonTables(items, scope), ...scope.expressions] };
    for (const query of splitQueries(items)) {
      for (const item of query) if (item.kind === "group") visit(item.items, inner);
      if (!query.some((item) => wordOf(item) === "select") || boundsTime(query) || takesFirstRows(query))
        continue;
      for (const { table } of fromRelations(query, inner)) {
        const count = table && knownTable(catalogue, table.database, table.name)?.count;
        if (table && count && count > MANY_ROWS) found.set(`${table.database}.${table.name}`, count);
      }
    }
  };
  const items = nestTokens([...scan(sql, dialect)], sql.length);
  const explains = wordOf(items[0]) === "explain" && wordOf(items[1]) !== "analyze";
  if (!explains) visit(items, { catalogue, dialect, database, expressions: [] });
  return [...found].map(
    ([name, count]) =>
      `${name} has ${count.toLocaleString("en")} rows, and the query has no bound on its time: where td_time_range(time, '2024-01-01', '2024-02-01') reads less`,
  );
}

function boundsTime(query: readonly SqlItem[]): boolean {
  let isCondition = false;
  return query.some((item) => {
    const word = wordOf(item);
    if (word === "where" || word === "on" || word === "using") isCondition = true;
    else if (/^(?:group|order|having|limit|join)$/.test(word)) isCondition = false;
    return isCondition && mentionsTime(item);
  });
}

function mentionsTime(item: SqlItem): boolean {
  return item.kind === "group" ? item.items.some(mentionsTime) : nameOf(item)?.toLowerCase() === "time";
}

/** `select a, b from t limit 10` reads only the rows that it returns. */
function takesFirstRows(query: readonly SqlItem[]): boolean {
  const words = query.map(wordOf);
  return (
    words.includes("limit") &&
    !words.some((word) => /^(?:where|group|order|distinct|join)$/.test(word)) &&
    !query.slice(0, words.indexOf("from")).some(({ kind }) => kind === "group")
  );
}
