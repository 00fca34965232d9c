// This folder: steps between a result and what is shown: time to dates, zone, index, columns and rows left out.

import type { Table } from "../../core/table/table.ts";

/** Make the column `time` the table's index, if it exists and the table has no index. */
export function time_index(table: Table): Table {
  return table.index.length === 0 && table.columnNames().includes("time") ? table.set_index("time") : table;
}
