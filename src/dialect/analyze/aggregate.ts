import type { Call, FrameBound, SortItem, WindowSpec } from "../parse/ast.ts";
import { analyzeExpr } from "./expression.ts";
import { asBoolean } from "./predicates.ts";
import type { Scope } from "./scope.ts";
import type { Translation } from "./translation.ts";

/** Writes the engine's aggregate or window call with everything that the user's call has around it. */
export function aggregateSql(
  t: Translation,
  call: Call,
  name: string,
  args: readonly string[],
  scope: Scope,
): string {
  const distinct = call.distinct ? "DISTINCT " : "";
  const order = call.orderBy.length === 0 ? "" : ` ORDER BY ${sortSql(t, call.orderBy, scope)}`;
  const nulls = call.nullTreatment === "ignore" ? " IGNORE NULLS" : "";
  const filter =
    call.filter === null
      ? ""
      : ` FILTER (WHERE ${asBoolean(t, analyzeExpr(t, call.filter, scope), call.filter.pos, "FILTER").sql})`;
  const over = call.over === null ? "" : ` OVER ${windowSql(t, call.over, scope)}`;
  if (call.over !== null && call.distinct && !t.hive)
    t.fail("NOT_SUPPORTED", "DISTINCT in window function parameters is not supported", call.pos);
  return `${t.mark(call.pos, name)}(${distinct}${args.join(", ")}${order}${nulls})${filter}${over}`;
}

/** Order by with the nulls where the dialect puts them: last in Presto; lowest in Hive. */
export function sortSql(t: Translation, items: readonly SortItem[], scope: Scope): string {
  return items.map((item) => `${analyzeExpr(t, item.expr, scope).sql}${direction(t, item)}`).join(", ");
}

export function direction(t: Translation, item: SortItem): string {
  const nulls = item.nulls ?? (t.hive ? (item.descending ? "last" : "first") : "last");
  return `${item.descending ? " DESC" : " ASC"} NULLS ${nulls.toUpperCase()}`;
}

export function windowSql(t: Translation, spec: WindowSpec, scope: Scope): string {
  const base = spec.base === null ? null : scope.windows.get(spec.base.text.toLowerCase());
  if (spec.base !== null && base === undefined)
    t.fail("SYNTAX_ERROR", `window '${spec.base.text}' is not defined`, spec.base.pos);
  const partitionBy = spec.partitionBy.length > 0 ? spec.partitionBy : (base?.partitionBy ?? []);
  const orderBy = spec.orderBy.length > 0 ? spec.orderBy : (base?.orderBy ?? []);
  const frame = spec.frame ?? base?.frame ?? null;
  const parts: string[] = [];
  if (partitionBy.length > 0)
    parts.push(`PARTITION BY ${partitionBy.map((expr) => analyzeExpr(t, expr, scope).sql).join(", ")}`);
  if (orderBy.length > 0) parts.push(`ORDER BY ${sortSql(t, orderBy, scope)}`);
  if (frame !== null)
    parts.push(
      `${frame.unit} BETWEEN ${boundSql(t, frame.start, scope)} AND ${boundSql(t, frame.end, scope)}`,
    );
  return `(${parts.join(" ")})`;
}

function boundSql(t: Translation, bound: FrameBound, scope: Scope): string {
  switch (bound.kind) {
    case "unboundedPreceding":
      return "UNBOUNDED PRECEDING";
    case "unboundedFollowing":
      return "UNBOUNDED FOLLOWING";
    case "current":
      return "CURRENT ROW";
    default:
      return `${analyzeExpr(t, bound.offset!, scope).sql} ${bound.kind === "preceding" ? "PRECEDING" : "FOLLOWING"}`;
  }
}
