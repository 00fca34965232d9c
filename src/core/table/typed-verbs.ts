import { ColumnTable } from "arquero";
// Imported by file: the package's main declarations fail under `strict`.
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import type * as Arquero from "arquero/dist/types/table/types.js";
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
  /** A view of the columns that match names and selections. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select(...columns: OneOrMany<ColumnName<R> | Selection<R>>[]): Table;
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
}

type Other = Arquero.TableRef;
type JoinVerb = (
  other: Other,
  on?: Arquero.JoinPredicate,
  values?: Arquero.JoinValues,
  options?: Arquero.JoinOptions,
) => Table;

/** Verbs whose result columns are not typed. */
export interface OtherVerbs {
  /** The columns of all tables side by side; for equal names, the last table's. */
  assign(...tables: (ArqueroTable | Arquero.ColumnData)[]): Table;
  /** One row per group, with its number of rows. */
  count(options?: Arquero.CountOptions): Table;
  /** Moves columns before or after another one. */
  relocate(columns: Arquero.Select, options: Arquero.RelocateOptions): Table;
  /** `rename({ old: "new" })`. */
  rename(...columns: Arquero.Select[]): Table;
  /** One row per group, computed by a reducer. */
  reduce(reducer: object): Table;
  /** Replaces null, undefined and NaN: `impute({ price: () => 0 })`. */
  impute(values: Arquero.ExprObject, options?: Arquero.ImputeOptions): Table;
  /** Turns columns into rows of `key` and `value`. */
  fold(values: Arquero.ExprList, options?: Arquero.FoldOptions): Table;
  /** Turns rows into columns, one per key. */
  pivot(keys: Arquero.ExprList, values: Arquero.ExprList, options?: Arquero.PivotOptions): Table;
  /** Splits lists into columns. */
  spread(values: Arquero.ExprList, options?: Arquero.SpreadOptions): Table;
  /** One row per list entry. */
  unroll(values: Arquero.ExprList, options?: Arquero.UnrollOptions): Table;
  /** Adds columns of the other table by key; of several matches, the last. */
  lookup(other: Other, on?: Arquero.JoinKeys, ...values: Arquero.ExprList[]): Table;
  /** Inner join; without `on`, by the columns that both tables have. */
  join: JoinVerb;
  /** Left outer join. */
  join_left: JoinVerb;
  /** Right outer join. */
  join_right: JoinVerb;
  /** Full outer join. */
  join_full: JoinVerb;
  /** Cross join. */
  cross(other: Other, values?: Arquero.JoinValues, options?: Arquero.JoinOptions): Table;
  /** Rows with a match in the other table. */
  semijoin(other: Other, on?: Arquero.JoinPredicate): Table;
  /** Rows without a match in the other table. */
  antijoin(other: Other, on?: Arquero.JoinPredicate): Table;
  /** The rows of all tables, with duplicates. */
  concat(...tables: Arquero.TableRefList[]): Table;
  /** The rows of all tables, without duplicates. */
  union(...tables: Arquero.TableRefList[]): Table;
  /** Rows that are in every table, without duplicates. */
  intersect(...tables: Arquero.TableRefList[]): Table;
  /** Rows that are in none of the others, without duplicates. */
  except(...tables: Arquero.TableRefList[]): Table;
  /** The rows as CSV. */
  toCSV(options?: CsvOptions): string;
  /** The rows as an HTML table. */
  toHTML(options?: MarkupOptions & { null?: (value?: null) => string; style?: object }): string;
  /** The rows as JSON. */
  toJSON(options?: JsonOptions): string;
  /** The rows as a Markdown table. */
  toMarkdown(options?: MarkupOptions): string;
}

/** Options of `toCSV` and similar. */
export interface TextOptions {
  limit?: number;
  offset?: number;
  columns?: string[] | ((table: ArqueroTable) => string[]);
  /** Formatters by column name. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  format?: Record<string, (value: any) => any>;
}

export interface CsvOptions extends TextOptions {
  delimiter?: string;
  header?: boolean;
}

export interface JsonOptions extends TextOptions {
  type?: "columns" | "rows" | "ndjson" | null;
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
