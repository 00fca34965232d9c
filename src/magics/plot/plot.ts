import type { Table } from "../../core/table/table.ts";
import { Chart } from "./chart.ts";
import { chartData } from "./chart-data.ts";
import { chartSpec } from "./chart-spec.ts";
import { chartText } from "./chart-text.ts";
import { renderSvg } from "./render-svg.ts";

/**
 * Draws a table: every column of numbers over the index (else over a first column of dates or texts, else over the number of the row).
 *
 * Dates and numbers give one line per column; texts give bars. A time axis shows the index's own time zone ({@link set_timezone}), which its
 * title names. At most 4,000 points are drawn: of each stretch of a longer series the lowest and the highest value, which the chart says.
 *
 * @throws UsageError when there is nothing to draw.
 */
export async function plot(table: Table): Promise<Chart> {
  const data = chartData(table);
  const spec = chartSpec(data);
  return new Chart(spec, await renderSvg(spec), chartText(data));
}
