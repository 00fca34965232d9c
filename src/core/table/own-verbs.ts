import type { ColumnTable } from "arquero";
import { groupRows, rowsOf } from "./row-keys.ts";
import { rowOrder } from "./row-order.ts";

interface WithTypes {
  /** The service's types of the columns, where known. */
  readonly types: Readonly<Record<string, string>>;
}

type OwnVerb = (table: ColumnTable & WithTypes, ...args: readonly unknown[]) => ColumnTable;

const others = (tables: readonly unknown[]): ColumnTable[] => tables.flat() as ColumnTable[];

/**
 * Verbs that are Arquero's but for the values that they compare: numbers and BigInts by what they amount to, dates, lists, rows and bytes by
 * what they contain, texts of decimals, intervals and times by their values. Null sorts last, and is equal to null in groups and sets, as in SQL.
 */
export const OWN_VERBS: Readonly<Record<string, OwnVerb>> = {
  orderby: (table, ...criteria) => table.create({ order: rowOrder(table, table.types, criteria.flat()) }),
  groupby: (table, ...keys) => table.create({ groups: groupRows(table, table.types, keys.flat()) } as never),
  dedupe: (table, ...keys) => rowsOf(table, table.types, keys.flat(), []),
  union: (table, ...tables) => table.concat(...(tables as never[])).dedupe(),
  intersect: (table, ...tables) =>
    tables.flat().length === 0 ? table.reify([]) : rowsOf(table, table.types, [], others(tables), true),
  except: (table, ...tables) =>
    tables.flat().length === 0 ? table : rowsOf(table, table.types, [], others(tables), false),
};
