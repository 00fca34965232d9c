import type { ChartData, ChartSeries } from "./chart-data.ts";

/** A Vega-Lite specification, as plain JSON. */
export type VegaLiteSpec = Record<string, unknown>;

const SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
/** Readable on white and on black. */
const GREY = "#8a8a8a";
/** Bars lie on their side from so many on, so that their names stay readable. */
const STANDING_BARS = 12;
/** Series whose ranges differ by more than this are drawn below each other, each with an axis of its own. */
const RANGE_RATIO = 50;
const MOST_ROWS = 6;

/**
 * The specification of a chart: a line per series over a time or a number, bars over categories. The data stand in it under fixed field
 * names, so that no column name is ever read as code.
 */
export function chartSpec(data: ChartData): VegaLiteSpec {
  const split = data.series.length <= MOST_ROWS && rangesDiffer(data.series);
  const several = data.series.length > 1;
  const body =
    data.kind === "category" ? barBody(data, several && !split) : lineBody(data, several && !split);
  const only = data.series.length === 1 ? (data.series[0]?.name ?? null) : null;
  return {
    $schema: SCHEMA,
    background: "transparent",
    ...(data.omissions.length === 0 ? {} : { title: { text: `drawn: ${data.omissions.join("; ")}` } }),
    data: { values: values(data) },
    ...(data.kind === "time"
      ? { transform: [{ calculate: "utcFormat(datum.x, '%Y-%m-%d %H:%M:%S')", as: "when" }] }
      : {}),
    ...(split
      ? {
          facet: { row: { field: "series", type: "nominal", title: null, sort: names(data.series) } },
          spec: { ...body, height: 120 },
          resolve: { scale: { y: "independent", x: data.kind === "category" ? "independent" : "shared" } },
        }
      : withValueTitle(body, only)),
    config: config(),
  };
}

function values(data: ChartData): Record<string, unknown>[] {
  return data.series.flatMap(({ name, points }) =>
    points.map(({ x, y }) => ({
      x: data.kind === "category" ? (data.categories[x] ?? "") : x,
      y,
      series: name,
    })),
  );
}

function lineBody(data: ChartData, coloured: boolean): VegaLiteSpec {
  const time = data.kind === "time";
  const whole = data.series.every(({ points }) =>
    points.every(({ x }) => Number.isInteger(x) && Math.abs(x) < 10_000),
  );
  const x = time
    ? { field: "x", type: "temporal", scale: { type: "utc" }, title: `${data.title} (${data.zone})` }
    : // Years and other small whole numbers are not grouped by thousands.
      {
        field: "x",
        type: "quantitative",
        scale: { zero: false },
        title: data.title,
        axis: whole ? { format: "d" } : {},
      };
  const few = data.series.every(({ points }) => points.length <= 40);
  return {
    mark: { type: "line", clip: true, strokeWidth: 1.5, ...(few ? { point: { size: 24 } } : {}) },
    width: 600,
    height: 300,
    encoding: {
      x,
      y: { field: "y", type: "quantitative", scale: { zero: false }, title: null },
      ...colour(data.series, coloured),
      // In the order of the data: on the day that clocks go back, an hour of a local time axis comes twice.
      order: null,
      tooltip: [
        time
          ? { field: "when", type: "nominal", title: data.title }
          : { field: "x", type: "quantitative", title: data.title },
        ...tooltips,
      ],
    },
  };
}

function barBody(data: ChartData, coloured: boolean): VegaLiteSpec {
  const lying = data.categories.length > STANDING_BARS;
  const category = { field: "x", type: "nominal", sort: data.categories, title: data.title };
  const value = { field: "y", type: "quantitative", title: null };
  const offset = { field: "series", type: "nominal", sort: names(data.series) };
  return {
    mark: { type: "bar" },
    ...(lying
      ? { width: 600, height: { step: coloured ? 9 : 18 } }
      : { width: { step: coloured ? 14 : 36 }, height: 300 }),
    encoding: {
      x: lying ? value : { ...category, axis: { labelLimit: 160 } },
      y: lying ? { ...category, axis: { labelLimit: 240 } } : value,
      ...(coloured ? { [lying ? "yOffset" : "xOffset"]: offset } : {}),
      ...colour(data.series, coloured),
      tooltip: [{ field: "x", type: "nominal", title: data.title }, ...tooltips],
    },
  };
}

const tooltips = [
  { field: "series", type: "nominal", title: "series" },
  { field: "y", type: "quantitative", title: "value" },
];

function colour(series: readonly ChartSeries[], coloured: boolean): VegaLiteSpec {
  if (!coloured) return {};
  return { color: { field: "series", type: "nominal", title: null, sort: names(series) } };
}

function names(series: readonly ChartSeries[]): string[] {
  return series.map(({ name }) => name);
}

/** Names the axis of values after the only series. */
function withValueTitle(body: VegaLiteSpec, title: string | null): VegaLiteSpec {
  const encoding = body["encoding"] as Record<string, VegaLiteSpec | null>;
  const channel = encoding["y"]?.["field"] === "y" ? "y" : "x";
  return { ...body, encoding: { ...encoding, [channel]: { ...encoding[channel], title } } };
}

/** Would one axis flatten one of the series? */
function rangesDiffer(series: readonly ChartSeries[]): boolean {
  const sizes = series.map(({ points }) =>
    points.reduce((most, { y }) => Math.max(most, Math.abs(y ?? 0)), 0),
  );
  const some = sizes.filter((size) => size > 0);
  return some.length > 1 && Math.max(...some) / Math.min(...some) > RANGE_RATIO;
}

function config(): VegaLiteSpec {
  const text = { labelColor: GREY, titleColor: GREY };
  return {
    axis: { ...text, domainColor: GREY, tickColor: GREY, gridColor: GREY, gridOpacity: 0.25 },
    legend: { ...text, labelLimit: 240 },
    header: text,
    title: { color: GREY, anchor: "start", fontSize: 11, fontWeight: "normal" },
    view: { stroke: null },
  };
}
