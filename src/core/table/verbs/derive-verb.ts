import type { DeriveOptions } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { valueOrigins } from "./types/origins.ts";
import { byName } from "./read-arguments.ts";
import type { DerivedExpressions, With } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface DeriveVerb<R extends object, G extends keyof R> {
  /** Adds columns, or replaces columns of the same name. [Arquero: derive](https://idl.uw.edu/arquero/api/verbs#derive) */
  derive<V extends DerivedExpressions<R>>(
    values: V & DerivedExpressions<R>,
    options?: DeriveOptions,
  ): Table<With<R, V>, G>;
}

/** @internal */
export const derive: Verb = {
  expressions: [byName(), null],
  origins: (table, [values]) => new Map(valueOrigins([table], values)),
};
