import { formatDate } from "../../display/table/format-date.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { clocked, type ChartColumn } from "../columns/chart-column.ts";
import { panelsOf } from "../columns/panels.ts";
import { colourNote, seriesOf } from "../columns/series.ts";
import { coarseUnit, timeUnitOf, unitIndex, unitStart, UNITS } from "../columns/time-unit.ts";
import {
  extentOf,
  type Extent,
  notesOf,
  quantity,
  ROWS,
  short,
  withoutNote,
  type Datum,
  type Drawing,
} from "../drawing.ts";
import { axisOf, timeTooltip, without, type ChannelDef } from "../encode/axis.ts";
import { colourOf, seriesTooltip, valueChannel } from "../encode/value-channel.ts";
import { timeTicks } from "../encode/time-ticks.ts";
import { binOf, binsOf, middleOf } from "./bins.ts";
import { textBars } from "./text-bars.ts";

const MAX_BINS = 40;
const MAX_TIMES = 200;
/** Up to so many rows are the chart's data as they are; of more, the number in each bin. */
const MAX_ROWS = 5000;
const SAMPLE = 20_000;
/** Outliers are left out if the whole range is this many times that of 98 % of the rows. */
const OUTLYING = 4;
const TEXT_LINES = 20;

/** Number of rows in each of several equal ranges, or in each unit of time. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const panels = panelsOf({ ...plan, y: [], color: null });
  const series = seriesOf({ ...plan, y: [] }, panels);
  const limits = limitsOf(x, plan.rows);
  const inside = extentOf(
    x.numbers,
    plan.rows.filter(
      (row) => (x.numbers[row] ?? NaN) >= limits.low && (x.numbers[row] ?? NaN) <= limits.high,
    ),
  );
  const ranges = x.kind === "time" ? timesOf(plan, x, inside) : numbersOf(plan, x, inside);
  const outside = { below: 0, above: 0 };
  let missing = 0;
  const isRaw = plan.rows.length <= MAX_ROWS;
  const counts = series.all.map((one) => {
    const bins = new Map<number, number>();
    for (const row of one.rows) {
      const value = x.numbers[row] as number;
      if (Number.isNaN(value)) missing += 1;
      else if (!Number.isFinite(value)) continue;
      else if (value < limits.low) outside.below += 1;
      else if (value > limits.high) outside.above += 1;
      else bins.set(ranges.bin(value), (bins.get(ranges.bin(value)) ?? 0) + 1);
    }
    return { one, bins: [...bins].sort((a, b) => a[0] - b[0]) };
  });
  const values = counts.flatMap(({ one, bins }): Datum[] =>
    isRaw
      ? Array.from(
          one.rows.filter((row) => Number.isFinite(x.numbers[row])),
          (row) => ({
            ...series.fields(one),
            [x.field]: x.kind === "time" ? x.clock(x.numbers[row] as number) : (x.numbers[row] as number),
          }),
        )
      : bins.map(([bin, rows]) => ({ ...series.fields(one), [x.field]: ranges.inside(bin), [ROWS]: rows })),
  );
  const isCut = outside.below + outside.above > 0;
  const highest = Math.max(1, ...counts.flatMap(({ bins }) => bins.map(([, rows]) => rows)));
  const { channel, tooltip } = valueChannel(
    { ...plan, options: { ...plan.options, percent: false } },
    ROWS,
    "rows",
    { low: plan.options.log === true ? 1 : 0, high: highest },
    { zero: true, whole: true },
  );
  const summed = (one: ChannelDef): ChannelDef =>
    isRaw ? { aggregate: "count", ...without(one, "field") } : { aggregate: "sum", ...one };
  return {
    values,
    panelField: panels.field,
    body: {
      ...(isCut && isRaw
        ? { transform: [{ filter: { field: x.field, range: [limits.low, limits.high] } }] }
        : {}),
      mark: "bar",
      encoding: {
        x: ranges.channel,
        y: summed(channel),
        ...colourOf(series),
        tooltip: [ranges.tooltip, ...seriesTooltip(series), summed(tooltip)],
      },
    },
    notes: notesOf(
      ...panels.notes,
      `the number of rows in each range of ${x.name}`,
      colourNote(series),
      outsideNote(outside, limits),
      withoutNote(missing, x.name),
    ),
    text: textBars(
      counts.flatMap(({ one, bins }) =>
        bins.map(([bin, value]) => ({
          label: [one.panel.label, one.label, ranges.text(bin)]
            .filter((part) => part !== null && part !== "")
            .join(", "),
          value,
        })),
      ),
      TEXT_LINES,
    ),
  };
}

/** How values are counted: the bin of a value, a value inside a bin, and the axis in Vega-Lite's words. */
interface Ranges {
  readonly bin: (value: number) => number;
  readonly inside: (bin: number) => number;
  readonly text: (bin: number) => string;
  readonly channel: ChannelDef;
  readonly tooltip: ChannelDef;
}

function numbersOf(plan: ChartPlan, x: ChartColumn, { low, high }: Extent): Ranges {
  const whole = Array.prototype.every.call(
    x.numbers,
    (value) => !(value % 1 !== 0) || !Number.isFinite(value),
  );
  const bins = high >= low ? binsOf(low, high, MAX_BINS, whole) : binsOf(0, 1, 1, true);
  const axis = axisOf(plan);
  return {
    bin: (value) => binOf(bins, value),
    inside: (bin) => middleOf(bins, bin),
    text: (bin) => short(Number((bins.extent[0] + bin * bins.step).toPrecision(12))),
    channel: { ...without(axis.channel, "scale"), bin: bins },
    tooltip: { ...axis.tooltip, bin: bins },
  };
}

/** Times are counted in the unit that they have, or in a coarser one, of which there are not too many. */
function timesOf(plan: ChartPlan, x: ChartColumn, { low, high }: Extent): Ranges {
  const own = timeUnitOf(x);
  const fitting = coarseUnit(high - low, MAX_TIMES);
  const isOwn = own.timeUnit !== null && own.ms >= fitting.ms;
  const unit = isOwn
    ? own
    : (UNITS.find(({ ms, timeUnit }) => timeUnit !== null && ms >= Math.max(fitting.ms, own.ms)) ?? fitting);
  const { channel } = axisOf(plan);
  const title = String(channel["title"]);
  const ticks = timeTicks(clocked(x, { low, high }), unit, plan.width);
  return {
    bin: (value) => unitIndex(unit, x.clock(value)),
    inside: (bin) => unitStart(unit, bin),
    text: (bin) => formatDate(new Date(unitStart(unit, bin)), null, "second"),
    channel: {
      field: x.field,
      timeUnit: unit.timeUnit,
      type: "temporal",
      title,
      axis: { grid: false, ...ticks },
    },
    tooltip: timeTooltip(x.field, unit, title),
  };
}

/** Everything; but if a few outliers would squeeze all other numbers into few bins, the range around those. */
function limitsOf({ kind, numbers }: ChartColumn, rows: Uint32Array): Extent {
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

function outsideNote({ below, above }: { below: number; above: number }, { low, high }: Extent) {
  const parts = notesOf(
    below > 0 && `${quantity(below, "row")} below ${short(low)}`,
    above > 0 && `${quantity(above, "row")} above ${short(high)}`,
  );
  return parts.length > 0 && `not drawn: ${parts.join(", ")}`;
}
