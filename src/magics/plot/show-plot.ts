import { UsageError } from "../../core/errors.ts";
import type { Table } from "../../core/table/table.ts";
import { display } from "../display/display.ts";
import { say } from "../notebook-host.ts";
import type { VegaLiteSpec } from "./chart-spec.ts";
import { plot } from "./plot.ts";
import type { PlotOptions } from "./plot-options.ts";

/**
 * Shows a table's chart ({@link plot}) where the table itself is kept in a variable. A table that can't be drawn as asked loses nothing:
 * a line on stderr says why there is no chart.
 */
export async function show_plot(table: Table, options: PlotOptions | VegaLiteSpec = {}): Promise<void> {
  try {
    display(await plot(table, options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`WARNING: no chart: ${error.message}`, "stderr");
  }
}
