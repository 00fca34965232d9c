import type { Table } from "../../core/table/table.ts";

/** Makes the column `time` the table's index, when there is one and the table has no index yet. */
export function time_index(table: Table): Table {
  return table.index.length === 0 && table.columnNames().includes("time") ? table.set_index("time") : table;
}
