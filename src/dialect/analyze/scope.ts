import type { WindowSpec } from "../parse/ast.ts";
import type { Type } from "../types/type.ts";
import type { Typed } from "./typed.ts";
import type { Sql } from "../sql/tree.ts";

/** A column that names can mean at some place of a query. */
export interface ScopeColumn {
  readonly name: string;
  /** Qualifiers from the nearest: alias or table, then database, then catalog; none for columns that only stand alone. */
  readonly qualifiers: readonly string[];
  readonly type: Type;
  /** How the engine's SQL refers to it. */
  readonly sql: Sql;
  /** Left out of `*`. */
  readonly hidden?: boolean;
  /** Has its name by its place only: `*` names it anew. */
  readonly anonymous?: boolean;
}

/** What names mean at a place: the columns of FROM, lambda parameters, and what lies outside. */
export interface Scope {
  readonly columns: readonly ScopeColumn[];
  /** The enclosing query's scope, which a subquery may refer to. */
  readonly outer: Scope | null;
  /** Expressions that a plain name means before any column: lambda parameters; output columns in ORDER BY. */
  readonly values: ReadonlyMap<string, Typed>;
  readonly lambdaDepth: number;
  readonly windows: ReadonlyMap<string, WindowSpec>;
  readonly commonTables: ReadonlyMap<string, CommonTableColumns>;
}

/** A relation's column as its query names it. */
export type NamedColumn = Pick<ScopeColumn, "name" | "type" | "anonymous">;

export interface CommonTableColumns {
  readonly sqlName: string;
  readonly columns: readonly NamedColumn[];
}

export const EMPTY_SCOPE: Scope = {
  columns: [],
  outer: null,
  values: new Map(),
  lambdaDepth: 0,
  windows: new Map(),
  commonTables: new Map(),
};
