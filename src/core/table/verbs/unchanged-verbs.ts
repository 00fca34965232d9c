import type { RelocateOptions, Select } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import type { ColumnName, OneOrMany, Picked, Renamed, Selection } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

/** Verbs that are as Arquero's but for their types. */
export interface UnchangedVerbs<R extends object> {
  /** A view of these columns, in this order; no values are copied. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select<K extends ColumnName<R>>(...columns: OneOrMany<K>[]): Table<Picked<R, K>>;
  /** A view of these columns under new names. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select<const M extends Partial<Record<ColumnName<R>, string>>>(
    columns: M,
  ): Table<Renamed<Picked<R, keyof M & keyof R>, M>>;
  /** A view of the columns that match names and selections such as `not("price")`, typed as all of them. [Arquero: select](https://idl.uw.edu/arquero/api/verbs#select) */
  select(...columns: OneOrMany<ColumnName<R> | Selection<R>>[]): Table<R>;
  /** Moves columns before or after another one. [Arquero: relocate](https://idl.uw.edu/arquero/api/verbs#relocate) */
  relocate(columns: Select, options: RelocateOptions): Table<R>;
  /** `rename({ old: "new" })`. [Arquero: rename](https://idl.uw.edu/arquero/api/verbs#rename) */
  rename<const M extends Partial<Record<ColumnName<R>, string>>>(names: M): Table<Renamed<R, M>>;
  /** Renames by functions and several objects. [Arquero: rename](https://idl.uw.edu/arquero/api/verbs#rename) */
  rename(...columns: Select[]): Table;
  /** Rows `start` (inclusive) to `end` (exclusive) of each group. [Arquero: slice](https://idl.uw.edu/arquero/api/verbs#slice) */
  slice(start?: number, end?: number): this;
  /** Removes the order set by `orderby`. [Arquero: unorder](https://idl.uw.edu/arquero/api/verbs#unorder) */
  unorder(): this;
  /** Removes the groups set by `groupby`. [Arquero: ungroup](https://idl.uw.edu/arquero/api/verbs#ungroup) */
  ungroup(): Table<R>;
  /** One row per group, computed by a reducer. [Arquero: reduce](https://idl.uw.edu/arquero/api/verbs#reduce) */
  reduce(reducer: object): Table;
}

const unchanged: Verb = {};

/** @internal */
export const UNCHANGED = {
  reduce: unchanged, relocate: unchanged, rename: unchanged, select: unchanged, slice: unchanged, ungroup: unchanged, unorder: unchanged,
}; // prettier-ignore
