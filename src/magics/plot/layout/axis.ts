import { categoriesOf } from "./categories.ts";
import type { ChartColumn } from "./chart-column.ts";
import { clockOf } from "./clock.ts";
import { areSmallIntegers } from "./drawing.ts";

/** A horizontal axis, with each row's position. */
export interface Axis {
  readonly numbers: ArrayLike<number>;
  /** A number as written to the chart's data: shifted to local time, or a category's name. */
  readonly drawn: (number: number) => number | string;
  readonly encoding: Readonly<Record<string, unknown>>;
  readonly tooltip: Readonly<Record<string, unknown>>;
}

/** The axis of a column; of row numbers if null. */
export function axisOf(x: ChartColumn | null, rows: number): Axis {
  const title = x === null ? "row" : axisTitle(x);
  const same = (number: number): number => number;
  if (x === null) {
    const encoding = { field: "x", type: "quantitative", title };
    return {
      numbers: Uint32Array.from({ length: rows }, (_, row) => row),
      drawn: same,
      encoding,
      tooltip: encoding,
    };
  }
  if (x.kind === "category") {
    const { codes, labels } = categoriesOf(x);
    const tooltip = { field: "x", type: "ordinal", title };
    return {
      numbers: codes,
      drawn: (code) => labels[code] ?? "",
      encoding: { ...tooltip, sort: labels },
      tooltip,
    };
  }
  if (x.kind === "time") {
    // Both are read as UTC; otherwise tooltips would shift the time again, to the browser's zone.
    const encoding = { field: "x", type: "temporal", scale: { type: "utc" }, title };
    const tooltip = { ...encoding, format: "%Y-%m-%d %H:%M:%S" };
    return { numbers: x.numbers, drawn: clockOf(x.zone), encoding, tooltip };
  }
  const tooltip = { field: "x", type: "quantitative", title };
  // Years and other small integers have no thousands separators.
  const axis = areSmallIntegers(x.numbers) ? { axis: { format: "d" } } : {};
  return {
    numbers: x.numbers,
    drawn: same,
    encoding: { ...tooltip, scale: { zero: false }, ...axis },
    tooltip,
  };
}

export function axisTitle({ name, kind, zone }: ChartColumn): string {
  return kind === "time" ? `${name} (${zone})` : name;
}
