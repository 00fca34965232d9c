import type { TableRefList } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { rowsOf } from "./keys/row-keys.ts";
import { listed } from "./read-arguments.ts";
import { namesakes, tablesAmong } from "./types/origins.ts";
import type { KeyColumns, OneOrMany } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface SetVerbs<R extends object> {
  /** The rows of all tables, with duplicates. [Arquero: concat](https://idl.uw.edu/arquero/api/verbs#concat) */
  concat(...tables: TableRefList[]): Table<R>;
  /** The rows of all tables, without duplicates. [Arquero: union](https://idl.uw.edu/arquero/api/verbs#union) */
  union(...tables: TableRefList[]): Table<R>;
  /** Rows that are in every table, without duplicates. [Arquero: intersect](https://idl.uw.edu/arquero/api/verbs#intersect) */
  intersect(...tables: TableRefList[]): Table<R>;
  /** Rows that are in none of the others, without duplicates. [Arquero: except](https://idl.uw.edu/arquero/api/verbs#except) */
  except(...tables: TableRefList[]): Table<R>;
  /** The first row per combination of values; without keys, of whole rows. [Arquero: dedupe](https://idl.uw.edu/arquero/api/verbs#dedupe) */
  dedupe(...keys: OneOrMany<KeyColumns<R>>[]): this;
}

/** @internal */
export const concat: Verb = {
  origins: (table, others, output) => namesakes(output, tablesAmong(table, others)),
};

/** @internal */
export const union: Verb = { run: (table, ...tables) => table.concat(...tables).dedupe() };

/** @internal */
export const intersect: Verb = {
  run: (table, ...tables) =>
    tables.flat().length === 0 ? table.reify([]) : rowsOf(table, [], tables.flat(), true),
};

/** @internal */
export const except: Verb = {
  run: (table, ...tables) => (tables.flat().length === 0 ? table : rowsOf(table, [], tables.flat(), false)),
};

/** @internal */
export const dedupe: Verb = {
  expressions: [listed()],
  run: (table, ...keys) => rowsOf(table, keys.flat()),
};
