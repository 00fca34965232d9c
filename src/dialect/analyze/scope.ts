import type { WindowSpec } from "../parse/ast.ts";
import { type RelationColumn, QueryBlock } from "./query-block.ts";
import type { Typed } from "./typed.ts";

/** Names visible in part of a query: columns of FROM, lambda parameters, and outer scopes. */
export interface Scope {
  /** The query whose expressions are read; in a lambda one without columns. */
  readonly block: QueryBlock;
  /** The enclosing query's scope, which a subquery may refer to. */
  readonly outer: Scope | null;
  /** Expressions that a plain name refers to before any column: lambda parameters; output columns in ORDER BY. */
  readonly values: ReadonlyMap<string, Typed>;
  readonly windows: ReadonlyMap<string, WindowSpec>;
  readonly commonTables: ReadonlyMap<string, CommonTableColumns>;
}

export interface CommonTableColumns {
  readonly sqlName: string;
  readonly columns: readonly RelationColumn[];
  /** How many common tables are in a chain up to this one. */
  readonly depth: number;
}

/** The scope of a statement without a query, and of what a query has before its FROM. */
export const emptyScope = (outer: Scope | null = null): Scope => ({
  block: new QueryBlock(),
  outer,
  values: NONE,
  windows: NONE,
  commonTables: outer === null ? NONE : outer.commonTables,
});

const NONE = new Map<string, never>();
