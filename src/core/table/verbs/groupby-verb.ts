import type { Table } from "../table.ts";
import { setKeyOrigins, valueOrigins } from "./types/origins.ts";
import { listed } from "./read-arguments.ts";
import { groupRows } from "./keys/row-keys.ts";
import type { ColumnName, KeyColumns, OneOrMany } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface GroupbyVerb<R extends object> {
  /** Groups rows by columns, for the verbs that follow. [Arquero: groupby](https://idl.uw.edu/arquero/api/verbs#groupby) */
  groupby<K extends ColumnName<R>>(...keys: OneOrMany<K>[]): Table<R, K>;
  /** Groups rows by columns, positions, expressions or selections. [Arquero: groupby](https://idl.uw.edu/arquero/api/verbs#groupby) */
  groupby(...keys: OneOrMany<KeyColumns<R>>[]): Table;
}

/** @internal */
export const groupby: Verb = {
  expressions: [listed()],
  run: (table, ...keys) => {
    const output = table.create({ groups: groupRows(table, keys.flat()) } as never);
    setKeyOrigins(output, new Map(valueOrigins([table], keys.flat())));
    return output;
  },
};
