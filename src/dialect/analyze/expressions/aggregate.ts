import type { Call, FrameBound, SortItem, WindowSpec } from "../../parse/ast.ts";
import { asBoolean } from "../operators/predicates.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { isFloat, isText, type Type } from "../../types/type.ts";
import {
  aggregateOf,
  at,
  call as callOf,
  commas,
  EMPTY,
  engine,
  join,
  type Sql,
  word,
} from "../../sql/tree.ts";

/** Writes the engine's aggregate or window call, with the modifiers of the user's call. */
export function aggregateSql(
  t: Translation,
  call: Call,
  name: string,
  args: readonly Sql[],
  scope: Scope,
): Sql {
  if (call.over === null) t.aggregated.add(scope.columns);
  if (call.over !== null && call.distinct && !t.hive)
    t.fail("NOT_SUPPORTED", "DISTINCT in window function parameters is not supported", call.pos);
  const inside = join(
    [
      call.distinct ? engine`DISTINCT ${commas(args)}` : commas(args),
      call.orderBy.length === 0 ? EMPTY : engine` ORDER BY ${sortSql(t, call.orderBy, scope)}`,
      call.nullTreatment === "ignore" ? engine` IGNORE NULLS` : EMPTY,
    ],
    "",
  );
  const filter =
    call.filter === null
      ? EMPTY
      : engine` FILTER (WHERE ${asBoolean(t, t.expression(call.filter, scope), call.filter.pos, "FILTER").sql})`;
  const over = call.over === null ? EMPTY : engine` OVER ${windowSql(t, call.over, scope)}`;
  return at(call.pos, aggregateOf(join([callOf(name, [inside]), filter, over], ""), call.over !== null));
}

export function sortSql(t: Translation, items: readonly SortItem[], scope: Scope): Sql {
  return commas(
    items.map((item) => {
      const { sql, type } = t.expression(item.expr, scope);
      return sortKey(t, item, sql, type);
    }),
  );
}

/**
 * An ORDER BY key with the dialect's null order: last in Presto, lowest in Hive. With NULLS FIRST, Presto orders NaN as the smallest
 * number, otherwise as the largest, as the engine always does.
 *
 * @param key - The value, or the position of an output column with that value.
 */
export function sortKey(t: Translation, item: SortItem, value: Sql, type: Type, key = value): Sql {
  const nulls = item.nulls ?? (t.hive ? (item.descending ? "last" : "first") : "last");
  const direction = word(`${item.descending ? " DESC" : " ASC"} NULLS ${nulls.toUpperCase()}`);
  const smallest = !t.hive && nulls === "first" && isFloat(type);
  return engine`${smallest ? engine`(NOT isnan(${value}))${direction}, ` : EMPTY}${key}${direction}`;
}

export function windowSql(t: Translation, spec: WindowSpec, scope: Scope): Sql {
  const base = spec.base === null ? null : scope.windows.get(spec.base.text.toLowerCase());
  if (spec.base !== null && base === undefined)
    t.fail("SYNTAX_ERROR", `window '${spec.base.text}' is not defined`, spec.base.pos);
  const partitionBy = spec.partitionBy.length > 0 ? spec.partitionBy : (base?.partitionBy ?? []);
  const orderBy = spec.orderBy.length > 0 ? spec.orderBy : (base?.orderBy ?? []);
  const frame = spec.frame ?? base?.frame ?? null;
  const parts: Sql[] = [];
  if (partitionBy.length > 0)
    parts.push(engine`PARTITION BY ${commas(partitionBy.map((expr) => t.expression(expr, scope).sql))}`);
  if (orderBy.length > 0) parts.push(engine`ORDER BY ${sortSql(t, orderBy, scope)}`);
  if (frame !== null) {
    checkFrame(t, frame, spec.pos);
    const measured = frame.unit === "RANGE" && (frame.start.offset ?? frame.end.offset) !== undefined;
    for (const { expr } of measured ? orderBy : []) {
      const { type } = t.expression(expr, scope);
      if (isText(type))
        t.mismatch(`a RANGE frame needs a number or a time to order by, not ${t.typeName(type)}`, expr.pos);
    }
    parts.push(
      engine`${word(frame.unit)} BETWEEN ${boundSql(t, frame.start, scope)} AND ${boundSql(t, frame.end, scope)}`,
    );
  }
  return engine`(${join(parts, " ")})`;
}

const BOUNDS = ["unboundedPreceding", "preceding", "current", "following", "unboundedFollowing"] as const;

function checkFrame(t: Translation, { start, end }: NonNullable<WindowSpec["frame"]>, pos: number): void {
  const [from, to] = [start, end].map(({ kind }) => BOUNDS.indexOf(kind)) as [number, number];
  if (from > to || from === BOUNDS.length - 1 || to === 0)
    t.fail("GENERIC_USER_ERROR", "the window frame ends before it starts", pos);
}

function boundSql(t: Translation, bound: FrameBound, scope: Scope): Sql {
  switch (bound.kind) {
    case "unboundedPreceding":
      return engine`UNBOUNDED PRECEDING`;
    case "unboundedFollowing":
      return engine`UNBOUNDED FOLLOWING`;
    case "current":
      return engine`CURRENT ROW`;
    default:
      return engine`${t.expression(bound.offset!, scope).sql} ${word(bound.kind === "preceding" ? "PRECEDING" : "FOLLOWING")}`;
  }
}
