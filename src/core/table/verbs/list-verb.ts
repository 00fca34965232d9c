import type { ExprList, SpreadOptions, UnrollOptions } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { namesakes, valueOrigins } from "./types/origins.ts";
import { listed } from "./read-arguments.ts";
import type { ColumnName, OneOrMany } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

type Entry<T> = T extends readonly (infer Item)[] ? Item : T;

export interface ListVerbs<R extends object> {
  /** One row per list entry. [Arquero: unroll](https://idl.uw.edu/arquero/api/verbs#unroll) */
  unroll<K extends ColumnName<R>>(
    values: OneOrMany<K>,
  ): Table<{ [P in keyof R]: P extends K ? Entry<R[P]> : R[P] }>;
  /** One row per list entry, of expressions too. [Arquero: unroll](https://idl.uw.edu/arquero/api/verbs#unroll) */
  unroll(values: ExprList, options?: UnrollOptions): Table;
  /** Splits lists into columns. [Arquero: spread](https://idl.uw.edu/arquero/api/verbs#spread) */
  spread(values: ExprList, options?: SpreadOptions): Table;
}

/** @internal */
export const unroll: Verb = {
  expressions: [listed(), null],
  origins: (table, [values, options], output) => {
    const origins = namesakes(output, [table]);
    for (const [name, from] of valueOrigins([table], values))
      origins.set(
        name,
        from.map((origin) => ({ ...origin, entries: true })),
      );
    const { index } = Object(options) as UnrollOptions;
    return index ? origins.set(index === true ? "index" : String(index), []) : origins;
  },
};

/** @internal */
export const spread: Verb = { expressions: [listed(), null] };
