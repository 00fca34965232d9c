import {
  columnsWithTime,
  knownTable,
  type KnownCatalogue,
  type CatalogueColumn,
} from "../known-catalogue.ts";
import { CLAUSE_WORDS, endsAlias, SET_OPERATIONS } from "../../dialect/parse/reserved.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { selectedColumns } from "./selected-columns.ts";
import { sameName } from "../../dialect/same-name.ts";
import { isMark, nameOf, wordOf, type SqlGroup, type SqlItem } from "./token-tree.ts";

/** An item of a FROM clause, or a common table expression. */
export interface FromItem {
  /** Its name in the query: the alias, else its own; null for a subquery without alias. */
  readonly name: string | null;
  /** Set for a table of the catalogue. */
  readonly table: { readonly database: string; readonly name: string } | null;
  /** Null when unknown. */
  readonly columns: readonly CatalogueColumn[] | null;
}

/** Context for resolving the names of a query. */
export interface NameScope {
  readonly catalogue: KnownCatalogue;
  readonly dialect: Dialect;
  /** Default database of table names. */
  readonly database: string | null;
  /** Common table expressions, innermost first. */
  readonly expressions: readonly FromItem[];
}

/** Splits tokens at set operators and semicolons. */
export function splitQueries(items: readonly SqlItem[]): SqlItem[][] {
  const queries: SqlItem[][] = [[]];
  for (const item of items) {
    if (SET_OPERATIONS.has(wordOf(item).toUpperCase()) || isMark(item, ";")) queries.push([]);
    else queries.at(-1)?.push(item);
  }
  return queries;
}

/** The common table expressions of a query; each sees the earlier ones. */
export function commonTables(items: readonly SqlItem[], scope: NameScope): FromItem[] {
  const found: FromItem[] = [];
  let at = items.findIndex((item) => wordOf(item) === "with");
  if (at < 0) return found;
  at += wordOf(items[at + 1]) === "recursive" ? 2 : 1;
  for (;;) {
    const name = nameOf(items[at]);
    if (name === null) return found;
    at += 1;
    const named = columnNames(items[at]);
    if (named !== null) at += 1;
    if (wordOf(items[at]) === "as") at += 1;
    const body = items[at];
    if (body?.kind !== "group") return found;
    const inner = { ...scope, expressions: [...found, ...scope.expressions] };
    found.unshift({ name, table: null, columns: renamed(queryColumns(body, inner), named) });
    at += 1;
    if (!isMark(items[at], ",")) return found;
    at += 1;
  }
}

/** Relations of a query's FROM clause, in order; also of an incomplete clause. */
export function fromRelations(query: readonly SqlItem[], scope: NameScope): FromItem[] {
  const relations: FromItem[] = [];
  let expected = false;
  let inFrom = false;
  for (let at = 0; at < query.length; at += 1) {
    const word = wordOf(query[at]);
    if (word === "from" || word === "join" || word === "into" || word === "update") {
      expected = inFrom = true;
    } else if (word === "view" && wordOf(query[at - 1]) === "lateral") {
      const view = lateralView(query, at);
      if (view !== null) relations.push(view);
      expected = false;
    } else if (/^(where|group|having|order|limit|window|select|set|values)$/.test(word)) {
      expected = inFrom = false;
    } else if (isMark(query[at], ",")) {
      expected = inFrom;
    } else if (expected && word !== "lateral") {
      const read = readRelation(query, at, scope);
      if (read === null) continue;
      relations.push(read.relation);
      at = read.last;
      expected = false;
    }
  }
  return relations;
}

function readRelation(
  query: readonly SqlItem[],
  start: number,
  scope: NameScope,
): { relation: FromItem; last: number } | null {
  const first = query[start];
  if (first?.kind === "group")
    return withAlias(scope.dialect, query, start, null, null, queryColumns(first, scope));
  const parts: string[] = [];
  let at = start;
  for (;;) {
    const name = CLAUSE_WORDS.has(wordOf(query[at]).toUpperCase()) ? null : nameOf(query[at]);
    // Incomplete: no name yet, or none after a dot.
    if (name === null) return null;
    parts.push(name);
    if (!isMark(query[at + 1], ".")) break;
    at += 2;
  }
  const name = parts.at(-1) ?? "";
  // A table function, such as unnest(…); its columns are named after the alias.
  if (query[at + 1]?.kind === "group" && parts.length === 1)
    return withAlias(scope.dialect, query, at + 1, null, null, null);
  const common =
    parts.length === 1 ? scope.expressions.find((relation) => sameName(relation.name, name)) : undefined;
  if (common !== undefined) return withAlias(scope.dialect, query, at, name, common.table, common.columns);
  const database = parts.at(-2) ?? scope.database;
  if (database === null) return withAlias(scope.dialect, query, at, name, null, null);
  const table = knownTable(scope.catalogue, database, name);
  return withAlias(
    scope.dialect,
    query,
    at,
    name,
    { database, name: table?.name ?? name },
    table === null ? null : columnsWithTime(table),
  );
}

/** Parses `[AS] alias [(columns)]` after the item at `last`. */
function withAlias(
  dialect: Dialect,
  query: readonly SqlItem[],
  last: number,
  name: string | null,
  table: FromItem["table"],
  columns: FromItem["columns"],
): { relation: FromItem; last: number } {
  let at = last + 1;
  if (wordOf(query[at]) === "as") at += 1;
  const alias =
    query[at]?.kind === "quoted" || !endsAlias(wordOf(query[at]).toUpperCase(), dialect)
      ? nameOf(query[at])
      : null;
  if (alias === null) return { relation: { name, table, columns }, last };
  const named = columnNames(query[at + 1]);
  return {
    relation: { name: alias, table, columns: renamed(columns, named) },
    last: named === null ? at : at + 1,
  };
}

/** Hive's `LATERAL VIEW [OUTER] function(…) alias AS a, b`. */
function lateralView(query: readonly SqlItem[], view: number): FromItem | null {
  const group = query.findIndex((item, at) => at > view && item.kind === "group");
  const alias = group < 0 ? null : nameOf(query[group + 1]);
  if (alias === null || endsAlias(alias.toUpperCase(), "hive")) return null;
  const columns: CatalogueColumn[] = [];
  let at = group + (wordOf(query[group + 2]) === "as" ? 3 : query.length);
  for (let name = nameOf(query[at]); name !== null; name = nameOf(query[at])) {
    columns.push({ name, type: null });
    at += isMark(query[at + 1], ",") ? 2 : query.length;
  }
  return { name: alias, table: null, columns };
}

/** Columns of a query in parentheses; null when unknown. */
function queryColumns(group: SqlGroup, scope: NameScope): readonly CatalogueColumn[] | null {
  const inner = { ...scope, expressions: [...commonTables(group.items, scope), ...scope.expressions] };
  const [first = []] = splitQueries(group.items);
  return selectedColumns(first, fromRelations(first, inner));
}

/** The names in `(a, b)`; null if it has anything else. */
function columnNames(item: SqlItem | undefined): string[] | null {
  if (item?.kind !== "group" || item.items.length === 0) return null;
  const names = item.items.filter((_, at) => at % 2 === 0).map(nameOf);
  const commas = item.items.filter((_, at) => at % 2 === 1).every((inner) => isMark(inner, ","));
  return commas && names.every((name) => name !== null) && wordOf(item.items[0]) !== "select" ? names : null;
}

function renamed(
  columns: readonly CatalogueColumn[] | null,
  names: readonly string[] | null,
): readonly CatalogueColumn[] | null {
  return names?.map((name, at) => ({ name, type: columns?.[at]?.type ?? null })) ?? columns;
}
