// Imported by file: the package's main declarations fail under `strict`.
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import type { TableRef } from "arquero/dist/types/table/types.js";

/** Rows of unknown type: a table of them is assignable to any other. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRow = any;

/** The name of a column. */
export type ColumnName<R> = keyof R & string;
export type OneOrMany<T> = T | T[];
export type Params = Record<string, unknown>;
export type Picked<R, K extends keyof R> = string extends keyof R ? AnyRow : Pick<R, K>;
/** A function of a row, an expression as text, or the result of a helper such as `op.mean("price")` or `desc`. */
export type Expression<R> = ((row: R, params: Params) => unknown) | string | number | boolean | object;
export type DerivedExpressions<R> = Record<string, Expression<R>>;
/** A selection: `all()`, `not("price")`, an index or `{ old: "new" }`. */
export type Selection<R> =
  number | ((table: ArqueroTable) => string[]) | Partial<Record<ColumnName<R>, string>>;
/** A column by name or place, expressions by name, or a selection. */
export type KeyColumns<R> = ColumnName<R> | number | DerivedExpressions<R> | Selection<R>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type DerivedColumns<V> = { [K in keyof V]: V[K] extends (...args: any[]) => infer T ? T : any };
/** Columns with others, which replace those of the same name. */
export type With<R, V> = {
  [K in keyof R | keyof V]: K extends keyof V ? DerivedColumns<V>[K] : K extends keyof R ? R[K] : never;
};
/** Columns under their new names. */
export type Renamed<R, M> = { [K in keyof R as K extends keyof M ? M[K] & string : K]: R[K] };
/** The keys of a join: names that both tables have, or one list for each. */
export type KeysOfTwo<R, S> =
  (ColumnName<R> & ColumnName<S>) | readonly [OneOrMany<ColumnName<R>>, OneOrMany<ColumnName<S>>];
/** A table of any kind. */
export type Other = TableRef;
