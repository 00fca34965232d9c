import { engine, type Sql, columnAt, columnNames, commas } from "../../sql/tree.ts";
import type { TablePath } from "../../catalogue.ts";
import type { Type } from "../../types/type.ts";
import type { ColumnIndex } from "../column-index.ts";
import type { ScopeColumn } from "../query-block.ts";
import { sqlOf, withType, type Typed } from "../typed.ts";

/** An output column of a query; `name` is null if unnamed. */
export interface OutputColumn {
  readonly name: string | null;
  readonly type: Type;
  /** The table whose column it is, in a query or below it. */
  readonly source?: TablePath | undefined;
  /** See {@link Typed.whole}. */
  readonly whole?: Typed["whole"];
}

/** A query in the engine's SQL. The caller names its columns, by position: `AS t(c1, c2)`. */
export interface AnalyzedQuery {
  readonly sql: Sql;
  readonly columns: readonly OutputColumn[];
  /** Whether it has a LIMIT or OFFSET; see {@link joinable}. */
  readonly isLimited?: boolean;
  /** See {@link From.oneRow}. */
  readonly oneRow?: boolean;
}

/** A relation in the engine's SQL, with the columns that it adds to the scope. */
export interface From {
  readonly sql: Sql;
  readonly columns: readonly ScopeColumn[];
  /** The columns of a join by name. */
  readonly index?: ColumnIndex<ScopeColumn> | undefined;
  /** After USING: the columns that each name means. The next join goes on with the same map, so that a chain of joins reads each column once. */
  readonly visible?: Map<string, ScopeColumn[]> | undefined;
  /** A join, which stands in parentheses on the right of another one. */
  readonly isJoin?: true | undefined;
  /** An aggregate query without GROUP BY: always one row. */
  readonly oneRow?: boolean | undefined;
  /** UNNEST: the lists whose elements stand beside each row on its left. */
  readonly unnested?: readonly Sql[] | undefined;
  /** The relation that all its columns are of, each by a name of its own, and how many it has; see {@link subselect}. */
  readonly rows?: { readonly alias: string; readonly count: number } | undefined;
}

/**
 * Follows FROM with limited rows. The engine filters the rows of one side of a join by the keys of the other as it reads their tables, also
 * below a LIMIT or OFFSET, which then counts other rows. It does not look below a window.
 */
export const LIMIT_FENCE: Sql = engine` QUALIFY row_number() OVER () > 0`;

/** The query as the side of a join, of IN, or of a view. */
export const joinable = ({ sql, isLimited = false }: AnalyzedQuery): Sql =>
  isLimited ? engine`SELECT * FROM (${sql}) AS o${LIMIT_FENCE}` : sql;

/** Converts a query's columns; returns it unchanged if none needs conversion. */
export function convertColumns(
  query: AnalyzedQuery,
  convert: (value: Typed, i: number) => Typed,
): AnalyzedQuery {
  const references = query.columns.map((_, i) => columnAt("u", i));
  const values = query.columns.map((column, i) => convert(withType(references[i]!, column.type), i));
  const columns = query.columns.map((column, i) => ({ name: column.name, type: values[i]!.type }));
  if (values.every((value, i) => value.sql === references[i])) return { sql: query.sql, columns };
  const list = commas(sqlOf(values));
  return {
    sql: engine`SELECT ${list} FROM (${query.sql}) AS u(${commas(columnNames(references))})`,
    columns,
  };
}
