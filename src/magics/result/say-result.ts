import type { Table } from "../../core/table/table.ts";
import { say } from "../notebook-host.ts";

/**
 * Says in one line what a variable holds, and where it is from: `busiest: 10 rows x 3 columns, job 42, 0.2 s`. Without a name: how many
 * rows of its result a table has, when a limit cut it.
 *
 * @param name - The variable that takes the table.
 */
export function say_result(table: Table, name?: string): void {
  const { source } = table;
  const rows = table.numRows();
  if (name === undefined) {
    if (source?.rows != null && rows < source.rows)
      say(`INFO: ${rows} of ${source.rows} rows fetched (--limit)`);
    return;
  }
  const size = `${counted(rows, "row")} x ${counted(table.numCols(), "column")}`;
  const job = source?.job_id == null ? [] : [`job ${source.job_id}`];
  const seconds = source === null ? [] : [`${(source.elapsedMs / 1000).toFixed(1)} s`];
  say(`${name}: ${[size, ...job, ...seconds].join(", ")}`);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
