import type { ExprList, FoldOptions } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { arqueroVerb } from "./arquero-verb.ts";
import { namesakes, valueOrigins } from "./types/origins.ts";
import { listed } from "./read-arguments.ts";
import type { AnyRow, ColumnName, OneOrMany } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

type Folded<R, K extends keyof R, Names extends readonly [string, string]> = string extends keyof R
  ? AnyRow
  : Omit<R, K> & Record<Names[0], K> & Record<Names[1], R[K]>;

export interface FoldVerb<R extends object> {
  /** Turns columns into rows of `key` and `value`. [Arquero: fold](https://idl.uw.edu/arquero/api/verbs#fold) */
  fold<K extends ColumnName<R>, const Names extends readonly [string, string] = ["key", "value"]>(
    values: OneOrMany<K>,
    options?: { as?: Names },
  ): Table<Folded<R, K, Names>>;
  /** Turns columns that match selections and expressions into rows. [Arquero: fold](https://idl.uw.edu/arquero/api/verbs#fold) */
  fold(values: ExprList, options?: FoldOptions): Table;
}

/** @internal */
export const fold: Verb = {
  expressions: [listed(), null],
  run: (table, values, options) => {
    const as = namesOf(options);
    const folded = valueOrigins([table], values).map(([name]) => name);
    // Arquero drops the folded columns last, and with them those of the result with their names.
    const own = as.map((name) => (folded.includes(name) ? `\u0001${name}` : name));
    const output = arqueroVerb("fold").call(table, values, { ...(options as object | undefined), as: own });
    return output.rename(Object.fromEntries(own.map((name, i) => [name, as[i] as string])));
  },
  origins: (table, [values, options], output) => {
    const [key, value] = namesOf(options);
    const folded = valueOrigins([table], values).map(([, from]) => from);
    const isCopied = folded.every((from) => from.length > 0);
    return namesakes(output, [table])
      .set(key, [])
      .set(value, isCopied ? folded.flat() : []);
  },
};

function namesOf(options: unknown): [key: string, value: string] {
  const { as: [key = "key", value = "value"] = [] } = Object(options) as FoldOptions;
  return [key, value];
}
