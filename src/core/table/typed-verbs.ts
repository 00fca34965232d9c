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
  derive<V extends Expressions<R>>(
    values: V & Expressions<R>,
    options?: Arquero.DeriveOptions,
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
  sample(size: number | Arquero.TableExpr, options?: Arquero.SampleOptions): this;
  unorder(): this;
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
  relocate(columns: Arquero.Select, options: Arquero.RelocateOptions): Table;
  /** `rename({ old: "new" })`. */
  rename(...columns: Arquero.Select[]): Table;
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
  lookup(other: Other, on?: Arquero.JoinKeys, ...values: Arquero.ExprList[]): Table;
  /** Rows of both that match; without `on`, by the columns that both have. */
  join: Join;
  join_left: Join;
  join_right: Join;
  join_full: Join;
  cross(other: Other, values?: Arquero.JoinValues, options?: Arquero.JoinOptions): Table;
  /** Rows that match one of the other table. */
  semijoin(other: Other, on?: Arquero.JoinPredicate): Table;
  /** Rows that match none of the other table. */
  antijoin(other: Other, on?: Arquero.JoinPredicate): Table;
  /** The rows of all, those that repeat, too. */
  concat(...tables: Arquero.TableRefList[]): Table;
  /** The rows of all, each once. */
  union(...tables: Arquero.TableRefList[]): Table;
  intersect(...tables: Arquero.TableRefList[]): Table;
  except(...tables: Arquero.TableRefList[]): Table;
  toCSV(options?: TextOptions & { delimiter?: string; header?: boolean }): string;
  toHTML(options?: MarkupOptions & { null?: (value?: null) => string; style?: object }): string;
  toJSON(options?: TextOptions & { type?: "columns" | "rows" | "ndjson" | null }): string;
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
