import type { Table } from "../table.ts";
import { keyOrigins } from "./types/origins.ts";
import type { Picked } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface CountVerb<R extends object, G extends keyof R> {
  /** One row per group, with its number of rows. [Arquero: count](https://idl.uw.edu/arquero/api/verbs#count) */
  count<const As extends string = "count">(options?: { as?: As }): Table<Picked<R, G> & Record<As, number>>;
}

/** @internal */
export const count: Verb = { origins: keyOrigins };
