import type { ChartPlan } from "../choose-chart.ts";
import type { Categories } from "../columns/categories.ts";
import { firstValue } from "../columns/chart-column.ts";
import type { PlacedCell } from "../data/places.ts";

/** Bars without an order of their own are limited to the largest, others to the first. */
const MAX_BARS = 30;
const MAX_ORDERED = 60;

/** The categories that have a bar, in the bars' order. */
export interface BarOrder {
  readonly codes: readonly number[];
  readonly byName: boolean;
  readonly byValue: boolean;
  readonly descending: boolean;
}

/**
 * The order of the bars: as requested; else ascending for numbers, booleans, days, months and names that the rows are sorted by; else
 * largest first.
 */
export function barOrder(
  { options, inOrder }: ChartPlan,
  categories: Categories,
  cells: readonly PlacedCell[],
): BarOrder {
  const { codes: rowCodes, labels, column, isCalendar } = categories;
  const { sort } = options;
  const codes = [...labels.keys()];
  const first = (order: number[], byName: boolean): BarOrder => ({
    codes: order.slice(0, MAX_ORDERED),
    byName,
    byValue: false,
    descending: false,
  });
  if (typeof sort === "object") {
    const places = new Map(sort.map((name, at) => [name, at]));
    const place = (code: number): number => places.get(labels[code] ?? "") ?? places.size;
    const order = codes.sort((a, b) => place(a) - place(b) || a - b);
    return first(order, true);
  }
  if (sort === "x" || sort === "ascending") return first(codes, true);
  if (sort === "-x" || sort === "descending") return first(codes.reverse(), true);
  if (sort === "none" || (sort === undefined && inOrder === true))
    return first([...new Set(rowCodes)], false);
  const isNamed =
    column.kind !== "category" ||
    isCalendar ||
    typeof firstValue(column.values) === "boolean" ||
    (labels.length > 2 && rowCodes.every((code, row) => row === 0 || code >= (rowCodes[row - 1] ?? 0)));
  if (sort === undefined && isNamed) return first(codes, true);
  const sums = new Map<number, { sum: number; size: number }>();
  for (const {
    codes: [code = 0],
    value,
  } of cells) {
    if (value === null) continue;
    const { sum, size } = sums.get(code) ?? { sum: 0, size: 0 };
    sums.set(code, { sum: sum + value, size: size + Math.abs(value) });
  }
  const sizeOf = (code: number): number => sums.get(code)?.size ?? 0;
  const height = (code: number): number => sums.get(code)?.sum ?? -Infinity;
  const largest = codes.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b).slice(0, MAX_BARS);
  const sign = sort === "y" ? -1 : 1;
  largest.sort((a, b) => sign * Math.sign(height(b) - height(a)) || a - b);
  return { codes: largest, byName: false, byValue: true, descending: sign === 1 };
}
