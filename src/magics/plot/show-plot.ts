import { UsageError } from "../../core/errors.ts";
import type { Table } from "../../core/table/table.ts";
import { display } from "../display/display.ts";
import { say } from "../notebook-host.ts";
import type { VegaLiteSpec } from "./chart-spec.ts";
import { plot } from "./plot.ts";
import type { PlotOptions } from "./plot-options.ts";

/**
 * Display a table's chart ({@link plot}) when the table itself goes to a variable. If it can't be drawn as requested, a line on stderr
 * says why, and the table is not lost.
 */
export async function show_plot(table: Table, options: PlotOptions | VegaLiteSpec = {}): Promise<void> {
  try {
    display(await plot(table, options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`WARNING: no chart: ${error.message}`, "stderr");
  }
}
