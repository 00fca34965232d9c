import type { VegaLiteSpec } from "../vega/vega-lite-spec.ts";

/** A row of a chart's data, by its columns' fields. */
export type Datum = Record<string, string | number | boolean | null | undefined>;

/** A chart without its frame. */
export interface Drawing {
  readonly values: readonly Datum[];
  /** Sizes, mark or layers, and encoding, of a panel. */
  readonly body: VegaLiteSpec;
  /** Notes on what is omitted, averaged or thinned. */
  readonly notes: Notes;
  /** The chart as text. */
  readonly text: readonly string[];
}

/** Notes; false where there is nothing to say. */
export type Notes = readonly (string | false)[];

/** A note on means of several rows. @param most - The largest number of rows of one */
export const meanNote = (most: number, noun: string): string | false =>
  most > 1 && `each ${noun} is the mean of its rows (${most.toLocaleString("en-US")} at most)`;

export function quantity(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? singular : plural}`;
}

/** A number in a chart's text: whole numbers exactly, as counts are read off it, others to six digits, or to the unit. */
export function short(value: number | null): string {
  const size = Math.abs(value ?? 0);
  if (value === null || size < 1e4 || size >= 1e18) return String(value && Number(value.toPrecision(6)));
  return value.toLocaleString("en-US", {
    maximumFractionDigits: size >= 1e5 || Number.isInteger(value) ? 0 : 1,
  });
}

/** What something in a chart is called: the names that it has. */
export const labelOf = (...names: readonly (string | null)[]): string =>
  names.filter((name) => name !== null && name !== "").join(", ");
