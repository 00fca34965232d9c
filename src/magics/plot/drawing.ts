import type { VegaLiteSpec } from "../vega/vega-lite-spec.ts";
import { extentOf } from "./columns/summary.ts";

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
}

export function notesOf(...notes: readonly (string | false)[]): string[] {
  return notes.filter((note) => note !== false);
}

/** A note on the number of rows omitted for a missing value. */
export function withoutNote(rows: number, of: string): string | false {
  return rows > 0 && `without ${quantity(rows, "row")} that ${rows === 1 ? "has" : "have"} no ${of}`;
}

export function quantity(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? singular : plural}`;
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

export const shortOrNull = (value: number | null): string => (value === null ? "null" : short(value));

/** What something in a chart is called: the names that it has. */
export const labelOf = (...names: readonly (string | null)[]): string =>
  names.filter((name) => name !== null && name !== "").join(", ");
