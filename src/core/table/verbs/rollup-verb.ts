import type { Table } from "../table.ts";
import { keyOrigins, valueOrigins } from "./types/origins.ts";
import { byName } from "./read-arguments.ts";
import type { DerivedExpressions, Picked, With } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface RollupVerbs<R extends object, G extends keyof R> {
  /** One row per group (a single row without groups) with its keys and the given aggregates. [Arquero: rollup](https://idl.uw.edu/arquero/api/verbs#rollup) */
  rollup<V extends DerivedExpressions<R>>(values?: V & DerivedExpressions<R>): Table<With<Picked<R, G>, V>>;
  /** One row per group, with its number of rows. [Arquero: count](https://idl.uw.edu/arquero/api/verbs#count) */
  count<const As extends string = "count">(options?: { as?: As }): Table<Picked<R, G> & Record<As, number>>;
}

/** @internal */
export const rollup: Verb = {
  expressions: [byName({ groups: true })],
  origins: (table, [values]) => new Map([...keyOrigins(table), ...valueOrigins([table], values ?? [])]),
};

/** @internal */
export const count: Verb = { origins: keyOrigins };
