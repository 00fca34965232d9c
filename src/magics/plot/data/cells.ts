import { textBars } from "../../display/text-bars.ts";
import type { ChartColumn } from "../columns/chart-column.ts";
import { unitText, unitIndex, unitStart, type TimeUnit } from "../columns/time-unit.ts";
import { labelOf, short, type Datum } from "../drawing.ts";
import { binOf, type Bins } from "./bins.ts";
import { ROWS, type Series } from "./series.ts";

/** Where rows are on an axis: each has the code of a name, of a time, of a unit of time or of a range; NaN for none. */
export interface Side {
  readonly field: string;
  readonly code: (row: number) => number;
  /** What the chart's data have for a row that is drawn itself, and for all rows of a code. */
  readonly own: (row: number) => Datum[string];
  readonly drawn: (code: number) => Datum[string];
  /** What a place is called. */
  readonly text: (code: number) => string;
}

export function nameSide({ field, categories: { codes, labels } }: ChartColumn): Side {
  const text = (code: number): string => labels[code] ?? "";
  return {
    field,
    code: (row) => codes[row] ?? NaN,
    own: (row) => text(codes[row] ?? NaN),
    drawn: text,
    text,
  };
}

/** Units of time by number; without a unit the times themselves. */
export function timeSide(
  { field, numbers, clock, unit: finest, summary }: ChartColumn,
  unit?: TimeUnit,
): Side {
  const own = (row: number): number => clock(numbers[row] ?? NaN);
  if (unit === undefined)
    return { field, code: own, own, drawn: (time) => time, text: (time) => unitText(finest, time) };
  // Weeks begin on the data's day.
  const first =
    unit.unit === "week" ? clock(summary.low) - unitStart(unit, unitIndex(unit, clock(summary.low))) : 0;
  const drawn = (index: number): number => unitStart(unit, index) + first;
  return {
    field,
    code: (row) => unitIndex(unit, own(row)),
    own,
    drawn,
    text: (index) => unitText(unit, drawn(index)),
  };
}

/** Ranges; rows of one are drawn in its middle. */
export function binSide(field: string, numbers: ArrayLike<number>, bins: Bins): Side {
  const own = (row: number): number => numbers[row] ?? NaN;
  const at = (bin: number): number => Number((bins.extent[0] + bin * bins.step).toPrecision(15));
  return {
    field,
    code: (row) => binOf(bins, own(row)),
    own,
    drawn: (bin) => at(bin + 0.5),
    text: (bin) => short(Number(at(bin).toPrecision(12))),
  };
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
    const ascending = ([a]: [number, unknown], [b]: [number, unknown]): number => a - b;
    return [...groups].sort(ascending).flatMap(([at, group]) =>
      [...group].sort(ascending).map(([other, { sum, valued, rows }]): PlacedCell => {
        const mean = valued === 0 ? null : sum / valued;
        return { one, codes: [at, other], rows, value: one.y === null ? rows : mean };
      }),
    );
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

/** Up to so many rows are the chart's data as they are, for Vega-Lite to count or average; of more, their cells. */
export const areFew = (rows: number): boolean => rows <= 5000;

/** How Vega-Lite counts: rows that are few, or the numbers of many. */
export const countOf = (isFew: boolean): object =>
  isFew ? { aggregate: "count" } : { aggregate: "sum", field: ROWS };

/** Rows as a chart's data, with their values unless rows are counted. */
export const rowData = (
  series: readonly Series[],
  { field, own }: Side,
  value: string,
  isDrawn: (row: number) => boolean = () => true,
): Datum[] =>
  series.flatMap(({ rows, y, fields }) =>
    Array.from(rows.filter(isDrawn), (row) => ({
      ...fields,
      [field]: own(row),
      ...(y === null ? {} : { [value]: y.draw(y.numbers[row]) }),
    })),
  );

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
      written: short(value),
    })),
    12,
  );
