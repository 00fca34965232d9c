import { isSpent, step } from "../budget.ts";
import { LOCAL_DATABASE, type TablePath } from "../catalogue.ts";
import { describeQuery } from "../describe.ts";
import type { Dialect } from "../dialect.ts";
import { tablesIn } from "../parse/free-tables.ts";
import type { Body, CommonTable, Expr, Name, Query, Relation, SelectItem } from "../parse/ast.ts";
import { selectAll } from "../parse/queries/query.ts";
import { sameName } from "../same-name.ts";
import { typeName } from "../types/type-text.ts";

export interface VisibleColumn {
  readonly name: string;
  /** Null when unknown. */
  readonly type: string | null;
}

/** What a query's names may refer to: a relation of its FROM clause, or a common table expression. */
export interface VisibleRelation {
  /** Its name in the query: the alias, else its own; null for a subquery without alias. */
  readonly name: string | null;
  /** Set for a table of the catalogue. */
  readonly table: { readonly database: string; readonly name: string } | null;
  /** Null when unknown. */
  readonly columns: readonly VisibleColumn[] | null;
}

/** The tables that are known to an editor. */
export interface VisibleTables {
  readonly dialect: Dialect;
  /** Default database of table names. */
  readonly database: string | null;
  /** Tables that the statement brings along, which win over those of the default database. */
  readonly own?: CommonTables;
  /** Null when unknown; a type may be null too. */
  columns(database: string, table: string): readonly VisibleColumn[] | null;
}

const ALL = { kind: "all", pos: 0, qualifier: [], arg: null, aliases: [] } as const;

/** Common table expressions by their names in lowercase. */
export type CommonTables = ReadonlyMap<string, VisibleRelation>;

/** Relations of a FROM clause, in order, also of an incomplete one. @param from - What lateral relations in it refer to. */
export function visibleRelations(
  relation: Relation,
  common: CommonTables,
  tables: VisibleTables,
  from: Relation = relation,
): VisibleRelation[] {
  const relationsOf = (part: Relation): VisibleRelation[] => visibleRelations(part, common, tables, from);
  const rows = (alias: Name, columns: readonly Name[]): VisibleRelation => {
    const aliasColumns = analyzed(selecting([{ ...ALL, qualifier: [alias] }], from), common, tables);
    return { name: alias.text, table: null, columns: aliasColumns ?? renamed(null, columns) };
  };
  switch (relation.kind) {
    case "table":
      return [tableOf(relation.name, common, tables)];
    case "derived":
      return [{ name: null, table: null, columns: queryColumns(relation.query, common, tables) }];
    case "unnest":
    case "tableFunction":
      return [{ name: null, table: null, columns: analyzed(selecting([ALL], relation), common, tables) }];
    case "join":
      return joined(relation).flatMap(relationsOf);
    case "sample":
      return relationsOf(relation.arg);
    case "withLateral":
      return [...relationsOf(relation.arg), ...relation.views.map((view) => rows(view.table, view.columns))];
    case "alias": {
      const { arg, alias, columns } = relation;
      if (arg.kind === "unnest" || arg.kind === "tableFunction") return [rows(alias, columns)];
      const inner = relationsOf(arg);
      const all = inner.length === 1 ? inner[0]!.columns : inner.flatMap((one) => one.columns ?? []);
      return [
        { name: alias.text, table: inner.length === 1 ? inner[0]!.table : null, columns: renamed(all, columns) },
      ]; // prettier-ignore
    }
  }
}

/** What joins in a row join, in order. */
function joined(relation: Relation): Relation[] {
  const parts: Relation[] = [];
  let rest = relation;
  for (; rest.kind === "join"; rest = rest.left) parts.push(rest.right);
  return [rest, ...parts.reverse()];
}

function tableOf(path: readonly Name[], common: CommonTables, tables: VisibleTables): VisibleRelation {
  const name = path.at(-1)?.text ?? "";
  const own = path.length === 1 ? common.get(name.toLowerCase()) : undefined;
  if (own !== undefined) return { ...own, name };
  const database = path.at(-2)?.text ?? tables.database;
  if (database === null || name === "") return { name, table: null, columns: null };
  return { name, table: { database, name }, columns: tables.columns(database, name) };
}

/** Adds the names without a database that a part of a tree reads from, in lowercase. */
export function addNamesRead(part: unknown, names: Set<string>): void {
  for (const { name } of tablesIn(part)) if (name.length === 1) names.add(name[0]!.text.toLowerCase());
}

/** Adds the names that those of these tables read which are among the names. */
export function addTablesRead(added: readonly CommonTable[], names: Set<string>): void {
  for (const { name, query } of added.toReversed())
    if (names.has(name.text.toLowerCase())) addNamesRead(query, names);
}

/** Adds common table expressions, each of which sees those before it. @param read - Those that have columns. @default all */
export function withCommonTables(
  added: readonly CommonTable[],
  recursive: boolean,
  outer: CommonTables,
  tables: VisibleTables,
  read: ReadonlySet<string> | null = null,
): CommonTables {
  if (added.length === 0) return outer;
  const common = new Map(outer);
  for (const { name, columns, query } of added) {
    const { body } = query;
    const key = name.text.toLowerCase();
    const first = recursive && body.kind === "setOp" ? { ...query, body: body.left } : query;
    const isRead = read === null || read.has(key);
    const firstColumns = renamed(isRead ? queryColumns(first, common, tables) : null, columns);
    common.set(key, { name: name.text, table: null, columns: firstColumns });
  }
  return common;
}

/** The columns of a query that have names; without their types where it has errors. Null when unknown. */
export function queryColumns(
  query: Query,
  outer: CommonTables,
  tables: VisibleTables,
): readonly VisibleColumn[] | null {
  const analyzedColumns = analyzed(query, outer, tables);
  if (analyzedColumns !== null) return analyzedColumns;
  return bodyColumns(query.body, withCommonTables(query.with, query.recursive, outer, tables), tables);
}

function bodyColumns(
  body: Body,
  common: CommonTables,
  tables: VisibleTables,
): readonly VisibleColumn[] | null {
  if (body.kind === "setOp") return bodyColumns(body.left, common, tables);
  if (body.kind === "nested") return queryColumns(body.query, common, tables);
  if (body.kind === "values") return null;
  const relations = body.from === null ? [] : visibleRelations(body.from, common, tables);
  return body.items.flatMap((item): readonly VisibleColumn[] => {
    if (item.kind === "all") {
      const name = item.qualifier.at(-1)?.text ?? null;
      return relations.flatMap((one) => (name === null || sameName(one.name, name) ? (one.columns ?? []) : []));
    }
    const names = [item.alias?.text ?? nameOfValue(item.expr) ?? item.aliases.map(({ text }) => text)].flat();
    const itemColumns = analyzed(selecting([item], body.from), common, tables);
    return itemColumns ?? names.map((name) => ({ name, type: null }));
  }); // prettier-ignore
}

function nameOfValue(expr: Expr): string | null {
  const text = expr.kind === "name" ? expr.parts.at(-1)?.text : expr.kind === "field" ? expr.name.text : "";
  return text || null;
}

/** What an analysis takes besides what it reads, in steps. */
const OVERHEAD = 50;

/** The columns of a query by the dialect's analysis; null if it has an error. */
function analyzed(query: Query, common: CommonTables, tables: VisibleTables): VisibleColumn[] | null {
  if (isSpent()) return null;
  const withTypes = (columns: readonly VisibleColumn[] | null | undefined) =>
    columns?.map(({ name, type }) => ({ name, type: type ?? "unknown" })) ?? null;
  const knownTables = {
    columns: ({ database, table }: TablePath) =>
      withTypes(
        database === LOCAL_DATABASE
          ? common.get(table.toLowerCase())?.columns
          : tables.columns(database, table),
      ),
    tables: () => [],
  };
  try {
    step(0, OVERHEAD);
    const local = tablesIn(query).flatMap(({ name: [name, ...more] }) => {
      const isCommon = name !== undefined && more.length === 0 && common.has(name.text.toLowerCase());
      return isCommon ? [name.text] : [];
    });
    const context = { database: tables.database ?? "", local, tables: knownTables };
    return describeQuery(query, tables.dialect, context).flatMap(({ name, type }) => {
      if (name === null) return [];
      return [{ name, type: type.kind === "unknown" ? null : typeName(type, "presto") }];
    });
  } catch {
    // It is unfinished, or a table or function is not known here.
    return null;
  }
}

/** A query of these items. */
export const selecting = (items: readonly SelectItem[], from: Relation | null): Query => ({
  kind: "query",
  pos: 0,
  with: [],
  recursive: false,
  body: { ...selectAll(0, from), items },
  orderBy: [],
  limit: null,
  offset: null,
  withTies: false,
});

function renamed(
  columns: readonly VisibleColumn[] | null,
  names: readonly Name[],
): readonly VisibleColumn[] | null {
  if (names.length === 0) return columns;
  return names.map(({ text }, at) => ({ name: text, type: columns?.[at]?.type ?? null }));
}
