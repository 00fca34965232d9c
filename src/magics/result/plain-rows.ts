import type { Table } from "../../core/table/table.ts";

/** The table without filter and order, so that columns can be read directly. */
export function plainRows(table: Table): Table {
  return table.isFiltered() || table.isOrdered() ? table.reify() : table;
}
