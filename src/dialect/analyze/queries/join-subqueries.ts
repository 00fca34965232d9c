import { EMPTY, holds, type Sql, SqlMap, SqlSet, withParts } from "../../sql/tree.ts";
import { UNKNOWN } from "../../types/type.ts";
import type { Translation } from "../translation.ts";
import type { From } from "./analyzed-query.ts";
import { subselect } from "./from.ts";

/** Two sides of a join and its condition. */
export interface Joined {
  readonly left: From;
  readonly right: From;
  readonly on: Sql;
}

/** The engine's outer joins take few subqueries in ON: those that read one side at most become columns of that side. */
export function withoutQueries(t: Translation, joined: Joined): Joined {
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

const reads = (sql: Sql, columns: SqlSet): boolean =>
  columns.has(sql) || sql.parts.some((part) => reads(part, columns));

/** A side with the values of SQL over it as more columns, and the condition with references to them. */
function withValues(t: Translation, from: From, values: readonly Sql[], on: Sql): { from: From; on: Sql } {
  if (values.length === 0) return { from, on };
  const more = values.map((sql) => ({ name: "", qualifiers: [], type: UNKNOWN, sql }));
  const { sql, columns } = subselect(t, from, { list: values, columns: more }, EMPTY);
  const references = new SqlMap([...from.columns, ...more].map((one, i) => [one.sql, columns[i]!.sql]));
  const rewritten = (part: Sql): Sql => references.get(part) ?? withParts(part, rewritten);
  return { from: { sql, columns: columns.slice(0, from.columns.length) }, on: rewritten(on) };
}
