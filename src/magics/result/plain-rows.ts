import type { Table } from "../../core/table/table.ts";

/** The table without a filter or an order of its own, so that columns can be read from end to end. */
export function plainRows(table: Table): Table {
  return table.isFiltered() || table.isOrdered() ? table.reify() : table;
}
