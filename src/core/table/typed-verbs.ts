import { ColumnTable } from "arquero";
// Imported by file: the package's main declarations fail under `strict`.
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import type * as Arquero from "arquero/dist/types/table/types.js";
import type { CsvOptions, JsonOptions, TextOptions } from "./csv-and-json.ts";
import type { Table } from "./table.ts";

/** Rows of unknown type: a table of them is assignable to any other. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRow = any;

/** The name of a column. */
export type ColumnName<R> = keyof R & string;
type OneOrMany<T> = T | T[];
type Params = Record<string, unknown>;
type Picked<R, K extends keyof R> = string extends keyof R ? AnyRow : Pick<R, K>;
/** A function of a row, an expression as text, or the result of a helper such as `op.mean("price")` or `desc`. */
type Expression<R> = ((row: R, params: Params) => unknown) | string | number | boolean | object;
type Criterion<R> = ((row: R, params: Params) => unknown) | object;
type DerivedExpressions<R> = Record<string, Expression<R>>;
/** A selection: `all()`, `not("price")`, an index or `{ old: "new" }`. */
type Selection<R> = number | ((table: ArqueroTable) => string[]) | Partial<Record<ColumnName<R>, string>>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type DerivedColumns<V> = { [K in keyof V]: V[K] extends (...args: any[]) => infer T ? T : any };
/** Columns under their new names. */
type Renamed<R, M> = { [K in keyof R as K extends keyof M ? M[K] & string : K]: R[K] };
/** The columns of a join by the keys `K`: other names that both tables have end in `_1` and `_2`. */
type JoinedRow<R, S, K> = string extends keyof R | keyof S
  ? AnyRow
  : {
      [P in keyof R as P extends keyof S ? (P extends K ? P : `${P & string}_1`) : P]: R[P];
    } & { [P in keyof S as P extends keyof R ? (P extends K ? never : `${P & string}_2`) : P]: S[P] };
type Folded<R, K extends keyof R, Names extends readonly [string, string]> = string extends keyof R
  ? AnyRow
  : Omit<R, K> & Record<Names[0], K> & Record<Names[1], R[K]>;
type Entry<T> = T extends readonly (infer Item)[] ? Item : T;
type With<R, V> = {
  [K in keyof R | keyof V]: K extends keyof V ? DerivedColumns<V>[K] : K extends keyof R ? R[K] : never;
};

/**
 * Arquero's verbs, typed with column names and types if known.
 *
 * @typeParam R - Row type.
 * @typeParam G - Names of the columns grouped by.
 */
export interface TypedVerbs<R extends object, G extends keyof R> {
  /** Adds columns, or replaces columns of the same name. [Arquero: derive](https://idl.uw.edu/arquero/api/verbs#derive) */
  derive<V extends DerivedExpressions<R>>(
    values: V & DerivedExpressions<R>,
    options?: Arquero.DeriveOptions,
  ): Table<With<R, V>, G>;
  /** A filtered view of the rows that match the criterion; no values are copied. [Arquero: filter](https://idl.uw.edu/arquero/api/verbs#filter) */
  filter(criterion: Expression<R>): this;
  /** Groups rows by columns, for the verbs that follow. [Arquero: groupby](https://idl.uw.edu/arquero/api/verbs#groupby) */
  groupby<K extends ColumnName<R>>(...keys: OneOrMany<K>[]): Table<R, K>;
  /** Groups rows by columns, positions, expressions or selections. [Arquero: groupby](https://idl.uw.edu/arquero/api/verbs#groupby) */
  groupby(...keys: OneOrMany<ColumnName<R> | number | DerivedExpressions<R> | Selection<R>>[]): Table;
  /** One row per group (a single row without groups) with its keys and the given aggregates. [Arquero: rollup](https://idl.uw.edu/arquero/api/verbs#rollup) */
  rollup<V extends DerivedExpressions<R>>(values?: V & DerivedExpressions<R>): Table<With<Picked<R, G>, V>>;
  /** A view of these columns, in this order; no values are copied. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select<K extends ColumnName<R>>(...columns: OneOrMany<K>[]): Table<Picked<R, K>>;
  /** A view of these columns under new names. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select<const M extends Partial<Record<ColumnName<R>, string>>>(
    columns: M,
  ): Table<Renamed<Picked<R, keyof M & keyof R>, M>>;
  /** A view of the columns that match names and selections such as `not("price")`, typed as all of them. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select(...columns: OneOrMany<ColumnName<R> | Selection<R>>[]): Table<R>;
  /** Sorts the rows by columns or criteria such as `desc("price")`. [Arquero: orderby](https://idl.uw.edu/arquero/api/verbs#orderby) */
  orderby(...keys: OneOrMany<ColumnName<R> | number | Criterion<R>>[]): this;
  /** The first row per combination of values; without keys, of whole rows. [Arquero: dedupe](https://idl.uw.edu/arquero/api/verbs#dedupe) */
  dedupe(...keys: OneOrMany<ColumnName<R> | number | DerivedExpressions<R> | Selection<R>>[]): this;
  /** Rows `start` (inclusive) to `end` (exclusive) of each group. [Arquero: slice](https://idl.uw.edu/arquero/api/verbs#slice) */
  slice(start?: number, end?: number): this;
  /** A random sample of rows, per group. [Arquero: sample](https://idl.uw.edu/arquero/api/verbs#sample) */
  sample(size: number | Arquero.TableExpr, options?: Arquero.SampleOptions): this;
  /** Removes the order set by `orderby`. [Arquero: unorder](https://idl.uw.edu/arquero/api/verbs#unorder) */
  unorder(): this;
  /** Removes the groups set by `groupby`. [Arquero: ungroup](https://idl.uw.edu/arquero/api/verbs#ungroup) */
  ungroup(): Table<R>;
  /** One row per group, with its number of rows. [Arquero: count](https://idl.uw.edu/arquero/api/verbs#count) */
  count<const As extends string = "count">(options?: { as?: As }): Table<Picked<R, G> & Record<As, number>>;
  /** `rename({ old: "new" })`. [Arquero: rename](https://idl.uw.edu/arquero/api/verbs#rename) */
  rename<const M extends Partial<Record<ColumnName<R>, string>>>(names: M): Table<Renamed<R, M>>;
  /** Renames by functions and several objects. [Arquero: rename](https://idl.uw.edu/arquero/api/verbs#rename) */
  rename(...columns: Arquero.Select[]): Table;
  /** Replaces null, undefined and NaN: `impute({ price: () => 0 })`. [Arquero: impute](https://idl.uw.edu/arquero/api/verbs#impute) */
  impute<K extends ColumnName<R>>(
    values: Record<K, Expression<R>>,
    options?: Arquero.ImputeOptions,
  ): Table<R, G>;
  /** Replaces null, undefined and NaN. [Arquero: impute](https://idl.uw.edu/arquero/api/verbs#impute) */
  impute(values: Arquero.ExprObject, options?: Arquero.ImputeOptions): Table;
  /** Turns columns into rows of `key` and `value`. [Arquero: fold](https://idl.uw.edu/arquero/api/verbs#fold) */
  fold<K extends ColumnName<R>, const Names extends readonly [string, string] = ["key", "value"]>(
    values: OneOrMany<K>,
    options?: { as?: Names },
  ): Table<Folded<R, K, Names>>;
  /** Turns columns that match selections and expressions into rows. [Arquero: fold](https://idl.uw.edu/arquero/api/verbs#fold) */
  fold(values: Arquero.ExprList, options?: Arquero.FoldOptions): Table;
  /** Turns rows into columns, one per key; groups keep their columns. [Arquero: pivot](https://idl.uw.edu/arquero/api/verbs#pivot) */
  pivot<V extends DerivedExpressions<R>>(
    keys: OneOrMany<ColumnName<R> | number | Selection<R> | DerivedExpressions<R>>,
    values: V & DerivedExpressions<R>,
    options?: Arquero.PivotOptions,
  ): Table<Picked<R, G> & Record<string, DerivedColumns<V>[keyof V]>>;
  /** Turns rows into columns of the values of a column. [Arquero: pivot](https://idl.uw.edu/arquero/api/verbs#pivot) */
  pivot(keys: Arquero.ExprList, values: Arquero.ExprList, options?: Arquero.PivotOptions): Table;
  /** One row per list entry. [Arquero: unroll](https://idl.uw.edu/arquero/api/verbs#unroll) */
  unroll<K extends ColumnName<R>>(
    values: OneOrMany<K>,
  ): Table<{ [P in keyof R]: P extends K ? Entry<R[P]> : R[P] }>;
  /** One row per list entry, of expressions too. [Arquero: unroll](https://idl.uw.edu/arquero/api/verbs#unroll) */
  unroll(values: Arquero.ExprList, options?: Arquero.UnrollOptions): Table;
  /** Adds columns of the other table by key; of several matches, the last. [Arquero: lookup](https://idl.uw.edu/arquero/api/verbs#lookup) */
  lookup<S extends object, K extends ColumnName<S>>(
    other: Table<S>,
    on: JoinKeys<R, S>,
    ...values: OneOrMany<K>[]
  ): Table<Omit<R, K> & Picked<S, K>>;
  /** Adds columns of the other table, or computed ones. [Arquero: lookup](https://idl.uw.edu/arquero/api/verbs#lookup) */
  lookup(other: Other, on?: Arquero.JoinKeys, ...values: Arquero.ExprList[]): Table;
  /** Inner join; without `on`, by the columns that both tables have. [Arquero: join](https://idl.uw.edu/arquero/api/verbs#join) */
  join: JoinVerb<R>;
  /** Left outer join. */
  join_left: JoinVerb<R>;
  /** Right outer join. */
  join_right: JoinVerb<R>;
  /** Full outer join. */
  join_full: JoinVerb<R>;
  /** Rows with a match in the other table. */
  semijoin(other: Other, on?: Arquero.JoinPredicate): this;
  /** Rows without a match in the other table. */
  antijoin(other: Other, on?: Arquero.JoinPredicate): this;
  /** The rows of all tables, with duplicates. */
  concat(...tables: Arquero.TableRefList[]): Table<R>;
  /** The rows of all tables, without duplicates. */
  union(...tables: Arquero.TableRefList[]): Table<R>;
  /** Rows that are in every table, without duplicates. */
  intersect(...tables: Arquero.TableRefList[]): Table<R>;
  /** Rows that are in none of the others, without duplicates. */
  except(...tables: Arquero.TableRefList[]): Table<R>;
}

/** The keys of a join: names that both tables have, or one list for each. */
type JoinKeys<R, S> =
  (ColumnName<R> & ColumnName<S>) | readonly [OneOrMany<ColumnName<R>>, OneOrMany<ColumnName<S>>];

type Other = Arquero.TableRef;

interface JoinVerb<R> {
  <S extends object>(other: Table<S>): Table<JoinedRow<R, S, keyof R & keyof S>>;
  <S extends object, K extends ColumnName<R> & ColumnName<S>>(
    other: Table<S>,
    on: K,
  ): Table<JoinedRow<R, S, K>>;
  <S extends object, K extends ColumnName<R>, L extends ColumnName<S>>(
    other: Table<S>,
    on: readonly [OneOrMany<K>, OneOrMany<L>],
  ): Table<JoinedRow<R, S, K & L>>;
  <S extends object>(
    other: Table<S>,
    on: (row: R, other: S, params: Params) => unknown,
  ): Table<JoinedRow<R, S, never>>;
  (
    other: Other,
    on?: Arquero.JoinPredicate,
    values?: Arquero.JoinValues,
    options?: Arquero.JoinOptions,
  ): Table;
}

/** Verbs whose result columns are not typed. */
export interface OtherVerbs {
  /** The columns of all tables side by side; for equal names, the last table's. */
  assign(...tables: (ArqueroTable | Arquero.ColumnData)[]): Table;
  /** Moves columns before or after another one. */
  relocate(columns: Arquero.Select, options: Arquero.RelocateOptions): Table;
  /** One row per group, computed by a reducer. */
  reduce(reducer: object): Table;
  /** Splits lists into columns. */
  spread(values: Arquero.ExprList, options?: Arquero.SpreadOptions): Table;
  /** Cross join. */
  cross(other: Other, values?: Arquero.JoinValues, options?: Arquero.JoinOptions): Table;
  /** The rows as CSV. */
  toCSV(options?: CsvOptions): string;
  /** The rows as an HTML table. */
  toHTML(options?: MarkupOptions & { null?: (value?: null) => string; style?: object }): string;
  /** The rows as JSON. */
  toJSON(options?: JsonOptions): string;
  /** The rows as a Markdown table. */
  toMarkdown(options?: MarkupOptions): string;
}

interface MarkupOptions extends Omit<TextOptions, "format"> {
  align?: Record<string, "l" | "c" | "r">;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  format?: Record<string, ((value: any) => any) | { utc?: boolean; digits?: number; maxlen?: number }>;
}

/** Arquero's table class, with these types. */
export const TypedColumnTable = ColumnTable as unknown as new <R extends object, G extends keyof R>(
  ...args: ConstructorParameters<typeof ArqueroTable>
) => ArqueroTable & OtherVerbs & TypedVerbs<R, G>;
