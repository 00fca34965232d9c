import { isNone } from "../../core/table/is-none.ts";
import type { Table } from "../../core/table/table.ts";
import { counted } from "../display/number-text.ts";
import { say } from "../notebook-host.ts";
import { keepColumns } from "./replace-columns.ts";

/** Drop the columns without any value: only null, NaN or invalid dates. A table without rows keeps its columns. */
export function dropna(table: Table): Table {
  if (table.numRows() === 0) return table;
  const names = table.columnNames().filter((name) => {
    for (let row = 0; row < table.numRows(); row += 1) {
      const value: unknown = table.get(name, row);
      if (!isNone(value) && !Number.isNaN(value)) return true;
    }
    return false;
  });
  // Without columns the table shows 0 rows.
  if (names.length === 0)
    say(
      `INFO: ${counted(table.numRows(), "row")}, but none of ${counted(table.numCols(), "column")} holds a value: all are dropped`,
    );
  return names.length === table.numCols() ? table : keepColumns(table, names);
}
