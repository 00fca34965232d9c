import type { ExprList, SpreadOptions } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { listed } from "./read-arguments.ts";
import type { Verb } from "./verb.ts";

export interface SpreadVerb {
  /** Splits lists into columns. [Arquero: spread](https://idl.uw.edu/arquero/api/verbs#spread) */
  spread(values: ExprList, options?: SpreadOptions): Table;
}

/** @internal */
export const spread: Verb = { expressions: [listed(), null] };
