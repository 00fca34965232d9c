import type { ChartPlan } from "../choose-chart.ts";
import { firstValue, type ChartColumn } from "../columns/chart-column.ts";
import type { PlacedCell } from "../data/cells.ts";

/** Bars without an order of their own are limited to the largest, others to the first. */
const MAX_BARS = 30;
const MAX_ORDERED = 60;

/** The categories that have a bar, in the bars' order. */
interface BarOrder {
  readonly codes: readonly number[];
  /** The order in Vega-Lite's words, without the channel of the values; null for that of the data, and undefined for a list of names. */
  readonly sort: "" | "-" | null | undefined;
}

/**
 * The order of the bars: as requested; else ascending for numbers, booleans, days, months and names that the rows are sorted by; else
 * largest first.
 */
export function barOrder(
  { options, inOrder }: ChartPlan,
  x: ChartColumn,
  cells: readonly PlacedCell[],
): BarOrder {
  const { codes: rowCodes, labels } = x.categories;
  const sort = options.sort ?? (inOrder === true ? "none" : hasOrder(x) ? "x" : "-y");
  const codes = [...labels.keys()];
  if (typeof sort === "object") {
    const places = new Map(sort.map((name, at) => [name, at]));
    const rank = (code: number): number => places.get(labels[code] ?? "") ?? places.size;
    codes.sort((a, b) => rank(a) - rank(b) || a - b);
  }
  if (sort === "-x" || sort === "descending") codes.reverse();
  if (sort === "none") return { codes: [...new Set(rowCodes)].slice(0, MAX_ORDERED), sort: null };
  if (sort !== "y" && sort !== "-y") return { codes: codes.slice(0, MAX_ORDERED), sort: undefined };
  const heights = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const {
    codes: [code],
    value,
  } of cells) {
    if (value === null) continue;
    heights.set(code, (heights.get(code) ?? 0) + value);
    sizes.set(code, (sizes.get(code) ?? 0) + Math.abs(value));
  }
  const sizeOf = (code: number): number => sizes.get(code) ?? 0;
  const height = (code: number): number => heights.get(code) ?? -Infinity;
  const largest = codes.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b).slice(0, MAX_BARS);
  const sign = sort === "y" ? -1 : 1;
  largest.sort((a, b) => sign * Math.sign(height(b) - height(a)) || a - b);
  return { codes: largest, sort: sort === "y" ? "" : "-" };
}

/** Whether the values have an order of their own, or the rows are sorted by them. */
function hasOrder({
  kind,
  facts: { values },
  categories: { codes, labels, isCalendar },
}: ChartColumn): boolean {
  if (kind !== "category" || isCalendar || typeof firstValue(values) === "boolean") return true;
  return labels.length > 2 && codes.every((code, row) => row === 0 || code >= (codes[row - 1] ?? 0));
}
