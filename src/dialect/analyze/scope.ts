import type { WindowSpec } from "../parse/ast.ts";
import type { Type } from "../types/type.ts";
import type { Typed } from "./typed.ts";
import type { Sql } from "../sql/tree.ts";

/** A column that can be referred to in part of a query. */
export interface ScopeColumn {
  readonly name: string;
  /** Qualifiers, innermost first: alias or table, then database, then catalog; empty for columns without a qualifier. */
  readonly qualifiers: readonly string[];
  readonly type: Type;
  /** Reference to the column in the engine's SQL. */
  readonly sql: Sql;
  /** Excluded from `*`. */
  readonly hidden?: boolean;
  /** Hidden, but not from `t.*` in Hive: the column of USING of the side whose rows the join keeps. */
  readonly kept?: boolean;
  /** Named only by its position; `*` renames it. */
  readonly anonymous?: boolean;
}

/** Names visible in part of a query: columns of FROM, lambda parameters, and outer scopes. */
export interface Scope {
  readonly columns: readonly ScopeColumn[];
  /** The enclosing query's scope, which a subquery may refer to. */
  readonly outer: Scope | null;
  /** Expressions that a plain name refers to before any column: lambda parameters; output columns in ORDER BY. */
  readonly values: ReadonlyMap<string, Typed>;
  readonly windows: ReadonlyMap<string, WindowSpec>;
  readonly commonTables: ReadonlyMap<string, CommonTableColumns>;
}

/** A relation's column, as named in its query. */
export type NamedColumn = Pick<ScopeColumn, "name" | "type" | "anonymous">;

export interface CommonTableColumns {
  readonly sqlName: string;
  readonly columns: readonly NamedColumn[];
  /** How many common tables are in a chain up to this one. */
  readonly depth: number;
}

export const EMPTY_SCOPE: Scope = {
  columns: [],
  outer: null,
  values: new Map(),
  windows: new Map(),
  commonTables: new Map(),
};
