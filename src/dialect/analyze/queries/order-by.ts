import type { Call, Expr, ExprOf, SortItem } from "../../parse/ast.ts";
import { callsIn, isAggregateCall } from "../../functions/calls-in.ts";
import { nodesIn } from "../../parse/nodes-in.ts";
import { columnAt, commas, EMPTY, engine, sameSql, type Sql, SqlMap } from "../../sql/tree.ts";
import type { Type } from "../../types/type.ts";
import { groupByName } from "../../same-name.ts";
import { sortKey } from "../expressions/sort.ts";
import { QueryBlock } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { OutputColumn } from "./analyzed-query.ts";
import { asValue } from "./group-by.ts";
import { type Item, ordinal, outputScope } from "./select-items.ts";

/** What a SELECT is ordered by. */
export interface OrderKey {
  readonly item: SortItem;
  /** Position in the select list, if it is there. */
  readonly place: number | null;
  readonly key: Sql;
  readonly type: Type;
}

/** The values of ORDER BY, whose names may be output or source columns. */
export function orderKeys(
  t: Translation,
  orderBy: readonly SortItem[],
  scope: Scope,
  items: readonly Item[],
  distinct: boolean,
): OrderKey[] {
  if (orderBy.length === 0) return [];
  let places: SqlMap<number> | null = null;
  const named = groupByName(items.keys(), (i) => items[i]!.name);
  const inner = outputScope(scope, items);
  // In Presto a select-list name takes precedence over a source column, except inside aggregates.
  const values = new Map(scope.values);
  for (const { name, value } of items) if (name !== null) values.set(name.toLowerCase(), value);
  const outputs = t.hive ? inner : { ...scope, values };
  return orderBy.flatMap((item): OrderKey[] => {
    const at = (place: number): OrderKey[] => {
      const { sql, type } = items[place - 1]!.value;
      return [{ item, place, key: sql, type }];
    };
    const place = ordinal(t, item.expr, items.length, "ORDER BY") ?? namedItem(t, item.expr, items, named);
    if (place !== null) return at(place);
    const aggregates = callsIn(item.expr).filter((call) => isAggregateCall(call, t.dialect));
    if (!t.hive) for (const call of aggregates) checkSource(t, call, named);
    const value = t.expression(item.expr, aggregates.length > 0 ? inner : outputs);
    places ??= new SqlMap(items.map((one, i) => [one.value.sql, i + 1]));
    const same = places.get(value.sql);
    if (same !== undefined) return at(same);
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

/** The places of a select list's columns by their names in lower case. */
type PlacesByName = ReadonlyMap<string, readonly number[]>;

/** ORDER BY with these keys. @param at - Writes an output column by its position. */
export function orderSql(t: Translation, keys: readonly OrderKey[], at: (place: number) => Sql): Sql {
  if (keys.length === 0) return EMPTY;
  const sortKeys = keys.map(({ item, place, key, type }) =>
    sortKey(t, item, key, type, place === null ? key : at(place)),
  );
  return engine` ORDER BY ${commas(sortKeys)}`;
}

/** In Presto an aggregate in ORDER BY reads the source's rows, so a name that is also in the select list is ambiguous. */
function checkSource(t: Translation, call: Call, named: PlacesByName): void {
  if (call.over !== null) return;
  const isScope = (node: { kind?: unknown }): boolean => node.kind === "lambda" || node.kind === "query";
  for (const node of nodesIn([call.args, call.filter, call.orderBy], isScope)) {
    if (node["kind"] !== "name") continue;
    const { parts, pos } = node as unknown as ExprOf<"name">;
    const { text } = parts[0]!;
    if (parts.length === 1 && named.has(text.toLowerCase()))
      t.fail(
        "COLUMN_NOT_FOUND",
        `'${text}' is a column of the select list, which an aggregate in ORDER BY can't use; name the table before it`,
        pos,
      );
  }
}

function namedItem(t: Translation, expr: Expr, items: readonly Item[], named: PlacesByName): number | null {
  if (expr.kind !== "name" || expr.parts.length !== 1) return null;
  const matches = named.get(expr.parts[0]!.text.toLowerCase()) ?? [];
  if (matches.some((i) => !sameSql(items[i]!.value.sql, items[matches[0]!]!.value.sql)))
    t.fail("AMBIGUOUS_NAME", `column '${expr.parts[0]!.text}' is ambiguous`, expr.pos);
  return matches.length === 0 ? null : matches[0]! + 1;
}

/** ORDER BY of a set operation: positions, output names, and expressions of them. */
export function orderByOutput(
  t: Translation,
  items: readonly SortItem[],
  columns: readonly OutputColumn[],
  scope: Scope,
): Sql {
  const inner: Scope = {
    ...scope,
    block: new QueryBlock(
      columns.map((column, i) => ({
        name: column.name ?? "",
        qualifiers: [],
        type: column.type,
        sql: columnAt("o", i),
      })),
    ),
    outer: scope,
  };
  return commas(
    items.map((item) => {
      const place = ordinal(t, item.expr, columns.length, "ORDER BY");
      if (place === null) {
        const value = t.expression(item.expr, inner);
        return sortKey(t, item, asValue(value), value.type);
      }
      return sortKey(t, item, columnAt("o", place - 1), columns[place - 1]!.type);
    }),
  );
}
