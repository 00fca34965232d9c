import type { ExprObject, ImputeOptions } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { arqueroVerb } from "./arquero-verb.ts";
import { namesakes } from "./types/origins.ts";
import { byName, listed, options } from "./read-arguments.ts";
import type { ColumnName, Expression } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface ImputeVerb<R extends object, G extends keyof R> {
  /** Replaces null, undefined and NaN: `impute({ price: () => 0 })`. [Arquero: impute](https://idl.uw.edu/arquero/api/verbs#impute) */
  impute<K extends ColumnName<R>>(values: Record<K, Expression<R>>, options?: ImputeOptions): Table<R, G>;
  /** Replaces null, undefined and NaN. [Arquero: impute](https://idl.uw.edu/arquero/api/verbs#impute) */
  impute(values: ExprObject, options?: ImputeOptions): Table;
}

/** @internal */
export const impute: Verb = {
  expressions: [byName(), options({ expand: listed({ groups: true }) })],
  // Arquero expands no rows to one without values.
  run: (table, values, options) =>
    table.numRows() === 0 ? table : arqueroVerb("impute").call(table, values, options),
  origins: (table, _, output) => namesakes(output, [table]),
};
