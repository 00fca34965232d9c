import { analyzeItem, withoutTwins, type Item, ordinal } from "./select-items.ts";
import type { Call, Expr, ExprOf, Select, SelectItem, SortItem } from "../../parse/ast.ts";
import { EACH_TOP_K, eachTopK } from "../../hive/hivemall/hivemall-rows.ts";
import { findTableFunction } from "../../hive/table-functions.ts";
import type { Dialect } from "../../dialect.ts";
import { findForms } from "../../functions/find-function.ts";
import { nodesIn } from "../../parse/nodes-in.ts";
import { sortKey } from "../expressions/sort.ts";
import { namedWindows } from "../expressions/window.ts";
import { bindTried } from "./bind-tried.ts";
import { asValue, groupSql, type KeyForm, withForms, checkGrouped } from "./group-by.ts";
import { asBoolean, rowCondition } from "../operators/predicates.ts";
import type { AnalyzedQuery, From, OutputColumn } from "./analyzed-query.ts";
import { analyzeLateralViews, renamedColumns } from "./relation.ts";
import { named, subselect } from "./from.ts";
import { equalForm } from "../equal-form.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { hasOwnZone } from "../../types/coercion.ts";
import type { Type } from "../../types/type.ts";
import {
  columnNames,
  commas,
  EMPTY,
  engine,
  holds,
  join,
  sameSql,
  type Sql,
  withKnown,
  word,
} from "../../sql/tree.ts";

/**
 * SELECT … with its ORDER BY, whose names may be output or source columns.
 * @param ties - Appends two columns, row number and rank in that order, and leaves sorting to the caller.
 */
export function analyzeSelect(
  t: Translation,
  select: Select,
  base: Scope,
  orderBy: readonly SortItem[],
  ties = false,
): AnalyzedQuery {
  const source = select.from === null ? null : t.relation(select.from, base);
  const where =
    select.where === null
      ? EMPTY
      : engine` WHERE ${bindTried(rowCondition(t, select.where, { ...base, columns: source?.columns ?? [] }, "WHERE clause"), [])}`;
  const from = withTableFunctions(t, select, source, where, base);
  const plain = namedWindows(t, select.windows, { ...base, columns: from.from?.columns ?? [] });
  const ownId = plain.columns.some((column) => column.name?.toLowerCase() === "grouping__id");
  const scope = select.groupBy.length > 0 && t.hive && !ownId ? withGroupingId(t, select, plain) : plain;
  const selected = withoutTwins(from.items.flatMap((item) => analyzeItem(t, item, scope)));
  const keys: Sql[] = [];
  const forms: KeyForm[] = [];
  const left: Sql[] = [];
  const group =
    select.groupBy.length === 0
      ? EMPTY
      : engine` GROUP BY ${commas(select.groupBy.map((item) => groupSql(t, item, scope, selected, { keys, forms, left })))}`;
  // The engine recognizes a GROUP BY key only if repeated literally; positions in failures and names of relations would differ.
  const known = keys.filter((key) => holds(key, "failure") || holds(key, "query"));
  const grouped = (value: Sql): Sql => withForms(withKnown(value, known), forms);
  const items = selected.map((item) => {
    const value = { ...item.value, sql: grouped(item.value.sql) };
    return {
      ...item,
      value: select.distinct && !hasOwnZone(value.type) ? equalForm(t, value, item.pos) : value,
    };
  });
  if (select.having !== null)
    left.push(grouped(condition(t, select.having, outputScope(t, scope, items, false), "HAVING")));
  const having = left.length === 0 ? EMPTY : engine` HAVING ${join(left, " AND ")}`;
  const qualify =
    select.qualify === null
      ? EMPTY
      : engine` QUALIFY ${condition(t, select.qualify, outputScope(t, scope, items, true), "QUALIFY")}`;
  const fromSql = from.from === null ? EMPTY : engine` FROM ${from.from.sql}`;
  const tried = (value: Sql): Sql => bindTried(value, keys);
  const list = items.map((item) => tried(item.value.sql));
  const columns = items.map((item): OutputColumn => ({ name: item.name, type: item.value.type }));
  const sortedBy = sortKeys(t, orderBy, scope, items, select.distinct).map((one) => ({
    ...one,
    key: grouped(one.key),
  }));
  const asked = t.groupings.get(plain.columns);
  if (asked !== undefined && select.groupBy.length === 0)
    t.fail("MISSING_GROUP_BY", "grouping(...) needs GROUP BY with the columns that it names", asked);
  const aggregated = t.aggregated.has(plain.columns);
  const oneRow =
    aggregated && select.groupBy.length === 0 && select.having === null && select.qualify === null;
  if (select.groupBy.length > 0 || select.having !== null || aggregated) {
    const check = (value: Sql, pos: number): void => checkGrouped(t, value, keys, plain.columns, pos);
    for (const { value, pos } of selected) check(value.sql, pos);
    if (select.having !== null) check(left.at(-1)!, select.having.pos);
    for (const { key, item } of sortedBy) check(key, item.expr.pos);
  }
  const sorting = sortedBy.map((one) => ({ ...one, key: tried(one.key) }));
  const distinct = select.distinct ? distinctSql(t, items, list) : EMPTY;
  const orderSql = (sorted: readonly Sql[]): Sql =>
    sorted.length === 0 ? EMPTY : engine` ORDER BY ${commas(sorted)}`;
  const rest = engine`${fromSql}${from.where}${group}${tried(having)}${tried(qualify)}`;
  if (!ties) {
    const sorted = sorting.map(({ item, place, key, type }) =>
      sortKey(t, item, key, type, place === null ? key : word(String(place))),
    );
    return { sql: engine`SELECT ${distinct}${commas(list)}${rest}${orderSql(sorted)}`, columns, oneRow };
  }
  // Number the rows after DISTINCT.
  const names = columnNames(columns);
  const inner = engine`SELECT ${distinct}${commas(list)}${rest}`;
  const numbered = (given: readonly Sql[], of: (place: number) => Sql, from: Sql): Sql => {
    const order = orderSql(
      sorting.map(({ item, place, key, type }) => sortKey(t, item, place === null ? key : of(place), type)),
    );
    return engine`SELECT ${commas(given)}, row_number() OVER (${order}), rank() OVER (${order})${from}`;
  };
  const sql = select.distinct
    ? numbered(names, (place) => names[place - 1]!, engine` FROM (${inner}) AS o(${commas(names)})`)
    : numbered(list, (place) => list[place - 1]!, rest);
  return { sql, columns };
}

/** Hive: GROUPING__ID has one bit per grouping column, the first the highest, set if the column is aggregated away. */
function withGroupingId(t: Translation, select: Select, scope: Scope): Scope {
  const seen: Sql[] = [];
  for (const item of select.groupBy)
    for (const expr of item.kind === "expr"
      ? [item.expr]
      : [...(item.kind === "sets" ? (item.order ?? []) : []), ...item.sets.flat()]) {
      const { sql } = t.expression(expr, scope);
      if (!seen.some((one) => sameSql(one, sql))) seen.push(sql);
    }
  const id: Typed = {
    sql: engine`grouping(${commas(seen)})`,
    type: { kind: "bigint" },
    aggregate: true,
  };
  return { ...scope, values: new Map([...scope.values, ["grouping__id", id]]) };
}

function condition(t: Translation, expr: Expr, scope: Scope, where: string): Sql {
  return asBoolean(t, t.expression(expr, scope), expr.pos, `${where} clause`).sql;
}

/** Source of a select list: relation, remaining WHERE, and the items without table functions. */
interface Source {
  readonly from: From | null;
  readonly where: Sql;
  readonly items: readonly SelectItem[];
}

/** Hive: `SELECT explode(x) AS y` is a lateral view whose columns are the select list. */
function withTableFunctions(
  t: Translation,
  select: Select,
  from: From | null,
  where: Sql,
  base: Scope,
): Source {
  const [only] = select.items;
  if (t.hive && only?.kind === "item" && only.expr.kind === "call" && only.expr.name === EACH_TOP_K)
    return topRows(t, select, only, only.expr, from, where, base);
  for (const item of t.hive ? select.items : []) {
    if (item.kind !== "item" || item.expr.kind !== "call" || findTableFunction(item.expr.name) === null)
      continue;
    const { expr: call, pos } = item;
    if (select.items.length > 1)
      t.syntaxError(`${call.name} gives rows, so it must be alone in a select list or in LATERAL VIEW`, pos);
    const table = { text: t.alias("udtf "), quoted: true, pos };
    const columns = item.alias === null ? item.aliases : [item.alias];
    const rows = from && subselect(t, from, { list: [], columns: [] }, where);
    return {
      from: analyzeLateralViews(t, rows, [{ outer: false, call, table, columns, pos }], base),
      where: from === null ? where : EMPTY,
      items: [{ kind: "all", pos, qualifier: [table], arg: null, aliases: [] }],
    };
  }
  return { from, where, items: select.items };
}

/** Hive: `SELECT each_top_k(…) AS (rank, key, …)` is a subquery that includes the WHERE. */
function topRows(
  t: Translation,
  select: Select,
  item: Extract<SelectItem, { kind: "item" }>,
  call: Call,
  from: From | null,
  where: Sql,
  base: Scope,
): Source {
  if (from === null || select.items.length > 1 || select.groupBy.length > 0)
    return t.syntaxError("each_top_k must be alone in a select list without GROUP BY", item.pos);
  const scope: Scope = { ...base, columns: from.columns };
  const made = eachTopK(t, call, scope, engine`${from.sql}${where}`);
  const names = item.alias === null ? item.aliases : [item.alias];
  const columns = renamedColumns(t, call, made.columns, names, item.pos);
  const rows = named(t, "k", engine`(${made.sql})`, columns);
  const all: SelectItem = { kind: "all", pos: item.pos, qualifier: [], arg: null, aliases: [] };
  return { from: rows, where: EMPTY, items: [all] };
}

/** DISTINCT, by the instants of values that have zones of their own. */
function distinctSql(t: Translation, items: readonly Item[], list: readonly Sql[]): Sql {
  if (!items.some(({ value }) => hasOwnZone(value.type))) return engine`DISTINCT `;
  const keys = items.map(({ value, pos }, i) => asValue(equalForm(t, { ...value, sql: list[i]! }, pos)));
  return engine`DISTINCT ON (${commas(keys)}) `;
}

/** A scope in which expressions can use select-list names, except those of source columns; in HAVING only for Hive. */
function outputScope(t: Translation, scope: Scope, items: readonly Item[], aliases: boolean): Scope {
  if (!aliases && !t.hive) return scope;
  const source = new Set(scope.columns.map((column) => column.name.toLowerCase()));
  const values = new Map(scope.values);
  for (const item of items)
    if (item.name !== null && !source.has(item.name.toLowerCase()))
      values.set(item.name.toLowerCase(), item.value);
  return { ...scope, values };
}

interface OrderKey {
  readonly item: SortItem;
  /** Position in the select list, if it is there. */
  readonly place: number | null;
  readonly key: Sql;
  readonly type: Type;
}

function sortKeys(
  t: Translation,
  orderBy: readonly SortItem[],
  scope: Scope,
  items: readonly Item[],
  distinct: boolean,
): OrderKey[] {
  const inner = outputScope(t, scope, items, true);
  // In Presto a select-list name takes precedence over a source column, except inside aggregates.
  const values = new Map(scope.values);
  for (const { name, value } of items) if (name !== null) values.set(name.toLowerCase(), value);
  const outputs = t.hive ? inner : { ...scope, values };
  return orderBy.flatMap((item): OrderKey[] => {
    const at = (place: number): OrderKey[] => {
      const { sql, type } = items[place - 1]!.value;
      return [{ item, place, key: sql, type }];
    };
    const place = ordinal(t, item.expr, items.length, "ORDER BY") ?? namedItem(t, item.expr, items);
    if (place !== null) return at(place);
    const aggregates = aggregateCalls(item.expr, t.dialect);
    if (!t.hive) for (const call of aggregates) checkSource(t, call, items);
    const value = t.expression(item.expr, aggregates.length > 0 ? inner : outputs);
    const same = items.findIndex((one) => sameSql(one.value.sql, value.sql));
    if (same >= 0) return at(same + 1);
    if (distinct)
      t.fail(
        "EXPRESSION_NOT_IN_DISTINCT",
        "For SELECT DISTINCT, ORDER BY expressions must appear in select list",
        item.expr.pos,
      );
    // A constant would be read as a position, and does not affect the order.
    return value.constant === undefined ? [{ item, place: null, key: asValue(value), type: value.type }] : [];
  });
}

/** In Presto an aggregate in ORDER BY reads the source's rows, so a name that is also in the select list is ambiguous. */
function checkSource(t: Translation, call: Call, items: readonly Item[]): void {
  if (call.over !== null) return;
  const isScope = (node: { kind?: unknown }): boolean => node.kind === "lambda" || isQuery(node);
  for (const node of nodesIn([call.args, call.filter, call.orderBy], isScope)) {
    if (node["kind"] !== "name") continue;
    const { parts, pos } = node as unknown as ExprOf<"name">;
    const { text } = parts[0]!;
    if (parts.length === 1 && items.some(({ name }) => name?.toLowerCase() === text.toLowerCase()))
      t.fail(
        "COLUMN_NOT_FOUND",
        `'${text}' is a column of the select list, which an aggregate in ORDER BY can't use; name the table before it`,
        pos,
      );
  }
}

const isQuery = ({ kind }: { kind?: unknown }): boolean => kind === "query";

function aggregateCalls(expr: Expr, dialect: Dialect): Call[] {
  const isCall = (node: object): node is Call => (node as Expr).kind === "call";
  return [...nodesIn(expr, isQuery)]
    .filter(isCall)
    .filter(({ name }) => findForms(name, dialect)?.[0]?.kind === "aggregate");
}

function namedItem(t: Translation, expr: Expr, items: readonly Item[]): number | null {
  if (expr.kind !== "name" || expr.parts.length !== 1) return null;
  const name = expr.parts[0]!.text.toLowerCase();
  const matches = items.flatMap((item, i) => (item.name?.toLowerCase() === name ? [i] : []));
  if (matches.some((i) => !sameSql(items[i]!.value.sql, items[matches[0]!]!.value.sql)))
    t.fail("AMBIGUOUS_NAME", `column '${expr.parts[0]!.text}' is ambiguous`, expr.pos);
  return matches.length === 0 ? null : matches[0]! + 1;
}
