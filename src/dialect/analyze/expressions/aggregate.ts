import type { Call } from "../../parse/ast.ts";
import { asBoolean } from "../operators/predicates.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { sortSql } from "./sort.ts";
import { refuseNested, windowSql } from "./window.ts";
import {
  apart,
  at,
  call as callOf,
  commas,
  EMPTY,
  engine,
  sameSql,
  sequence,
  type Sql,
} from "../../sql/tree.ts";

/**
 * Writes the engine's aggregate or window call, with the modifiers of the user's call.
 *
 * @param argumentValues - The user's arguments; null for lambdas.
 */
export function aggregateSql(
  t: Translation,
  call: Call,
  argumentValues: readonly (Typed | null)[],
  name: string,
  args: readonly Sql[],
  scope: Scope,
): Sql {
  if (call.over === null) scope.block.isAggregated = true;
  if (call.over !== null && call.distinct && !t.hive)
    t.fail("NOT_SUPPORTED", "DISTINCT in window function parameters is not supported", call.pos);
  if (call.over !== null && call.orderBy.length > 0)
    t.fail(
      "NOT_SUPPORTED",
      `ORDER BY in the parameters of ${call.name} is not supported over a window; the window's own ORDER BY sorts its rows`,
      call.pos,
    );
  const keys = call.orderBy.map(({ expr }) => {
    const key = t.expression(expr, scope);
    refuseNested(t, key, `ORDER BY in ${call.name}`, expr.pos, call.over !== null);
    return key;
  });
  const other = keys.findIndex(
    ({ sql }) => !argumentValues.some((arg) => arg !== null && sameSql(arg.sql, sql)),
  );
  if (call.distinct && !t.hive && other >= 0)
    t.fail(
      "EXPRESSION_NOT_IN_DISTINCT",
      `ORDER BY of ${call.name}(DISTINCT …) must be one of its arguments`,
      call.orderBy[other]!.expr.pos,
    );
  // These two write DISTINCT themselves.
  const distinct = call.distinct && !/^approx_(?:count_)?distinct$/.test(call.name);
  const own = commas(call.over === null ? ofThisQuery(args, scope) : args);
  const inside = sequence([
    distinct ? engine`DISTINCT ${own}` : own,
    call.orderBy.length === 0 ? EMPTY : engine` ORDER BY ${sortSql(t, call.orderBy, keys)}`,
    call.nullTreatment === "ignore" ? engine` IGNORE NULLS` : EMPTY,
  ]);
  const filter = filterSql(t, call, scope);
  const over = call.over === null ? EMPTY : engine` OVER ${windowSql(t, call.over, scope, call.name)}`;
  const aggregateCall = sequence([callOf(name, [inside]), filter, over]);
  // The engine counts fewer than none in a frame whose start is after its end.
  const counts = call.over !== null && name === "count" && args.length === 0;
  return at(
    call.pos,
    apart(counts ? engine`greatest(${aggregateCall}, 0)` : aggregateCall, call.over === null),
  );
}

function filterSql(t: Translation, { name, filter, over }: Call, scope: Scope): Sql {
  if (filter === null) return EMPTY;
  const test = t.expression(filter, scope);
  refuseNested(t, test, `FILTER of ${name}`, filter.pos, over !== null);
  return engine` FILTER (WHERE ${asBoolean(t, test, filter.pos, "FILTER").sql})`;
}

/** The engine takes an aggregate of an outer query's columns alone for one of that query, so its argument also names a column of this one. */
function ofThisQuery(args: readonly Sql[], { block, outer }: Scope): readonly Sql[] {
  const [first, ...rest] = args;
  const [column] = block.columns;
  if (
    outer === null ||
    first === undefined ||
    column === undefined ||
    args.some((arg) => block.isReadBy(arg))
  )
    return args;
  for (let at: Scope | null = outer; at !== null; at = at.outer)
    if (args.some((arg) => at.block.isReadBy(arg)))
      return [engine`CASE WHEN ${column.sql} IS NULL AND FALSE THEN NULL ELSE ${first} END`, ...rest];
  return args;
}
