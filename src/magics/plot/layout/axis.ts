import { zoneOffsetAt } from "../../../core/dates/zone-offset.ts";
import { categoriesOf } from "./categories.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { allRows, everyNumber, type ChartColumn } from "./chart-column.ts";
import { shortened } from "./drawing.ts";
import { timeTicks } from "./time-ticks.ts";

const QUARTER_HOUR = 900_000;

/** A horizontal axis, with each row's position. */
export interface Axis {
  readonly numbers: ArrayLike<number>;
  /** A number as written to the chart's data: shifted to local time, or a category's name. */
  readonly drawn: (number: number) => number | string;
  readonly encoding: Readonly<Record<string, unknown>>;
  readonly tooltip: Readonly<Record<string, unknown>>;
}

/** The horizontal axis of a plan: of its column, or of row numbers. */
export function axisOf({ x, rows: { length: rows }, width }: ChartPlan): Axis {
  const title = x === null ? "row" : axisTitle(x);
  const same = (number: number): number => number;
  if (x === null) {
    const encoding = { field: "x", type: "quantitative", title };
    return { numbers: allRows(rows), drawn: same, encoding, tooltip: encoding };
  }
  if (x.kind === "category") {
    const { codes, labels } = categoriesOf(x);
    const tooltip = { field: "x", type: "ordinal", title };
    return {
      numbers: codes,
      drawn: (code) => labels[code] as string,
      encoding: { ...tooltip, sort: labels, axis: { labelExpr: shortened(labels) } },
      tooltip,
    };
  }
  if (x.kind === "time") {
    // Both are read as UTC; otherwise tooltips would shift the time again, to the browser's zone.
    const field = { field: "x", type: "temporal", scale: { type: "utc" }, title };
    const clock = clockOf(x.zone ?? "UTC");
    const tooltip = { ...field, format: areDays(x.numbers, clock) ? "%Y-%m-%d" : "%Y-%m-%d %H:%M:%S" };
    const encoding = { ...field, axis: timeTicks(x.numbers, width) };
    return { numbers: x.numbers, drawn: clock, encoding, tooltip };
  }
  const tooltip = { field: "x", type: "quantitative", title };
  return { numbers: x.numbers, drawn: same, encoding: { ...tooltip, scale: { zero: false } }, tooltip };
}

export function axisTitle({ name, kind, zone }: ChartColumn): string {
  return kind === "time" && zone !== null ? `${name} (${zone})` : name;
}

/** Whether all times are midnights. */
function areDays(numbers: ArrayLike<number>, clock: (unixMs: number) => number): boolean {
  return everyNumber({ numbers }, (ms) => !Number.isFinite(ms) || clock(ms) % 86_400_000 === 0);
}

/**
 * Shifts unix ms to local time, so that reading them as UTC shows the zone's time. Offsets change only at quarters of an hour, and are
 * looked up once per quarter.
 */
function clockOf(zone: string): (unixMs: number) => number {
  if (zone === "UTC") return (unixMs) => unixMs;
  const offsets = new Map<number, number>();
  return (unixMs) => {
    const quarter = Math.floor(unixMs / QUARTER_HOUR);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = zoneOffsetAt(zone, quarter * QUARTER_HOUR);
      offsets.set(quarter, offset);
    }
    return unixMs + offset;
  };
}
