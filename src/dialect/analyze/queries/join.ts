import type { Name, Relation, RelationOf } from "../../parse/ast.ts";
import { ColumnIndex } from "../column-index.ts";
import { compareSql } from "../operators/compare.ts";
import { comparable, rowCondition } from "../operators/predicates.ts";
import { QueryBlock, type ScopeColumn } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { typed } from "../typed.ts";
import { sameName } from "../../same-name.ts";
import { EMPTY, engine, join as joinSql, type Sql, word } from "../../sql/tree.ts";
import { type Joined, withoutQueries } from "./join-subqueries.ts";
import type { From } from "./analyzed-query.ts";
import { subselect, unnestEach } from "./from.ts";

type Join = RelationOf<"join">;

const keywords = ({ join }: Join): Sql => word(`${join === "CROSS" ? "INNER" : join} JOIN`);

export function analyzeJoin(t: Translation, join: Join, scope: Scope): From {
  const left = t.relation(join.left, scope);
  // Only lateral relations (UNNEST, LATERAL) on the right see the columns on the left.
  const leftScope = { ...scope, block: new QueryBlock([...scope.block.columns, ...left.columns]) };
  const right = t.relation(join.right, isLateral(join.right) ? leftScope : scope);
  if (lateralQuery(join.right) && (join.join === "RIGHT" || join.join === "FULL"))
    t.unsupported(`${join.join} JOIN of LATERAL`, join.pos);
  const crosses = join.join === "CROSS" || join.join === "INNER";
  const outer = join.join === "LEFT";
  const always = join.on === null || (join.on.kind === "boolean" && join.on.value);
  const everyRow = always && !join.natural && join.using.length === 0;
  if (right.unnested !== undefined && (crosses || outer) && everyRow)
    return subselect(t, left, { list: unnestEach(right.unnested, outer), columns: right.columns }, EMPTY);
  const inner = right.isJoin ? engine`(${right.sql})` : right.sql;
  const rightSql = isLateral(join.right) ? engine`LATERAL ${inner}` : inner;
  if (join.natural || join.using.length > 0) return joinUsing(t, join, left, right, rightSql);
  const both = [...left.columns, ...right.columns];
  const index = new ColumnIndex(both, [left, right].map(indexOf));
  const names =
    join.join === "SEMI" || join.join === "ANTI"
      ? { columns: left.columns, index: left.index }
      : { columns: both, index };
  // In Hive a join without a condition is a cross join.
  if (join.on === null) {
    const sql = crosses
      ? engine`${left.sql} CROSS JOIN ${rightSql}`
      : engine`${left.sql} ${keywords(join)} ${rightSql} ON TRUE`;
    return { sql, ...names, isJoin: true };
  }
  // The engine's LEFT JOIN would null the literals of such a query when it reads no rows.
  if (always && outer && right.oneRow)
    return { sql: engine`${left.sql} CROSS JOIN ${rightSql}`, ...names, isJoin: true };
  const on = rowCondition(t, join.on, { ...scope, block: new QueryBlock(both, index) }, "JOIN ON clause");
  const joined: Joined = { left, right: { ...right, sql: rightSql }, on };
  const sides = crosses || isLateral(join.right) ? joined : withoutQueries(t, joined);
  return {
    sql: engine`${sides.left.sql} ${keywords(join)} ${sides.right.sql} ON ${sides.on}`,
    ...(sides === joined ? names : ofSides(names.columns === both, sides)),
    isJoin: true,
  };
}

const indexOf = ({ columns, index }: From): ColumnIndex<ScopeColumn> => index ?? new ColumnIndex(columns);

const ofSides = (both: boolean, { left, right }: Joined): Pick<From, "columns"> => ({
  columns: both ? [...left.columns, ...right.columns] : left.columns,
});

const lateralQuery = (relation: Relation): boolean =>
  relation.kind === "alias" ? lateralQuery(relation.arg) : relation.kind === "derived" && relation.lateral;

function isLateral(relation: Relation): boolean {
  if (relation.kind === "alias") return isLateral(relation.arg);
  return relation.kind === "unnest" || lateralQuery(relation);
}

/** USING and NATURAL: the shared columns come first, once and without a qualifier. */
function joinUsing(t: Translation, join: Join, left: From, right: From, rightSql: Sql): From {
  const find = ({ columns }: From, name: string): ScopeColumn[] =>
    columns.filter((column) => !column.hidden && sameName(column.name, name));
  const of = (from: From, { text, pos }: Name, side: string): ScopeColumn => {
    const [column, ...others] = find(from, text);
    if (others.length > 0) t.fail("AMBIGUOUS_NAME", `column '${text}' is ambiguous`, join.pos);
    return column ?? t.fail("COLUMN_NOT_FOUND", `column '${text}' is missing from ${side} side of join`, pos);
  };
  const shared: readonly Name[] = join.natural
    ? left.columns
        .filter((column) => !column.hidden && find(right, column.name).length > 0)
        .map((column) => ({ text: column.name, pos: join.pos, quoted: true }))
    : join.using;
  const isShared = (name: string): boolean => shared.some(({ text }) => sameName(text, name));
  const conditions: Sql[] = [];
  const columns: ScopeColumn[] = [];
  for (const [i, name] of shared.entries()) {
    if (shared.findIndex(({ text }) => sameName(text, name.text)) < i)
      t.syntaxError(`column '${name.text}' appears twice in USING`, name.pos);
    const sides = [of(left, name, "left"), of(right, name, "right")];
    const [x, y] = comparable(
      t,
      sides.map(({ sql, type }) => typed(sql, type)),
      "=",
      name.pos,
    );
    conditions.push(compareSql(t, "=", x!, y!));
    const sql =
      join.join === "FULL" ? engine`coalesce(${x!.sql}, ${y!.sql})` : join.join === "RIGHT" ? y!.sql : x!.sql;
    columns.push({ name: sides[0]!.name, qualifiers: [], type: x!.type, sql });
  }
  const others = (from: From, isKept: boolean): ScopeColumn[] =>
    from.columns.map((column) =>
      !column.hidden && isShared(column.name) ? { ...column, hidden: true, kept: isKept } : column,
    );
  const on = conditions.length === 0 ? engine`TRUE` : joinSql(conditions, " AND ");
  return {
    sql: engine`${left.sql} ${keywords(join)} ${rightSql} ON ${on}`,
    columns: [...columns, ...others(left, join.join !== "RIGHT"), ...others(right, join.join === "RIGHT")],
    isJoin: true,
  };
}
