import { rowOrder } from "./keys/row-order.ts";
import type { ColumnName, OneOrMany, Params } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface OrderbyVerb<R extends object> {
  /** Sorts the rows by columns or criteria such as `desc("price")`. [Arquero: orderby](https://idl.uw.edu/arquero/api/verbs#orderby) */
  orderby(
    ...keys: OneOrMany<ColumnName<R> | number | ((row: R, params: Params) => unknown) | object>[]
  ): this;
}

/** @internal */
export const orderby: Verb = {
  run: (table, ...criteria) => table.create({ order: rowOrder(table, criteria.flat()) }),
};
