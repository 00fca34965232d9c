import { textBars } from "../../display/text-bars.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import type { Summary } from "../columns/summary.ts";
import { unitStart, unitText, type TimeUnit } from "../columns/time-unit.ts";
import { labelOf, short, type Datum } from "../drawing.ts";
import type { Series } from "./series.ts";

/** Where rows are on an axis: each has the code of a name, of a time or of a range; NaN for none. */
export interface Side {
  readonly field: string;
  readonly code: (row: number) => number;
  /** What the chart's data have for a code. */
  readonly drawn: (code: number) => Datum[string];
  /** What a place is called. */
  readonly text: (code: number) => string;
}

export function nameSide({ field, categories: { codes, labels } }: ChartColumn): Side {
  const text = (code: number): string => labels[code] ?? "";
  return { field, code: (row) => codes[row] ?? NaN, drawn: text, text };
}

/** Times, or the beginnings of coarser units. */
export function timeSide({ field, numbers, clock, unit }: ChartColumn, coarse: TimeUnit = unit): Side {
  const own = (row: number): number => clock(numbers[row] ?? NaN);
  const code = coarse.unit === unit.unit ? own : (row: number) => unitStart(coarse, own(row));
  return { field, code, drawn: (time) => time, text: (time) => unitText(coarse, time) };
}

/** Ranges; rows of one are drawn in its middle. */
export function binSide(
  { field, numbers }: Pick<ChartColumn, "field" | "numbers">,
  { step, extent: [start] }: Bins,
): Side {
  const at = (bin: number): number => Number((start + bin * step).toPrecision(12));
  return {
    field,
    code: (row) => Math.floor(NEAR + ((numbers[row] ?? NaN) - start) / step),
    drawn: (bin) => at(bin + 0.5),
    text: (bin) => short(at(bin)),
  };
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

/** The rows of a series at one place, or at one pair of places. */
export interface PlacedCell {
  readonly one: Series;
  readonly codes: readonly [number, number];
  readonly rows: number;
  /** The mean of the rows' values, null if there is none; their number if rows are counted. */
  readonly value: number | null;
}

type Sums = Record<"sum" | "valued" | "rows", number>;

/** The cells of each series, in ascending order of their places. */
export const cellsOf = (series: readonly Series[], first: Side, second?: Side): PlacedCell[] =>
  series.flatMap((one) => {
    const numbers = one.y?.numbers;
    const groups = new Map<number, Map<number, Sums>>();
    for (const row of one.rows) {
      const [at, other] = [first.code(row), second === undefined ? 0 : second.code(row)];
      if (at - at !== 0 || other - other !== 0) continue;
      let group = groups.get(at);
      if (group === undefined) groups.set(at, (group = new Map<number, Sums>()));
      let cell = group.get(other);
      if (cell === undefined) group.set(other, (cell = { sum: 0, valued: 0, rows: 0 }));
      cell.rows += 1;
      const value = numbers?.[row] ?? NaN;
      if (value - value !== 0) continue;
      cell.sum += value;
      cell.valued += 1;
    }
    return [...groups]
      .flatMap(([at, group]) =>
        Array.from(group, ([other, { sum, valued, rows }]): PlacedCell => {
          const mean = valued === 0 ? null : sum / valued;
          return { one, codes: [at, other], rows, value: one.y === null ? rows : mean };
        }),
      )
      .sort((a, b) => a.codes[0] - b.codes[0] || a.codes[1] - b.codes[1]);
  });

/** The places of cells, at most so many: those with the largest sums of absolute values, in ascending order. */
export function largestPlaces(
  cells: readonly PlacedCell[],
  side: 0 | 1,
  most: number,
): { codes: number[]; count: number } {
  const sizes = new Map<number, number>();
  for (const { codes, value } of cells)
    sizes.set(codes[side], (sizes.get(codes[side]) ?? 0) + Math.abs(value ?? 0));
  const largest = [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most);
  return { codes: largest.map(([code]) => code).sort((a, b) => a - b), count: sizes.size };
}

/** Cells as a chart's data. */
export const cellData = (cells: readonly PlacedCell[], sides: readonly Side[], value: string): Datum[] =>
  cells.map(({ one, codes, value: number }) => ({
    ...one.fields,
    ...Object.fromEntries(sides.map(({ field, drawn }, at) => [field, drawn(codes[at] ?? NaN)])),
    [value]: number,
  }));

/** Cells on one axis as bars of text. */
export const cellBars = (cells: readonly PlacedCell[], { text }: Side): string[] =>
  textBars(
    cells.map(({ one, codes: [code], value }) => ({
      label: labelOf(one.panel, one.label, text(code)),
      value,
      valueText: short(value),
    })),
    12,
  );
