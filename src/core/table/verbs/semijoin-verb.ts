import type { JoinPredicate } from "arquero/dist/types/table/types.js";
import { joinKeys, runJoin, type KeyedVerb } from "./keys/join-keys.ts";
import type { Other } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface SemijoinVerbs {
  /** Rows with a match in the other table. [Arquero: semijoin](https://idl.uw.edu/arquero/api/verbs#semijoin) */
  semijoin(other: Other, on?: JoinPredicate): this;
  /** Rows without a match in the other table. [Arquero: antijoin](https://idl.uw.edu/arquero/api/verbs#antijoin) */
  antijoin(other: Other, on?: JoinPredicate): this;
}

const filtering = (verb: KeyedVerb): Verb => ({
  expressions: [null, joinKeys],
  run: (table, ...args) => runJoin(verb, table, args),
});

/** @internal */
export const semijoin = filtering("semijoin");
/** @internal */
export const antijoin = filtering("antijoin");
