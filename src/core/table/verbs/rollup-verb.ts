import type { Table } from "../table.ts";
import { keyOrigins, valueOrigins } from "./types/origins.ts";
import { byName } from "./read-arguments.ts";
import type { DerivedExpressions, Picked, With } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface RollupVerb<R extends object, G extends keyof R> {
  /** One row per group (a single row without groups) with its keys and the given aggregates. [Arquero: rollup](https://idl.uw.edu/arquero/api/verbs#rollup) */
  rollup<V extends DerivedExpressions<R>>(values?: V & DerivedExpressions<R>): Table<With<Picked<R, G>, V>>;
}

/** @internal */
export const rollup: Verb = {
  expressions: [byName({ groups: true })],
  origins: (table, [values]) => new Map([...keyOrigins(table), ...valueOrigins([table], values ?? [])]),
};
