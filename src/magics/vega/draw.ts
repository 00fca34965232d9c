import { JUPYTER_DISPLAY } from "../display/displayable.ts";
import { Chart } from "./chart.ts";
import type { VegaLiteSpec } from "./vega-lite-spec.ts";
import { unknownName } from "./unknown-name.ts";

/** Vega-Lite's marks. */
const SPEC_MARKS =
  "arc area bar boxplot circle errorband errorbar geoshape image line point rect rule square text tick trail".split(
    " ",
  );

/**
 * A chart of a specification with its data. Its picture is made when it is shown or saved.
 *
 * @param text - Shown by frontends without pictures.
 * @throws UsageError for an unknown mark
 */
export function draw(spec: VegaLiteSpec, text: string): Chart {
  checkMarks(spec);
  return new Chart(spec, text);
}

/** Vega-Lite itself fails in a property of undefined. @throws UsageError for an unknown mark */
function checkMarks(spec: unknown): void {
  if (typeof spec !== "object" || spec === null) return;
  for (const [key, value] of Object.entries(spec)) {
    if (key === "data" || key === "datasets") continue;
    const mark: unknown = key !== "mark" ? undefined : isObject(value) ? value["type"] : value;
    if (typeof mark === "string" && !SPEC_MARKS.includes(mark))
      throw unknownName("Vega-Lite has no mark", mark, SPEC_MARKS);
    checkMarks(value);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

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
  const chart = draw(SMALL, "");
  prepared ??= chart[JUPYTER_DISPLAY]().catch(() => undefined);
}
