import { formatDate } from "../../display/table/format-date.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { isWhole } from "../columns/roles.ts";
import { coarseUnit, timeUnitOf, unitStart } from "../columns/time-unit.ts";
import { binsOf } from "../data/bins.ts";
import { areFew, binPlaces, cellsOf, countOf, unitPlaces, type AxisPlaces } from "../data/places.ts";
import { colourNote, longForm, ROWS } from "../data/series.ts";
import { extentOf, notesOf, quantity, short, withoutNote, type Drawing, type Extent } from "../drawing.ts";
import { axisOf } from "../encode/axis.ts";
import { numberChannel, without, type ChannelDef } from "../encode/number-channel.ts";
import { colourOf } from "../encode/palette.ts";
import { timeChannel } from "../encode/time-channel.ts";
import { textBars } from "./text-bars.ts";

const MAX_BINS = 40;
const MAX_TIMES = 200;
const SAMPLE = 20_000;
/** Outliers are left out if the whole range is this many times that of 98 % of the rows. */
const OUTLYING = 4;
const TEXT_LINES = 20;

/** Number of rows in each of several equal ranges, or in each unit of time. */
export function histogram(plan: ChartPlan): Drawing {
  const x = plan.x as ChartColumn;
  const { options } = plan;
  const { numbers } = x;
  const long = longForm({ ...plan, y: [] });
  const limits = x.kind === "time" ? EVERYTHING : limitsOf(numbers, plan.rows);
  const isIn = (row: number): boolean => {
    const value = numbers[row] ?? NaN;
    return value >= limits.low && value <= limits.high && Number.isFinite(value);
  };
  const extent = extentOf(numbers, plan.rows.filter(isIn));
  const { places, channel, text } = x.kind === "time" ? timesOf(plan, x, extent) : rangesOf(plan, x, extent);
  const isFew = areFew(plan.rows);
  const counts = long.series.map((one) => ({ one, cells: cellsOf(one.rows.filter(isIn), [places], null) }));
  const values = counts.flatMap(({ one, cells }) =>
    isFew
      ? Array.from(one.rows.filter(isIn), (row) => ({ ...long.fields(one), [x.field]: places.own(row) }))
      : cells.map(({ codes: [code = 0], rows }) => ({
          ...long.fields(one),
          [x.field]: places.drawn(code),
          [ROWS]: rows,
        })),
  );
  const highest = Math.max(1, ...counts.flatMap(({ cells }) => cells.map(({ rows }) => rows)));
  const y = numberChannel(
    ROWS,
    options.y_title ?? "rows",
    { low: options.log === true ? 1 : 0, high: highest },
    { log: options.log, zero: true, whole: true, format: options.format ?? null },
  );
  const missing = plan.rows.reduce((sum, row) => sum + (Number.isNaN(numbers[row]) ? 1 : 0), 0);
  return {
    values,
    panelField: long.panelField,
    body: {
      mark: "bar",
      encoding: { x: channel, y: { ...without(y, "field"), ...countOf(isFew) }, ...colourOf(long) },
    },
    notes: notesOf(
      ...long.notes,
      `the number of rows in each range of ${x.name}`,
      colourNote(long),
      outsideNote(numbers, plan.rows, limits),
      withoutNote(missing, x.name),
    ),
    text: textBars(
      counts.flatMap(({ one, cells }) =>
        cells.map(({ codes: [code = 0], rows }) => ({
          parts: [one.panel, one.label, text(code)],
          value: rows,
        })),
      ),
      TEXT_LINES,
    ),
  };
}

/** How values are counted, the axis in Vega-Lite's words, and the beginning of a range as text. */
interface Ranges {
  readonly places: AxisPlaces;
  readonly channel: ChannelDef;
  readonly text: (code: number) => string;
}

function rangesOf(plan: ChartPlan, x: ChartColumn, extent: Extent): Ranges {
  const bins = binsOf(extent, MAX_BINS, isWhole(x));
  return {
    places: binPlaces(x, bins),
    channel: { ...without(axisOf(plan).channel, "scale"), bin: bins },
    text: (code) => short(Number((bins.extent[0] + code * bins.step).toPrecision(12))),
  };
}

/** Times are counted in the unit that they have, or in a coarser one, of which there are not too many. */
function timesOf(plan: ChartPlan, x: ChartColumn, { low, high }: Extent): Ranges {
  const unit = coarseUnit(high - low, MAX_TIMES, timeUnitOf(x).ms);
  const { title } = axisOf(plan).channel;
  return {
    places: unitPlaces(x, unit),
    channel: timeChannel(plan, x, String(title), unit),
    text: (code) => formatDate(new Date(unitStart(unit, code)), null, "second"),
  };
}

const EVERYTHING: Extent = { low: -Infinity, high: Infinity };

/** Everything; but if a few outliers would squeeze all other numbers into few bins, the range around those. */
function limitsOf(numbers: ArrayLike<number>, rows: Uint32Array): Extent {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const some = Float64Array.from({ length: Math.ceil(rows.length / step) }, (_, at) => {
    return numbers[rows[at * step] ?? 0] ?? NaN;
  });
  const sample = some.filter(Number.isFinite).sort();
  const at = (share: number): number => sample[Math.round(share * (sample.length - 1))] ?? NaN;
  const [low, high] = [at(0.01), at(0.99)];
  const width = high - low;
  const whole = extentOf(numbers, rows);
  if (!(width > 0 && whole.high - whole.low > OUTLYING * width)) return EVERYTHING;
  const round = 10 ** Math.floor(Math.log10(width / 4));
  return {
    low: Math.floor((low - width / 4) / round) * round,
    high: Math.ceil((high + width / 4) / round) * round,
  };
}

function outsideNote(numbers: ArrayLike<number>, rows: Uint32Array, { low, high }: Extent): string | false {
  let [below, above] = [0, 0];
  for (const row of rows) {
    const value = numbers[row] ?? NaN;
    if (value < low && value > -Infinity) below += 1;
    if (value > high && value < Infinity) above += 1;
  }
  const parts = notesOf(
    below > 0 && `${quantity(below, "row")} below ${short(low)}`,
    above > 0 && `${quantity(above, "row")} above ${short(high)}`,
  );
  return parts.length > 0 && `not drawn: ${parts.join(", ")}`;
}
