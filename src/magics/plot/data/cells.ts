import type { ChartColumn } from "../columns/chart-column.ts";
import { unitIndex, unitStart, type TimeUnit } from "../columns/time-unit.ts";
import { textBars } from "../../display/text-bars.ts";
import { finiteOrNull, labelOf, shortOrNull, type Datum } from "../drawing.ts";
import { binOf, type Bins } from "./bins.ts";
import { ROWS, type LongForm, type Series } from "./series.ts";

/** Where rows are on an axis: each has the code of a name, of a time, of a unit of time or of a range; NaN for none. */
export interface AxisPlaces {
  readonly field: string;
  readonly code: (row: number) => number;
  /** What the chart's data has for a row that is drawn itself, and for all rows of a code. */
  readonly own: (row: number) => Datum[string];
  readonly drawn: (code: number) => Datum[string];
}

/** The names, or the distinct times, of a column. */
export function valuePlaces(column: ChartColumn): AxisPlaces {
  const { field, kind, numbers } = column;
  if (kind === "time") {
    const own = (row: number): number => column.clock(numbers[row] ?? NaN);
    return { field, code: own, own, drawn: (code) => code };
  }
  const { codes, labels } = column.categories;
  const drawn = (code: number): string => labels[code] ?? "";
  return { field, code: (row) => codes[row] ?? NaN, own: (row) => drawn(codes[row] ?? NaN), drawn };
}

export function unitPlaces({ field, numbers, clock }: ChartColumn, unit: TimeUnit): AxisPlaces {
  const own = (row: number): number => clock(numbers[row] ?? NaN);
  return { field, code: (row) => unitIndex(unit, own(row)), own, drawn: (code) => unitStart(unit, code) };
}

/** Ranges; rows of one are drawn in its middle. */
export function binPlaces(field: string, numbers: ArrayLike<number>, bins: Bins): AxisPlaces {
  const own = (row: number): number => numbers[row] ?? NaN;
  const middle = (bin: number): number => Number((bins.extent[0] + (bin + 0.5) * bins.step).toPrecision(15));
  return { field, code: (row) => binOf(bins, own(row)), own, drawn: middle };
}

/** The rows of a series at one place, or at one pair of places. */
export interface PlacedCell {
  readonly one: Series;
  readonly codes: readonly [number, number];
  readonly rows: number;
  /** The mean of the rows' values, null if there is none; their number if rows are counted. */
  readonly value: number | null;
}

interface Sums {
  sum: number;
  /** The number of rows with a value. */
  valued: number;
  rows: number;
}

/** The cells of a series, in ascending order of their places. @param numbers - Null: rows are counted. */
export function cellsOf(
  one: Series,
  rows: Uint32Array,
  [first, second]: readonly [AxisPlaces, AxisPlaces?],
  numbers: ArrayLike<number> | null,
): PlacedCell[] {
  const groups = new Map<number, Map<number, Sums>>();
  for (const row of rows) {
    const [at, secondCode] = [first.code(row), second === undefined ? 0 : second.code(row)];
    if (at - at !== 0 || secondCode - secondCode !== 0) continue;
    let group = groups.get(at);
    if (group === undefined) groups.set(at, (group = new Map<number, Sums>()));
    let cell = group.get(secondCode);
    if (cell === undefined) group.set(secondCode, (cell = { sum: 0, valued: 0, rows: 0 }));
    cell.rows += 1;
    const value = numbers === null ? NaN : (numbers[row] ?? NaN);
    if (value - value !== 0) continue;
    cell.sum += value;
    cell.valued += 1;
  }
  const ascending = ([a]: [number, unknown], [b]: [number, unknown]): number => a - b;
  return [...groups].sort(ascending).flatMap(([at, group]) =>
    [...group].sort(ascending).map(([other, { sum, valued, rows: count }]): PlacedCell => {
      const mean = valued === 0 ? null : sum / valued;
      return { one, codes: [at, other], rows: count, value: numbers === null ? count : mean };
    }),
  );
}

/** Up to so many rows are the chart's data as they are, for Vega-Lite to count or average; of more, their cells. */
const MAX_ROWS = 5000;

export const areFew = (rows: number): boolean => rows <= MAX_ROWS;

/** How Vega-Lite counts: rows that are few, or the numbers of many. */
export const countOf = (isFew: boolean) =>
  isFew ? { aggregate: "count" as const } : { aggregate: "sum" as const, field: ROWS };

/** The rows of some series as a chart's data, with their values unless rows are counted. */
export const rowData = (
  long: LongForm,
  series: readonly Series[],
  { field, own }: AxisPlaces,
  isDrawn: (row: number) => boolean = () => true,
): Datum[] =>
  series.flatMap((one) =>
    Array.from(one.rows.filter(isDrawn), (row) => ({
      ...long.fields(one),
      [field]: own(row),
      ...(one.y === null ? {} : { [long.value]: finiteOrNull(one.y.numbers[row]) }),
    })),
  );

/** Cells on one axis as bars of text. @param nameOf - What a place is called */
export const cellBars = (
  cells: readonly PlacedCell[],
  nameOf: (code: number) => string,
  most: number,
): string[] =>
  textBars(
    cells.map(({ one, codes: [code], value }) => ({
      label: labelOf(one.panel, one.label, nameOf(code)),
      value,
      written: shortOrNull(value),
    })),
    most,
  );

/** Cells as a chart's data. */
export const cellData = (
  long: LongForm,
  cells: readonly PlacedCell[],
  places: readonly AxisPlaces[],
  value: string,
): Datum[] =>
  cells.map((cell) => ({
    ...long.fields(cell.one),
    ...Object.fromEntries(places.map(({ field, drawn }, at) => [field, drawn(cell.codes[at] ?? NaN)])),
    [value]: cell.value,
  }));
