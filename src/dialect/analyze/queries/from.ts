import { column, commas, engine, placedNames, relationName, type Sql, word } from "../../sql/tree.ts";
import { ColumnIndex } from "../column-index.ts";
import type { RelationColumn, ScopeColumn } from "../query-block.ts";
import type { Translation } from "../translation.ts";
import type { From } from "./analyzed-query.ts";

/** Rows as a relation in the engine's SQL. @param qualifiers - Of all columns. */
export function named(
  t: Translation,
  prefix: string,
  rows: Sql,
  columns: readonly RelationColumn[],
  qualifiers: readonly string[] = [],
): From {
  return aliased(t, prefix, rows, columns, ({ name, type, source, whole, anonymous = false }, sql) => ({
    name,
    qualifiers,
    type,
    source,
    whole,
    anonymous,
    sql,
  }));
}

function aliased<C extends RelationColumn>(
  t: Translation,
  prefix: string,
  rows: Sql,
  columns: readonly C[],
  withSql: (column: C, sql: Sql) => ScopeColumn,
): From {
  const alias = t.alias(prefix);
  const names = placedNames(columns);
  return {
    sql: engine`${rows} AS ${relationName(alias)}(${commas(names)})`,
    columns: columns.map((one, i) => withSql(one, column(alias, names[i]!))),
    rows: { alias, count: columns.length },
  };
}

interface MoreColumns {
  readonly list: readonly Sql[];
  readonly columns: readonly ScopeColumn[];
}

/**
 * A relation as a subquery with all its columns, and with more of them: the rows of UNNEST beside each of its own. The engine keeps their
 * order and filters them as it reads; it would reorder the rows of a LATERAL join.
 *
 * @param rest - What follows FROM: a WHERE, a sample.
 */
export function subselect(t: Translation, from: From, more: MoreColumns, rest: Sql): From {
  if (from.rows !== undefined) return withMore(from, from.rows, more, rest);
  const list = [...from.columns.map(({ sql }) => sql), ...more.list];
  const rows = engine`(SELECT ${commas(list)} FROM ${from.sql}${rest})`;
  return aliased(t, "s", rows, [...from.columns, ...more.columns], (one, sql) => ({ ...one, sql }));
}

/** What {@link subselect} gives where `*` has all columns and the new relation the name of the old one: only what is new is written. */
function withMore(
  from: From,
  { alias, count }: NonNullable<From["rows"]>,
  more: MoreColumns,
  rest: Sql,
): From {
  const names = placedNames(more.columns, count);
  const list = [word("*"), ...more.list.map((sql, i) => engine`${sql} AS ${names[i]!}`)];
  const columns = [
    ...from.columns,
    ...more.columns.map((one, i) => ({ ...one, sql: column(alias, names[i]!) })),
  ];
  return {
    sql: engine`(SELECT ${commas(list)} FROM ${from.sql}${rest}) AS ${relationName(alias)}`,
    columns,
    index: new ColumnIndex(columns, from.index ?? new ColumnIndex(from.columns)),
    rows: { alias, count: count + names.length },
  };
}

/** SQL of the elements of lists, side by side. @param outer - Gives a row of nulls where all lists are empty. */
export function unnestEach(lists: readonly Sql[], outer = false): Sql[] {
  return lists.map((list) =>
    outer ? engine`unnest(CASE WHEN len(${list}) > 0 THEN ${list} ELSE [NULL] END)` : engine`unnest(${list})`,
  );
}
