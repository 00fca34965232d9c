import { formatDate } from "../../display/table/format-date.ts";
import { axisOf, axisTitle } from "../layout/axis.ts";
import type { ChartColumn } from "../layout/chart-column.ts";
import type { ChartPlan } from "../choose-chart.ts";
import {
  extentOf,
  quantity,
  notesOf,
  short,
  withoutNote,
  type Datum,
  type Drawing,
} from "../layout/drawing.ts";
import { panelsOf } from "../layout/panels.ts";
import { bySize, colourNote, colourOf, seriesFields, seriesOf, seriesTooltip } from "../layout/series.ts";
import { textBars } from "./text-bars.ts";

const MAX_BINS = 40;
const SAMPLE = 20_000;
/** Outliers are left out if the whole range is this many times that of 98 % of the rows. */
const OUTLYING = 4;
const TEXT_LINES = 20;
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

/** Number of rows in each of several equal ranges; months and years have calendar lengths. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const axis = axisOf(plan);
  const clock = (value: number): number => Number(axis.drawn(value));
  const panels = panelsOf({ ...plan, y: [], color: null });
  const series = seriesOf({ ...plan, y: [] }, panels.panels);
  const ranked = bySize(series);
  const limits = limitsOf(x, plan.rows);
  const bins = binsOf(x, plan.rows, clock, limits);
  const outside = { below: 0, above: 0 };
  const values: Datum[] = [];
  let missing = 0;
  for (const one of series) {
    const counts = new Map<number, number>();
    for (const row of one.rows) {
      const value = x.numbers[row] as number;
      if (Number.isNaN(value)) missing += 1;
      else if (!Number.isFinite(value)) continue;
      else if (value < limits.low) outside.below += 1;
      else if (value > limits.high) outside.above += 1;
      else {
        const start = bins.start(clock(value));
        counts.set(start, (counts.get(start) ?? 0) + 1);
      }
    }
    const named = seriesFields(ranked, one);
    for (const [start, rows] of [...counts].sort((a, b) => a[0] - b[0]))
      values.push({ ...named, x: start, x2: bins.end(start), rows });
  }
  const moment = (value: number): string =>
    x.kind === "time" ? formatDate(new Date(value), null, "second") : short(value);
  return {
    values,
    body: {
      mark: { type: "bar", binSpacing: 1 },
      encoding: {
        x: { ...axis.encoding, bin: { binned: true } },
        x2: { field: "x2" },
        y: { field: "rows", type: "quantitative", title: "rows" },
        ...colourOf(ranked, plan),
        tooltip: [
          { ...axis.tooltip, title: `${axisTitle(x)} from` },
          { ...axis.tooltip, field: "x2", title: "to" },
          ...seriesTooltip(ranked, plan),
          { field: "rows", type: "quantitative", title: "rows" },
        ],
      },
    },
    panels,
    notes: notesOf(
      `the number of rows in each range of ${x.name}`,
      colourNote(ranked),
      outsideNote(outside, limits),
      withoutNote(missing, x.name),
    ),
    text: textBars(values, TEXT_LINES, ({ x: start, rows }) => [moment(Number(start)), Number(rows)]),
  };
}

interface Bins {
  /** Start of a value's bin. */
  readonly start: (value: number) => number;
  readonly end: (start: number) => number;
}

interface Limits {
  readonly low: number;
  readonly high: number;
}

/** Everything; but if a few outliers would squeeze all other numbers into few bins, the range around those. */
function limitsOf({ kind, numbers }: ChartColumn, rows: Uint32Array): Limits {
  const all = { low: -Infinity, high: Infinity };
  if (kind === "time") return all;
  const finite = rows.filter((row) => Number.isFinite(numbers[row]));
  const length = Math.min(SAMPLE, finite.length);
  const sample = Float64Array.from(
    { length },
    (_, at) => numbers[finite[Math.floor((at * finite.length) / length)]!]!,
  ).sort();
  const at = (share: number): number => sample[Math.round(share * (length - 1))]!;
  const [low, high] = [at(0.01), at(0.99)];
  const width = high - low;
  const whole = extentOf(numbers, finite);
  if (!(width > 0 && whole.high - whole.low > OUTLYING * width)) return all;
  const round = 10 ** Math.floor(Math.log10(width / 4));
  return {
    low: Math.floor((low - width / 4) / round) * round,
    high: Math.ceil((high + width / 4) / round) * round,
  };
}

function outsideNote({ below, above }: { below: number; above: number }, { low, high }: Limits) {
  const parts = notesOf(
    below > 0 && `${quantity(below, "row")} below ${short(low)}`,
    above > 0 && `${quantity(above, "row")} above ${short(high)}`,
  );
  return parts.length > 0 && `not drawn: ${parts.join(", ")}`;
}

function binsOf(x: ChartColumn, rows: Uint32Array, clock: (value: number) => number, limits: Limits): Bins {
  const inside = rows.filter((row) => {
    const value = x.numbers[row] as number;
    return Number.isFinite(value) && value >= limits.low && value <= limits.high;
  });
  const { low, high } = extentOf(x.numbers, inside);
  const integers = inside.every((row) => Number.isInteger(x.numbers[row]));
  if (high < low) return evenBins(1);
  const width = high - low;
  if (x.kind === "time") {
    const step = TIME_STEPS.find((ms) => (clock(high) - clock(low)) / ms <= MAX_BINS);
    return step === undefined
      ? monthBins(
          width / (30 * DAY) <= MAX_BINS
            ? 1
            : width / (91 * DAY) <= MAX_BINS
              ? 3
              : 12 * Math.ceil(width / (365 * DAY) / MAX_BINS),
        )
      : evenBins(step);
  }
  const raw = width / MAX_BINS;
  const power = 10 ** Math.floor(Math.log10(raw > 0 ? raw : 1));
  const nice = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw) ?? 1;
  return evenBins(integers ? Math.max(1, nice) : raw > 0 ? nice : 1);
}

function evenBins(step: number): Bins {
  // Computed with integer steps, so that a bin's end equals the next one's start.
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
