import { ColumnTable, type Table as ArqueroTable } from "arquero";
import type { Table } from "./table.ts";

/** Rows of which nothing is known: a table of them can be given for any other. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRow = any;

/** The name of a column. */
export type Name<R> = keyof R & string;
type List<T> = T | T[];
type Params = Record<string, unknown>;
type Picked<R, K extends keyof R> = string extends keyof R ? AnyRow : Pick<R, K>;
/** A function of a row, an expression as text, or what a helper such as `op.mean("price")` or `desc` makes. */
type Expression<R> = ((row: R, params: Params) => unknown) | string | number | boolean | object;
type Criterion<R> = ((row: R, params: Params) => unknown) | object;
type Expressions<R> = Record<string, Expression<R>>;
/** What `all()`, `not("price")`, an index or `{ old: "new" }` choose. */
type Selection<R> = number | ((table: ArqueroTable) => string[]) | Partial<Record<Name<R>, string>>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Made<V> = { [K in keyof V]: V[K] extends (...args: any[]) => infer T ? T : any };
type With<R, V> = {
  [K in keyof R | keyof V]: K extends keyof V ? Made<V>[K] : K extends keyof R ? R[K] : never;
};

/**
 * Arquero's verbs with the names and types of the columns, where these are known.
 *
 * @typeParam R - A row.
 * @typeParam G - Names of the columns that rows are grouped by.
 */
export interface TypedVerbs<R extends object, G extends keyof R> {
  derive<V extends Expressions<R>>(
    values: V & Expressions<R>,
    options?: Parameters<ColumnTable["derive"]>[1],
  ): Table<With<R, V>, G>;
  filter(criterion: Expression<R>): this;
  groupby<K extends Name<R>>(...keys: List<K>[]): Table<R, K>;
  groupby(...keys: List<Name<R> | number | Expressions<R> | Selection<R>>[]): Table;
  rollup<V extends Expressions<R>>(values?: V & Expressions<R>): Table<With<Picked<R, G>, V>>;
  select<K extends Name<R>>(...columns: List<K>[]): Table<Picked<R, K>>;
  select(...columns: List<Name<R> | Selection<R>>[]): Table;
  orderby(...keys: List<Name<R> | number | Criterion<R>>[]): this;
  dedupe(...keys: List<Name<R> | number | Expressions<R> | Selection<R>>[]): this;
  slice(start?: number, end?: number): this;
  sample(...args: Parameters<ColumnTable["sample"]>): this;
  unorder(): this;
  ungroup(): Table<R>;
}

/** Verbs after which the columns are not known. */
type OtherVerbs = Omit<
  ColumnTable,
  keyof ArqueroTable | keyof TypedVerbs<AnyRow, never> | "toArrow" | "toArrowIPC"
>;

type Untyped<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => ColumnTable ? (...args: A) => Table : T[K];
};

/** Arquero's table, as TypeScript sees it. */
export const TypedColumnTable = ColumnTable as unknown as new <R extends object, G extends keyof R>(
  ...args: ConstructorParameters<typeof ColumnTable>
) => ArqueroTable & Untyped<OtherVerbs> & TypedVerbs<R, G>;
