import { factorize } from "../../result/pivot/factorize.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import type { Summary } from "../columns/summary.ts";
import { unitStart, unitText, type TimeUnit } from "../columns/time-unit.ts";
import { short, type Datum } from "../drawing.ts";

/** Where the rows are on a channel: each at a name, a time or a range, in ascending order. */
export interface ChannelKey {
  readonly field: string;
  /** The place of each row; no place's number for none. */
  readonly codes: ArrayLike<number>;
  /** What each place is called. */
  readonly names: readonly string[];
  /** What the chart's data have for each place. */
  readonly values: readonly Datum[string][];
  /** The same of a row, where it has a value of its own. */
  readonly draw?: (row: number) => Datum[string];
}

export const nameKey = ({ field, categories: { codes, labels } }: ChartColumn): ChannelKey => ({
  ...{ field, codes },
  names: labels,
  values: labels,
});

/** Times, or the beginnings of coarser units. */
export function timeKey({ field, numbers, clock, unit }: ChartColumn, coarse: TimeUnit = unit): ChannelKey {
  const draw = (row: number): number => clock(numbers[row] ?? NaN);
  const start = coarse.unit === unit.unit ? draw : (row: number) => unitStart(coarse, draw(row));
  const { values, codes } = factorize(perRow(numbers.length, start));
  const times = (values as readonly number[]).filter(Number.isFinite);
  return { field, codes, names: times.map((time) => unitText(coarse, time)), values: times, draw };
}

/** Ranges; many rows of one are drawn in its middle. */
export function binKey(
  { field, numbers }: Pick<ChartColumn, "field" | "numbers">,
  { step, extent: [start, end] }: Bins,
): ChannelKey {
  const bins = Array.from({ length: Math.round((end - start) / step) }, (_, bin) => bin);
  const at = (bin: number): number => Number((start + bin * step).toPrecision(12));
  return {
    field,
    codes: perRow(numbers.length, (row) => Math.floor(NEAR + ((numbers[row] ?? NaN) - start) / step)),
    names: bins.map((bin) => short(at(bin))),
    values: bins.map((bin) => at(bin + 0.5)),
    draw: (row) => numbers[row],
  };
}

/** A number for each row. A plain loop, for millions of rows. */
function perRow(rows: number, numberOf: (row: number) => number): Float64Array {
  const numbers = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) numbers[row] = numberOf(row);
  return numbers;
}

/** Vega-Lite's `bin`: ranges of equal width, each with its lower end. */
interface Bins {
  readonly step: number;
  readonly extent: readonly [number, number];
}

/** As in Vega: a value this close below a range's beginning is in it. */
const NEAR = 1e-14;

/** Ranges of a round width, at most `most`. The last one ends above the highest value, which else would share a range with those below it. */
export function binsOf(
  { low, high, isWhole }: Pick<Summary, "low" | "high" | "isWhole">,
  most: number,
): Bins {
  if (!(high >= low)) return { step: 1, extent: [0, 1] };
  const round = roundStep(low, (high - low) / most);
  const step = isWhole ? Math.max(1, round) : round;
  const start = Math.floor(low / step + NEAR) * step;
  const count = Math.floor(NEAR + (high - start) / step) + 1;
  // Without the error of a sum: 0.3, not 0.30000000000000004.
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  const exact = (value: number): number => (decimals > 15 ? value : Number(value.toFixed(decimals)));
  return { step, extent: [exact(start), exact(start + count * step)] };
}

/** A step of at least so much; of a single value far above the digits that a number has. */
function roundStep(low: number, least: number): number {
  if (!(least > 0)) return Math.abs(low) < 1e12 ? 1 : 10 ** Math.floor(Math.log10(Math.abs(low)) - 3);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** The keys of a chart's panels and colours. */
export const seriesKeys = ({
  facet,
  color,
}: Pick<ChartPlan, "facet" | "color">): [ChannelKey | null, ChannelKey | null] => [
  facet && nameKey(facet),
  color && nameKey(color),
];
