import { one } from "./read-arguments.ts";
import type { Expression } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface FilterVerb<R extends object> {
  /** A filtered view of the rows that match the criterion; no values are copied. [Arquero: filter](https://idl.uw.edu/arquero/api/verbs#filter) */
  filter(criterion: Expression<R>): this;
}

/** @internal */
export const filter: Verb = { expressions: [one({ criterion: true })] };
