import type { Call, OneItem, Select, SelectItem } from "../../parse/ast.ts";
import { EACH_TOP_K, eachTopK } from "../../hive/hivemall/hivemall-rows.ts";
import { findTableFunction } from "../../hive/table-functions.ts";
import { rowCondition } from "../operators/predicates.ts";
import { ColumnIndex } from "../column-index.ts";
import { QueryBlock } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { EMPTY, engine, type Sql, SqlSet } from "../../sql/tree.ts";
import type { From } from "./analyzed-query.ts";
import { bindTried } from "./bind-tried.ts";
import { named, subselect } from "./from.ts";
import { analyzeLateralViews, renamedColumns } from "./relation.ts";

/** The rows of a SELECT, and what it selects of them. */
export interface Source {
  readonly from: From | null;
  /** WHERE, unless a subquery in FROM has it. */
  readonly where: Sql;
  /** Items without functions that give rows. */
  readonly items: readonly SelectItem[];
}

/** FROM and WHERE. Hive: `SELECT explode(x) AS y` is a lateral view whose columns are the select list. */
export function selectSource(t: Translation, select: Select, base: Scope): Source {
  const relation = select.from === null ? null : t.relation(select.from, base);
  const from = relation !== null && select.where !== null ? withIndex(relation) : relation;
  const source: Source = { from, where: whereSql(t, select, from, base), items: select.items };
  const [only] = select.items;
  if (t.hive && only?.kind === "item" && only.expr.kind === "call" && only.expr.name === EACH_TOP_K)
    return topRows(t, select, only, only.expr, source, base);
  for (const item of t.hive ? select.items : [])
    if (item.kind === "item" && item.expr.kind === "call" && findTableFunction(item.expr.name) !== null)
      return lateralRows(t, item, item.expr, source, base);
  return source;
}

/** With an index of its columns, for WHERE and what is selected. */
const withIndex = (from: From): From =>
  from.index === undefined ? { ...from, index: new ColumnIndex(from.columns) } : from;

function whereSql(t: Translation, { where }: Select, from: From | null, base: Scope): Sql {
  if (where === null) return EMPTY;
  const scope: Scope = { ...base, block: new QueryBlock(from?.columns, from?.index) };
  return engine` WHERE ${bindTried(rowCondition(t, where, scope, "WHERE clause"), new SqlSet())}`;
}

function lateralRows(
  t: Translation,
  { alias, aliases, pos }: OneItem,
  call: Call,
  { from, where, items }: Source,
  base: Scope,
): Source {
  if (items.length > 1)
    t.syntaxError(`${call.name} gives rows, so it must be alone in a select list or in LATERAL VIEW`, pos);
  const table = { text: t.alias("udtf "), quoted: true, pos };
  const columns = alias === null ? aliases : [alias];
  const rows = from && subselect(t, from, { list: [], columns: [] }, where);
  return {
    from: analyzeLateralViews(t, rows, [{ outer: false, call, table, columns, pos }], base),
    where: from === null ? where : EMPTY,
    items: [{ kind: "all", pos, qualifier: [table], arg: null, aliases: [] }],
  };
}

/** Hive: `SELECT each_top_k(…) AS (rank, key, …)` is a subquery that includes the WHERE. */
function topRows(
  t: Translation,
  select: Select,
  { alias, aliases, pos }: OneItem,
  call: Call,
  { from, where }: Source,
  base: Scope,
): Source {
  if (from === null || select.items.length > 1 || select.groupBy.length > 0)
    return t.syntaxError("each_top_k must be alone in a select list without GROUP BY", pos);
  const scope: Scope = { ...base, block: new QueryBlock(from.columns) };
  const rows = eachTopK(t, call, scope, engine`${from.sql}${where}`);
  const columns = renamedColumns(t, call, rows.columns, alias === null ? aliases : [alias], pos);
  return {
    from: named(t, "k", engine`(${rows.sql})`, columns),
    where: EMPTY,
    items: [{ kind: "all", pos, qualifier: [], arg: null, aliases: [] }],
  };
}
