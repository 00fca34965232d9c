import { vegaText } from "../encode/vega-text.ts";
import { chartColumn, type ChartColumn } from "./chart-column.ts";

/** Fields of a fold, as Vega-Lite's transform makes them: the name and the value of one of several columns. */
export const COLUMN = "column name";
export const VALUE = "column value";

/** Several columns of numbers below each other: their values, their names, and a column that stands beside them. */
export interface Fold {
  readonly values: ChartColumn;
  readonly names: ChartColumn;
  readonly repeat: (column: ChartColumn | null) => ChartColumn | null;
}

export function fold(columns: readonly ChartColumn[]): Fold {
  const rows = columns[0]?.numbers.length ?? 0;
  const all = new Float64Array(rows * columns.length);
  for (const [at, { numbers }] of columns.entries()) all.set(numbers, at * rows);
  const labels = columns.map(({ name }) => vegaText(name));
  const codes = new Uint32Array(all.length).map((_, row) => Math.floor(row / rows));
  const zone = null;
  return {
    values: chartColumn({ name: "", field: VALUE, kind: "number", values: all, zone }),
    names: chartColumn(
      { name: "column", field: COLUMN, kind: "category", values: labels, zone },
      { categories: { codes, labels, isCalendar: false, isSorted: true } },
    ),
    repeat: (column) =>
      column &&
      chartColumn(column, {
        get numbers() {
          return Float64Array.from(all, (_, row) => column.numbers[row % rows] ?? NaN);
        },
        get categories() {
          const { codes: own, ...names } = column.categories;
          return { ...names, codes: codes.map((_, row) => own[row % rows] ?? 0) };
        },
      }),
  };
}
