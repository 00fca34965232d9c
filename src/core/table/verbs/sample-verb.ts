import type { SampleOptions, TableExpr } from "arquero/dist/types/table/types.js";
import { one, options } from "./read-arguments.ts";
import type { Verb } from "./verb.ts";

export interface SampleVerb {
  /** A random sample of rows, per group. [Arquero: sample](https://idl.uw.edu/arquero/api/verbs#sample) */
  sample(size: number | TableExpr, options?: SampleOptions): this;
}

/** @internal */
export const sample: Verb = {
  expressions: [
    one({ groups: true }),
    // A text is a column's name.
    options({ weight: (weight, tables) => (typeof weight === "string" ? weight : one()(weight, tables)) }),
  ],
};
