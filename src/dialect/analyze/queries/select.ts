import type { Select, SortItem } from "../../parse/ast.ts";
import {
  chain,
  commas,
  EMPTY,
  engine,
  name,
  type Sql,
  word,
  columnAt,
  columnNames,
  holds,
  relationName,
  SqlMap,
  type SqlSet,
  withParts,
} from "../../sql/tree.ts";
import { hasOwnZone } from "../../types/coercion.ts";
import { equalForm } from "../equal-form.ts";
import { namedWindows, refuseNested } from "../expressions/window.ts";
import { asBoolean } from "../operators/predicates.ts";
import { QueryBlock } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { withSql } from "../typed.ts";
import type { AnalyzedQuery, OutputColumn } from "./analyzed-query.ts";
import { bindTried } from "./bind-tried.ts";
import { asValue, checkGrouped, groupBy, type Grouping, ofGroup, withGroupingId } from "./group-by.ts";
import { type OrderKey, orderKeys, orderSql } from "./order-by.ts";
import { type Item, outputScope, selectItems } from "./select-items.ts";
import { selectSource } from "./select-source.ts";

/** SELECT … with its ORDER BY, whose names may be output or source columns. */
export function analyzeSelect(
  t: Translation,
  select: Select,
  base: Scope,
  orderBy: readonly SortItem[],
): AnalyzedQuery {
  const { distinct, list, texts, body, order, columns, oneRow } = readSelect(t, select, base, orderBy);
  const keys = orderSql(t, order, (place) => word(String(place)));
  const items = list.map((sql, i) => (texts[i] == null ? sql : engine`${sql} AS ${name(texts[i])}`));
  return { sql: engine`SELECT ${distinct}${commas(items)}${body}${keys}`, columns, oneRow };
}

/** The clauses of a SELECT in the engine's SQL. */
export interface SelectClauses {
  readonly columns: readonly OutputColumn[];
  readonly distinct: Sql;
  readonly list: readonly Sql[];
  /** See {@link Item.text}. */
  readonly texts: readonly (string | null | undefined)[];
  /** From FROM to QUALIFY. */
  readonly body: Sql;
  readonly order: readonly OrderKey[];
  /** An aggregate query without GROUP BY: always one row. */
  readonly oneRow: boolean;
}

export function readSelect(
  t: Translation,
  select: Select,
  base: Scope,
  orderBy: readonly SortItem[],
): SelectClauses {
  const source = selectSource(t, select, base);
  const block = new QueryBlock(source.from?.columns, source.from?.index);
  const windows = namedWindows(t, select.windows, { ...base, block });
  const scope = withGroupingId(t, select.groupBy, windows);
  const selected = selectItems(t, source.items, scope);
  const grouping = groupBy(t, select.groupBy, scope, selected);
  const items = groupedItems(t, select, selected, grouping, block);
  const having = havingCondition(t, select, scope, items, grouping);
  const qualify = qualifyCondition(t, select, scope, items);
  const order = orderKeys(t, orderBy, scope, items, select.distinct).map((one) =>
    withKey(one, ofGroup(one.key, grouping, block)),
  );
  checkGroups(t, select, block, () => [
    ...selected.map(({ value, pos }) => ({ sql: value.sql, pos })),
    ...(having === null ? [] : [{ sql: having, pos: select.having!.pos }]),
    ...order.map(({ key, item }) => ({ sql: key, pos: item.expr.pos })),
  ]);

  const outsideTry = (sql: Sql): Sql => bindTried(sql, block.keys);
  const computed = items.map(({ value }) => outsideTry(value.sql));
  for (const { key } of order) computed.push(outsideTry(key));
  if (qualify !== null) computed.push(outsideTry(qualify));
  const conditions = having === null ? grouping.conditions : [...grouping.conditions, having];
  const havingSql = conditions.length === 0 ? EMPTY : engine` HAVING ${outsideTry(chain("AND", conditions))}`;
  const fromSql = source.from === null ? EMPTY : engine` FROM ${source.from.sql}`;
  const body = engine`${fromSql}${source.where}${grouping.sql}${havingSql}`;
  const { values, rest } = nestWindows(t, computed, body, block.keys);
  const list = values.slice(0, items.length);
  const qualifySql = qualify === null ? EMPTY : engine` QUALIFY ${values.at(-1)!}`;
  return {
    columns: items.map(({ name, value: { type, whole }, source }) => ({ name, type, source, whole })),
    distinct: select.distinct ? distinctSql(t, items, list) : EMPTY,
    list,
    texts: items.map(({ text }) => text),
    body: engine`${rest}${qualifySql}`,
    order: order.map((one, i) => withKey(one, values[items.length + i]!)),
    oneRow: block.isAggregated && select.groupBy.length === 0 && having === null && qualify === null,
  };
}

const withKey = (one: OrderKey, key: Sql): OrderKey => ({ ...one, key });

/** The select list over groups; for DISTINCT in the form by which rows are equal. */
function groupedItems(
  t: Translation,
  { distinct }: Select,
  selected: readonly Item[],
  grouping: Grouping,
  block: QueryBlock,
): Item[] {
  return selected.map((item) => {
    const grouped = withSql(item.value, ofGroup(item.value.sql, grouping, block));
    const value = distinct && !hasOwnZone(grouped.type) ? equalForm(t, grouped, item.pos) : grouped;
    return value === item.value ? item : { ...item, value };
  });
}

function havingCondition(
  t: Translation,
  { having }: Select,
  scope: Scope,
  items: readonly Item[],
  grouping: Grouping,
): Sql | null {
  if (having === null) return null;
  // Presto's HAVING does not see the names of the select list.
  const inner = t.hive ? outputScope(scope, items) : scope;
  const test = t.expression(having, inner);
  refuseNested(t, test, "HAVING", having.pos, true);
  return ofGroup(asBoolean(t, test, having.pos, "HAVING clause").sql, grouping, scope.block);
}

const qualifyCondition = (
  t: Translation,
  { qualify }: Select,
  scope: Scope,
  items: readonly Item[],
): Sql | null =>
  qualify === null
    ? null
    : asBoolean(t, t.expression(qualify, outputScope(scope, items)), qualify.pos, "QUALIFY clause").sql;

/** @throws SqlError for `grouping` without GROUP BY, and in a grouped query for a column that is neither a key nor in an aggregate. */
function checkGroups(
  t: Translation,
  select: Select,
  block: QueryBlock,
  values: () => readonly { readonly sql: Sql; readonly pos: number }[],
): void {
  const hasKeys = select.groupBy.length > 0;
  if (block.groupingAt !== null && !hasKeys)
    t.fail(
      "MISSING_GROUP_BY",
      "grouping(...) needs GROUP BY with the columns that it names",
      block.groupingAt,
    );
  if (hasKeys || select.having !== null || block.isAggregated) checkGrouped(t, values(), block);
}

/** DISTINCT, by the instants of values that have zones of their own. */
function distinctSql(t: Translation, items: readonly Item[], list: readonly Sql[]): Sql {
  if (!items.some(({ value }) => hasOwnZone(value.type))) return engine`DISTINCT `;
  const keys = items.map(({ value, pos }, i) => asValue(equalForm(t, { ...value, sql: list[i]! }, pos)));
  return engine`DISTINCT ON (${commas(keys)}) `;
}

/**
 * The engine takes no window function inside of another. So a query inside computes what is nested, and the columns, grouping keys and
 * aggregates that the values around it need.
 *
 * @param values - What a select computes from its rows: its list, the keys of its order, the condition of QUALIFY.
 * @param rest - From FROM to HAVING.
 * @param keys - Grouping keys, which the engine recognizes as they are.
 */
function nestWindows(
  t: Translation,
  values: readonly Sql[],
  rest: Sql,
  keys: SqlSet,
): { readonly values: readonly Sql[]; readonly rest: Sql } {
  if (!values.some((value) => holds(value, "nested"))) return { values, rest };
  const alias = t.alias("t");
  const inner: Sql[] = [];
  const places = new SqlMap<number>();
  const columnOf = (part: Sql): Sql => {
    const at = places.add(part, inner.length);
    if (at === inner.length) inner.push(part);
    return columnAt(alias, at);
  };
  const outside = (part: Sql): Sql => {
    if (part.kind === "nested") return columnOf(part.parts[0]);
    const isWhole = part.kind === "column" || (part.kind === "apart" && !holds(part, "nested"));
    return isWhole || keys.has(part) ? columnOf(part) : withParts(part, outside);
  };
  const outer = values.map(outside);
  const names = columnNames(inner);
  return {
    values: outer,
    rest: engine` FROM (SELECT ${commas(inner)}${rest}) AS ${relationName(alias)}(${commas(names)})`,
  };
}
