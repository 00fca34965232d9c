import { formatDate } from "../display/format-date.ts";
import type { ChartColumn } from "./chart-column.ts";
import type { ChartPlan } from "./choose-chart.ts";
import { clockOf } from "./clock.ts";
import { count, inPanel, short, type Datum, type Drawing } from "./drawing.ts";
import { panelsOf } from "./panels.ts";
import { bySize, colourOf, seriesOf } from "./series.ts";

const MOST_BINS = 40;
const TEXT_LINES = 20;
const BAR_WIDTH = 40;
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const TIME_STEPS = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  6 * HOUR,
  DAY,
  7 * DAY,
];

/** How many rows have a value in each of some equal ranges: months and years are as long as the calendar has them. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const clock = x.kind === "time" ? clockOf(x.zone) : (value: number): number => value;
  const panels = panelsOf({ ...plan, y: [], color: null });
  const series = seriesOf({ ...plan, y: [] }, panels.panels);
  const ranked = bySize(series);
  const bins = binsOf(x, plan.rows, clock);
  const values: Datum[] = [];
  let missing = 0;
  for (const [at, { label }] of panels.panels.entries()) {
    for (const one of series[at] ?? []) {
      const counts = new Map<number, number>();
      for (const row of one.rows) {
        const value = x.numbers[row] ?? NaN;
        if (!Number.isFinite(value)) missing += 1;
        else {
          const start = bins.start(clock(value));
          counts.set(start, (counts.get(start) ?? 0) + 1);
        }
      }
      const named = { ...inPanel(label), ...(ranked.length > 1 ? { series: one.label } : {}) };
      for (const [start, rows] of [...counts].sort((a, b) => a[0] - b[0]))
        values.push({ ...named, x: start, x2: bins.end(start), rows });
    }
  }
  const title = x.kind === "time" ? `${x.name} (${x.zone})` : x.name;
  const type = x.kind === "time" ? "temporal" : "quantitative";
  return {
    values,
    body: {
      mark: { type: "bar", binSpacing: 1 },
      encoding: {
        x: {
          field: "x",
          type,
          title,
          bin: { binned: true },
          ...(x.kind === "time" ? { scale: { type: "utc" } } : {}),
        },
        x2: { field: "x2" },
        y: { field: "rows", type: "quantitative", title: "rows" },
        ...colourOf(ranked.slice(0, 10), plan.color?.name ?? null),
        tooltip: [
          { field: "x", type, title: `${title} from` },
          { field: "x2", type, title: "to" },
          ...(ranked.length > 1
            ? [{ field: "series", type: "nominal", title: plan.color?.name ?? "series" }]
            : []),
          { field: "rows", type: "quantitative", title: "rows" },
        ],
      },
    },
    panels,
    notes: [
      `the number of rows in each range of ${x.name}`,
      ...(missing > 0
        ? [`without ${count(missing, "row")} that ${missing === 1 ? "has" : "have"} no ${x.name}`]
        : []),
    ],
    text: textBins(values, x.kind),
  };
}

interface Bins {
  /** The beginning of the bin that a value is in. */
  readonly start: (value: number) => number;
  readonly end: (start: number) => number;
}

function binsOf(x: ChartColumn, rows: Uint32Array, clock: (value: number) => number): Bins {
  let [low, high] = [Infinity, -Infinity];
  let integers = true;
  for (const row of rows) {
    const value = x.numbers[row] ?? NaN;
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    integers &&= Number.isInteger(value);
  }
  const width = high - low;
  if (x.kind === "time") {
    const step = TIME_STEPS.find((ms) => (clock(high) - clock(low)) / ms <= MOST_BINS);
    return step === undefined
      ? monthBins(
          width / (30 * DAY) <= MOST_BINS
            ? 1
            : width / (91 * DAY) <= MOST_BINS
              ? 3
              : 12 * Math.ceil(width / (365 * DAY) / MOST_BINS),
        )
      : evenBins(step);
  }
  const raw = width / MOST_BINS;
  const power = 10 ** Math.floor(Math.log10(raw > 0 ? raw : 1));
  const nice = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw) ?? 1;
  return evenBins(integers ? Math.max(1, nice) : raw > 0 ? nice : 1);
}

function evenBins(step: number): Bins {
  // By whole steps, so that the end of a bin is the very number at which the next begins.
  return {
    start: (value) => step * Math.floor(value / step),
    end: (start) => step * (Math.round(start / step) + 1),
  };
}

function monthBins(months: number): Bins {
  const beginning = (index: number): number => Date.UTC(Math.floor(index / 12), index % 12, 1);
  const index = (ms: number): number => {
    const date = new Date(ms);
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months) * months;
  };
  return { start: (ms) => beginning(index(ms)), end: (start) => beginning(index(start) + months) };
}

function textBins(values: readonly Datum[], kind: ChartColumn["kind"]): string[] {
  const shown = values.slice(0, TEXT_LINES);
  const most = shown.reduce((largest, { rows }) => Math.max(largest, Number(rows)), 0);
  const name = (value: unknown): string =>
    kind === "time" ? formatDate(new Date(Number(value)), null, "second") : short(Number(value));
  const lines = shown.map(
    ({ x, series, rows }) =>
      `${name(x)}${series === undefined ? "" : ` ${String(series)}`} ${"█".repeat(Math.round((Number(rows) / most) * BAR_WIDTH))} ${String(rows)}`,
  );
  return values.length > shown.length ? [...lines, `and ${values.length - shown.length} more`] : lines;
}
