import type { Name, Relation, RelationOf } from "../../parse/ast.ts";
import { ColumnIndex } from "../column-index.ts";
import { compareSql } from "../operators/compare.ts";
import { comparable, rowCondition } from "../operators/predicates.ts";
import { QueryBlock, type ScopeColumn } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { withType } from "../typed.ts";
import { groupByName } from "../../same-name.ts";
import {
  EMPTY,
  engine,
  chain,
  type Sql,
  word,
  holds,
  SqlMap,
  SqlSet,
  withParts,
  reads,
} from "../../sql/tree.ts";
import type { From } from "./analyzed-query.ts";
import { subselect, unnestEach } from "./from.ts";
import { UNKNOWN } from "../../types/type.ts";

type Join = RelationOf<"join">;

const keywords = ({ join }: Join): Sql => word(`${join === "CROSS" ? "INNER" : join} JOIN`);

export function analyzeJoin(t: Translation, join: Join, scope: Scope): From {
  const left = t.relation(join.left, scope);
  // Only lateral relations (UNNEST, LATERAL) on the right see the columns on the left.
  const right = t.relation(join.right, isLateral(join.right) ? lateralScope(left, scope) : scope);
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
  const index = new ColumnIndex(both, left.index ?? new ColumnIndex(left.columns));
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

/** The scope of a relation that sees those on its left. */
function lateralScope({ columns, index }: From, scope: Scope): Scope {
  const outer = scope.block.columns;
  const block = outer.length === 0 ? new QueryBlock(columns, index) : new QueryBlock([...outer, ...columns]);
  return { ...scope, block };
}

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
  const inRight = visibleByName(right);
  const inLeft = visibleByName(left);
  const isCommon = ({ name, hidden }: ScopeColumn): boolean => !hidden && inRight.has(name.toLowerCase());
  const of = (side: Map<string, ScopeColumn[]>, { text, pos }: Name, what: string): ScopeColumn => {
    const [column, ...others] = side.get(text.toLowerCase()) ?? [];
    if (others.length > 0) t.fail("AMBIGUOUS_NAME", `column '${text}' is ambiguous`, join.pos);
    return column ?? t.fail("COLUMN_NOT_FOUND", `column '${text}' is missing from ${what} side of join`, pos);
  };
  const shared: readonly Name[] = join.natural
    ? left.columns.filter(isCommon).map(({ name }) => ({ text: name, pos: join.pos, quoted: true }))
    : join.using;
  const conditions: Sql[] = [];
  const columns: ScopeColumn[] = [];
  const hidden = new Map<ScopeColumn, { readonly hidden: true; readonly kept: boolean }>();
  const sharedKeys = new Set<string>();
  for (const name of shared) {
    const key = name.text.toLowerCase();
    if (sharedKeys.has(key)) t.syntaxError(`column '${name.text}' appears twice in USING`, name.pos);
    sharedKeys.add(key);
    const sides = [of(inLeft, name, "left"), of(inRight, name, "right")] as const;
    hidden.set(sides[0], { hidden: true, kept: join.join !== "RIGHT" });
    hidden.set(sides[1], { hidden: true, kept: join.join === "RIGHT" });
    const [x, y] = comparable(
      t,
      sides.map(({ sql, type }) => withType(sql, type)),
      "=",
      name.pos,
    );
    conditions.push(compareSql(t, "=", x!, y!));
    const sql =
      join.join === "FULL" ? engine`coalesce(${x!.sql}, ${y!.sql})` : join.join === "RIGHT" ? y!.sql : x!.sql;
    columns.push({ name: sides[0].name, qualifiers: [], type: x!.type, sql });
  }
  const withHidden = (column: ScopeColumn): ScopeColumn => {
    const hiding = hidden.get(column);
    return hiding === undefined ? column : { ...column, ...hiding };
  };
  const rightColumns = right.columns.map(withHidden);
  for (const column of columns) inLeft.delete(column.name.toLowerCase());
  groupByName([...columns, ...rightColumns], visibleName, inLeft);
  const on = conditions.length === 0 ? engine`TRUE` : chain("AND", conditions);
  return {
    sql: engine`${left.sql} ${keywords(join)} ${rightSql} ON ${on}`,
    columns: [...columns, ...left.columns.map(withHidden), ...rightColumns],
    visible: inLeft,
    isJoin: true,
  };
}

const visibleName = ({ name, hidden }: ScopeColumn): string | null => (hidden ? null : name);

const visibleByName = ({ columns, visible }: From): Map<string, ScopeColumn[]> =>
  visible ?? groupByName(columns, visibleName);

/** Two sides of a join and its condition. */
interface Joined {
  readonly left: From;
  readonly right: From;
  readonly on: Sql;
}

/** The engine's outer joins take few subqueries in ON: those that read one side at most become columns of that side. */
function withoutQueries(t: Translation, joined: Joined): Joined {
  const { left, right, on } = joined;
  const queries = queriesIn(on);
  if (queries.length === 0) return joined;
  const [inLeft, inRight] = [left, right].map(({ columns }) => new SqlSet(columns.map(({ sql }) => sql)));
  const ofLeft = queries.filter((query) => !reads(query, inRight!));
  const ofRight = queries.filter((query) => reads(query, inRight!) && !reads(query, inLeft!));
  const first = withValues(t, left, ofLeft, on);
  const second = withValues(t, right, ofRight, first.on);
  return { left: first.from, right: second.from, on: second.on };
}

/** Subqueries that are evaluated once for a row: those in a lambda or of bound values stay. */
function queriesIn(sql: Sql): Sql[] {
  if (!holds(sql, "query") || sql.kind === "let" || sql.kind === "lambda") return [];
  if (sql.kind === "apart") return [sql];
  const queries: Sql[] = [];
  withParts(sql, (part) => (queries.push(...queriesIn(part)), part));
  return queries;
}

/** A side with the values of SQL over it as more columns, and the condition with references to them. */
function withValues(t: Translation, from: From, values: readonly Sql[], on: Sql): { from: From; on: Sql } {
  if (values.length === 0) return { from, on };
  const more = values.map((sql) => ({ name: "", qualifiers: [], type: UNKNOWN, sql }));
  const { sql, columns } = subselect(t, from, { list: values, columns: more }, EMPTY);
  const references = new SqlMap([...from.columns, ...more].map((one, i) => [one.sql, columns[i]!.sql]));
  const rewritten = (part: Sql): Sql => references.get(part) ?? withParts(part, rewritten);
  return { from: { sql, columns: columns.slice(0, from.columns.length) }, on: rewritten(on) };
}
