import type { VegaLiteSpec } from "./chart-spec.ts";

/** A row of a chart's data, by its columns' fields. */
export type Datum = Record<string, string | number | boolean | null | undefined>;

/** A chart without its frame. */
export interface Drawing {
  readonly values: readonly Datum[];
  /** Mark or layers, and encoding, of a panel. */
  readonly body: VegaLiteSpec;
  /** Notes on what is omitted, averaged or thinned. */
  readonly notes: readonly string[];
  /** The chart as text. */
  readonly text: readonly string[];
  /** The field of its panels; null or missing for one panel. */
  readonly panelField?: string | null;
  /** Width in pixels of a body that sets its own size. */
  readonly ownWidth?: number;
  /** Pixels beside the plot, for labels at the ends of lines. */
  readonly margin?: number;
}

export interface Extent {
  readonly low: number;
  readonly high: number;
}

/** The range of some numbers, without infinite and missing ones. */
export function extentOf(numbers: ArrayLike<number>, rows: ArrayLike<number> | null = null): Extent {
  let [low, high] = [Infinity, -Infinity];
  const count = rows?.length ?? numbers.length;
  for (let at = 0; at < count; at += 1) {
    const value = numbers[rows === null ? at : (rows[at] ?? 0)] ?? NaN;
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  return { low, high };
}

export function notesOf(...notes: readonly (string | false)[]): string[] {
  return notes.filter((note) => note !== false);
}

/** A note on the number of rows omitted for a missing value. */
export function withoutNote(rows: number, of: string): string | false {
  return rows > 0 && `without ${quantity(rows, "row")} that ${rows === 1 ? "has" : "have"} no ${of}`;
}

export function quantity(number: number, singular: string): string {
  return `${number.toLocaleString("en-US")} ${singular}${number === 1 ? "" : "s"}`;
}

/** A number for Vega; null if missing. */
export const finiteOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** A number in a chart's text: whole numbers exactly, as counts are read off it, others to six digits, or to the unit. */
export function short(value: number): string {
  return String(
    Math.abs(value) < 1e6 && !Number.isInteger(value) ? Number(value.toPrecision(6)) : Math.round(value),
  );
}

/** `1.5 to 20`, of at least one number. */
export function extentText(values: readonly number[]): string {
  const { low, high } = extentOf(values);
  return `${short(low)} to ${short(high)}`;
}
