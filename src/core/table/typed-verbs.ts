import { ColumnTable } from "arquero";
// By file: `arquero` as a whole leads to declarations that `strict` refuses.
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import type * as Arquero from "arquero/dist/types/table/types.js";
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
  /** Adds columns, or replaces those of the same name. [Arquero: derive](https://idl.uw.edu/arquero/api/verbs#derive) */
  derive<V extends Expressions<R>>(
    values: V & Expressions<R>,
    options?: Arquero.DeriveOptions,
  ): Table<With<R, V>, G>;
  /** The rows for which the criterion holds; no values are copied. [Arquero: filter](https://idl.uw.edu/arquero/api/verbs#filter) */
  filter(criterion: Expression<R>): this;
  /** Groups the rows by the values of columns, for the verbs that follow. [Arquero: groupby](https://idl.uw.edu/arquero/api/verbs#groupby) */
  groupby<K extends Name<R>>(...keys: List<K>[]): Table<R, K>;
  /** Groups the rows by columns, positions, expressions or selections. [Arquero: groupby](https://idl.uw.edu/arquero/api/verbs#groupby) */
  groupby(...keys: List<Name<R> | number | Expressions<R> | Selection<R>>[]): Table;
  /** One row for each group (one in all without groups): its keys, and the aggregates given. [Arquero: rollup](https://idl.uw.edu/arquero/api/verbs#rollup) */
  rollup<V extends Expressions<R>>(values?: V & Expressions<R>): Table<With<Picked<R, G>, V>>;
  /** Only these columns, in this order; no values are copied. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select<K extends Name<R>>(...columns: List<K>[]): Table<Picked<R, K>>;
  /** Only the columns that names and selections choose. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select(...columns: List<Name<R> | Selection<R>>[]): Table;
  /** Sorts the rows by columns or criteria such as `desc("price")`. [Arquero: orderby](https://idl.uw.edu/arquero/api/verbs#orderby) */
  orderby(...keys: List<Name<R> | number | Criterion<R>>[]): this;
  /** The first row of each combination of values; without keys, of whole rows. [Arquero: dedupe](https://idl.uw.edu/arquero/api/verbs#dedupe) */
  dedupe(...keys: List<Name<R> | number | Expressions<R> | Selection<R>>[]): this;
  /** Rows `start` to `end`, which is left out, of each group. [Arquero: slice](https://idl.uw.edu/arquero/api/verbs#slice) */
  slice(start?: number, end?: number): this;
  /** Some rows at random, of each group. [Arquero: sample](https://idl.uw.edu/arquero/api/verbs#sample) */
  sample(size: number | Arquero.TableExpr, options?: Arquero.SampleOptions): this;
  /** Forgets the order that `orderby` gave. [Arquero: unorder](https://idl.uw.edu/arquero/api/verbs#unorder) */
  unorder(): this;
  /** Forgets the groups that `groupby` gave. [Arquero: ungroup](https://idl.uw.edu/arquero/api/verbs#ungroup) */
  ungroup(): Table<R>;
}

type Other = Arquero.TableRef;
type Join = (
  other: Other,
  on?: Arquero.JoinPredicate,
  values?: Arquero.JoinValues,
  options?: Arquero.JoinOptions,
) => Table;

/** Verbs after which the columns are not known. */
interface OtherVerbs {
  /** The columns of both, side by side; those of the last table win. */
  assign(...tables: (ArqueroTable | Arquero.ColumnData)[]): Table;
  /** One row for each group: how many rows it has. */
  count(options?: Arquero.CountOptions): Table;
  /** Moves columns before or after another one. */
  relocate(columns: Arquero.Select, options: Arquero.RelocateOptions): Table;
  /** `rename({ old: "new" })`. */
  rename(...columns: Arquero.Select[]): Table;
  /** One row for each group, made by a reducer. */
  reduce(reducer: object): Table;
  /** Fills null, undefined and NaN: `impute({ price: () => 0 })`. */
  impute(values: Arquero.ExprObject, options?: Arquero.ImputeOptions): Table;
  /** Columns to rows: `key` and `value`. */
  fold(values: Arquero.ExprList, options?: Arquero.FoldOptions): Table;
  /** Rows to columns: one for each key. */
  pivot(keys: Arquero.ExprList, values: Arquero.ExprList, options?: Arquero.PivotOptions): Table;
  /** The entries of lists as columns. */
  spread(values: Arquero.ExprList, options?: Arquero.SpreadOptions): Table;
  /** A row for each entry of lists. */
  unroll(values: Arquero.ExprList, options?: Arquero.UnrollOptions): Table;
  /** Adds columns of the other table by key; of several matches the last. */
  lookup(other: Other, on?: Arquero.JoinKeys, ...values: Arquero.ExprList[]): Table;
  /** Rows of both that match; without `on`, by the columns that both have. */
  join: Join;
  /** The same, with every row of this table. */
  join_left: Join;
  /** The same, with every row of the other table. */
  join_right: Join;
  /** The same, with every row of both. */
  join_full: Join;
  /** Every row with every row of the other table. */
  cross(other: Other, values?: Arquero.JoinValues, options?: Arquero.JoinOptions): Table;
  /** Rows that match one of the other table. */
  semijoin(other: Other, on?: Arquero.JoinPredicate): Table;
  /** Rows that match none of the other table. */
  antijoin(other: Other, on?: Arquero.JoinPredicate): Table;
  /** The rows of all, those that repeat, too. */
  concat(...tables: Arquero.TableRefList[]): Table;
  /** The rows of all, each once. */
  union(...tables: Arquero.TableRefList[]): Table;
  /** Rows that every table has, each once. */
  intersect(...tables: Arquero.TableRefList[]): Table;
  /** Rows that none of the others has, each once. */
  except(...tables: Arquero.TableRefList[]): Table;
  /** The rows as CSV. */
  toCSV(options?: TextOptions & { delimiter?: string; header?: boolean }): string;
  /** The rows as an HTML table. */
  toHTML(options?: MarkupOptions & { null?: (value?: null) => string; style?: object }): string;
  /** The rows as JSON. */
  toJSON(options?: TextOptions & { type?: "columns" | "rows" | "ndjson" | null }): string;
  /** The rows as a Markdown table. */
  toMarkdown(options?: MarkupOptions): string;
}

/** What `toCSV` and its like take. */
interface TextOptions {
  limit?: number;
  offset?: number;
  columns?: string[] | ((table: ArqueroTable) => string[]);
  /** By column name: how a value is written. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  format?: Record<string, (value: any) => any>;
}
interface MarkupOptions extends Omit<TextOptions, "format"> {
  align?: Record<string, "l" | "c" | "r">;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  format?: Record<string, ((value: any) => any) | { utc?: boolean; digits?: number; maxlen?: number }>;
}

/** Arquero's table, as TypeScript sees it. */
export const TypedColumnTable = ColumnTable as unknown as new <R extends object, G extends keyof R>(
  ...args: ConstructorParameters<typeof ArqueroTable>
) => ArqueroTable & OtherVerbs & TypedVerbs<R, G>;
