import { JUPYTER_DISPLAY } from "../display/displayable.ts";
import { draw } from "./draw.ts";

/** Has the features of results' charts: axes of times and numbers, colors, tooltips. */
const SMALL = {
  data: { values: [0, 1].map((x) => ({ x, y: x, series: "a" })) },
  mark: "line",
  encoding: {
    x: { field: "x", type: "temporal", scale: { type: "utc" } },
    y: { field: "y", type: "quantitative" },
    color: { field: "series", type: "nominal" },
    tooltip: [{ field: "x", type: "temporal" }],
  },
};

let prepared: Promise<unknown> | undefined;

/**
 * Loads and compiles what draws charts, once per process. Done while a query runs, so that the first chart does not take a second
 * longer. A failure here repeats, and is reported, when a chart is drawn.
 */
export function prepareCharts(): void {
  prepared ??= draw(SMALL, "")
    .then((chart) => chart[JUPYTER_DISPLAY]())
    .catch(() => undefined);
}
