import type { ColumnTable } from "arquero";
import type * as Arquero from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { arqueroVerb } from "./arquero-verb.ts";
import { joinKeys, keyedArguments } from "./keys/join-keys.ts";
import { namesakes, valueOrigins } from "./types/origins.ts";
import { listed, ofOther } from "./read-arguments.ts";
import type { ColumnName, KeysOfTwo, OneOrMany, Other, Picked } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface LookupVerb<R extends object> {
  /** Adds columns of the other table by key; of several matches, the last. [Arquero: lookup](https://idl.uw.edu/arquero/api/verbs#lookup) */
  lookup<S extends object, K extends ColumnName<S>>(
    other: Table<S>,
    on: KeysOfTwo<R, S>,
    ...values: OneOrMany<K>[]
  ): Table<Omit<R, K> & Picked<S, K>>;
  /** Adds columns of the other table, or computed ones. [Arquero: lookup](https://idl.uw.edu/arquero/api/verbs#lookup) */
  lookup(other: Other, on?: Arquero.JoinKeys, ...values: Arquero.ExprList[]): Table;
}

/** @internal */
export const lookup: Verb = {
  expressions: [null, joinKeys, ofOther(listed())],
  run: (table, other, on, ...values) => {
    const right = other as ColumnTable;
    const args = keyedArguments("lookup", table, [other, on, ...values]);
    const columns = valueOrigins([right], columnsOf(table, right, values));
    // Arquero fails where there is nothing to look up.
    return columns.length === 0 ? table : arqueroVerb("lookup").apply(table, args);
  },
  origins: (table, [other, , ...values], output) => {
    const right = other as ColumnTable;
    return new Map([
      ...namesakes(output, [table]),
      ...valueOrigins([right], columnsOf(table, right, values)),
    ]);
  },
};

const columnsOf = (table: ColumnTable, right: ColumnTable, values: readonly unknown[]): unknown[] =>
  values.length > 0 ? values.flat() : right.columnNames().filter((name) => !table.column(name));
