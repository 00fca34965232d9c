import type { TableRefList } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { namesakes, tablesAmong } from "./types/origins.ts";
import type { Verb } from "./verb.ts";

export interface ConcatVerb<R extends object> {
  /** The rows of all tables, with duplicates. [Arquero: concat](https://idl.uw.edu/arquero/api/verbs#concat) */
  concat(...tables: TableRefList[]): Table<R>;
}

/** @internal */
export const concat: Verb = {
  origins: (table, others, made) => namesakes(made, tablesAmong(table, others)),
};
