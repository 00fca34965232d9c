import type { Table } from "../../core/table/table.ts";
import { counted, countText } from "../display/number-text.ts";
import { say } from "../notebook-host.ts";

/**
 * Print what a variable holds and its source: `busiest: 10 rows x 3 columns, job 42, 0.2 s`. Without a name: how many of the result's
 * rows a table has, if a limit applied. As below a displayed table, the index is not counted.
 *
 * @param name - The variable that the table is assigned to.
 */
export function say_result(table: Table, name?: string): void {
  const { source } = table;
  const rows = table.numRows();
  if (name === undefined) {
    if (source?.rows != null && rows < source.rows)
      say(`INFO: ${countText(rows)} of ${counted(source.rows, "row")} fetched (--limit)`);
    return;
  }
  const width = table.columnNames((name) => !table.index.includes(name)).length;
  const size = `${counted(rows, "row")} x ${counted(width, "column")}`;
  const job = source?.job_id == null ? [] : [`job ${source.job_id}`];
  const seconds = source === null ? [] : [`${(source.elapsedMs / 1000).toFixed(1)} s`];
  say(`${name}: ${[size, ...job, ...seconds].join(", ")}`);
}
