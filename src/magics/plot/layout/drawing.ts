import type { Panels } from "./panels.ts";
import type { VegaLiteSpec } from "../chart-spec.ts";

/** One row of a chart's data, under field names of our own: no column name is ever read as code. */
export interface Datum {
  /** The panel that it is in. */
  panel?: string;
  [field: string]: string | number | boolean | null | undefined;
}

/** A chart before it gets its frame. */
export interface Drawing {
  readonly values: readonly Datum[];
  /** Mark and encoding of one panel. */
  readonly body: VegaLiteSpec;
  readonly panels: Panels;
  /** What is left out, averaged or thinned, in plain words. */
  readonly notes: readonly string[];
  /** The chart as lines of text. */
  readonly text: readonly string[];
  /** Does the body set a size of its own? */
  readonly sized?: boolean;
}

/** Colours that can be distinguished. */
export const MOST_COLOURS = 10;
/** Readable on white and on black. */
export const GREY = "#8a8a8a";
/** For series that are there as background. */
export const PALE = "#8a8a8a66";

/** Are these whole numbers of few digits, such as years? */
export function areSmallIntegers(values: ArrayLike<number>): boolean {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? NaN;
    if (!Number.isInteger(value) || Math.abs(value) >= 10_000) return false;
  }
  return true;
}

/** Says how many rows are left out for want of a value; nothing when none are. */
export function withoutNote(rows: number, of: string): string[] {
  return rows === 0 ? [] : [`without ${count(rows, "row")} that ${rows === 1 ? "has" : "have"} no ${of}`];
}

export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? singular : plural}`;
}

/** A number as Vega draws it; null where there is none. */
export const finiteOrNull = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

export function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** The panel's label as a field, where there are several. */
export function inPanel(label: string | null): Pick<Datum, "panel"> {
  return label === null ? {} : { panel: label };
}
