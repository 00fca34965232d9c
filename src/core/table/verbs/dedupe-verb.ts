import { listed } from "./read-arguments.ts";
import { rowsOf } from "./keys/row-keys.ts";
import type { KeyColumns, OneOrMany } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface DedupeVerb<R extends object> {
  /** The first row per combination of values; without keys, of whole rows. [Arquero: dedupe](https://idl.uw.edu/arquero/api/verbs#dedupe) */
  dedupe(...keys: OneOrMany<KeyColumns<R>>[]): this;
}

/** @internal */
export const dedupe: Verb = {
  expressions: [listed()],
  run: (table, ...keys) => rowsOf(table, keys.flat()),
};
