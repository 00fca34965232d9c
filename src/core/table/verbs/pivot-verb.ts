import type { ExprList, PivotOptions } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { keyOrigins, valueOrigins, type Origins } from "./origins.ts";
import { listed } from "./read-arguments.ts";
import type { DerivedColumns, DerivedExpressions, KeyColumns, OneOrMany, Picked } from "./row-types.ts";
import type { Verb } from "./verb.ts";

export interface PivotVerb<R extends object, G extends keyof R> {
  /** Turns rows into columns, one per key; groups keep their columns. [Arquero: pivot](https://idl.uw.edu/arquero/api/verbs#pivot) */
  pivot<V extends DerivedExpressions<R>>(
    keys: OneOrMany<KeyColumns<R>>,
    values: V & DerivedExpressions<R>,
    options?: PivotOptions,
  ): Table<Picked<R, G> & Record<string, DerivedColumns<V>[keyof V]>>;
  /** Turns rows into columns of the values of a column. [Arquero: pivot](https://idl.uw.edu/arquero/api/verbs#pivot) */
  pivot(keys: ExprList, values: ExprList, options?: PivotOptions): Table;
}

export const pivot: Verb = {
  expressions: [listed(), listed({ groups: true }), null],
  origins: (table, [, values, options], made): Origins => {
    const turned = valueOrigins([table], values);
    const { valueSeparator = "_" } = Object(options) as PivotOptions;
    const origins = made.columnNames().map((name) => {
      const own = turned.filter(([value]) => turned.length === 1 || name.startsWith(value + valueSeparator));
      return [name, own.length === 1 ? (own[0]?.[1] ?? []) : []] as const;
    });
    return new Map([...origins, ...keyOrigins(table)]);
  },
};
