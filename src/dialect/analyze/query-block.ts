import type { TablePath } from "../catalogue.ts";
import { holds, type Sql, SqlMap, SqlSet, unplaced } from "../sql/tree.ts";
import type { Type } from "../types/type.ts";
import { ColumnIndex } from "./column-index.ts";
import type { Typed } from "./typed.ts";

/** A column that can be referred to in part of a query. */
export interface ScopeColumn {
  readonly name: string;
  /** Qualifiers, innermost first: alias or table, then database, then catalog; empty for columns without a qualifier. */
  readonly qualifiers: readonly string[];
  readonly type: Type;
  /** Reference to the column in the engine's SQL. */
  readonly sql: Sql;
  /** The table that it is a column of. */
  readonly source?: TablePath | undefined;
  /** See {@link Typed.whole}. */
  readonly whole?: Typed["whole"];
  /** Left out of `*`, but there for who names it. */
  readonly unlisted?: boolean | undefined;
  /** Excluded from `*`. */
  readonly hidden?: boolean;
  /** Hidden, but not from `t.*` in Hive: the column of USING of the side whose rows the join keeps. */
  readonly kept?: boolean;
  /** Named only by its position; `*` renames it. */
  readonly anonymous?: boolean;
}

/** A relation's column, as named in its query. */
export type RelationColumn = Pick<ScopeColumn, "name" | "type" | "whole" | "anonymous" | "source">;

/** A reference to a column. @param sql - The column's SQL, which may have a position. */
export const referenceTo = ({ sql: own, type, source, whole }: ScopeColumn, sql = own): Typed => ({
  sql,
  type,
  source,
  whole,
});

/** One SELECT: the columns of its FROM, and what its expressions, as they are read, ask of the whole query. */
export class QueryBlock {
  readonly columns: readonly ScopeColumn[];
  readonly index: ColumnIndex<ScopeColumn>;
  /** What GROUP BY makes equal in a group, each value also in the form by which the engine groups it. */
  readonly keys = new SqlSet();
  /** Whether an aggregate is called. */
  isAggregated = false;
  /** Position of a call of `grouping`. */
  groupingAt: number | null = null;
  /** The keys of each PARTITION BY, as they are written. */
  readonly partitions = new SqlMap<readonly Sql[]>();

  private marks: Map<number, number | null> | undefined;
  private columnsBySql: Map<Sql, ScopeColumn> | undefined;

  constructor(columns: readonly ScopeColumn[] = [], index = new ColumnIndex(columns)) {
    this.columns = columns;
    this.index = index;
  }

  /** How many of the partitions the engine gets: with how many of that number have a mark, null for one without. */
  get partitionMarks(): Map<number, number | null> {
    return (this.marks ??= new Map());
  }

  /** The column that SQL is a reference to. */
  columnOf(sql: Sql): ScopeColumn | undefined {
    this.columnsBySql ??= new Map(this.columns.map((column) => [unplaced(column.sql), column]));
    return this.columnsBySql.get(unplaced(sql));
  }

  /** Whether SQL has one of the columns in it. */
  isReadBy(sql: Sql): boolean {
    if (!holds(sql, "variable")) return false;
    return this.columnOf(sql) !== undefined || sql.parts.some((part) => this.isReadBy(part));
  }
}
