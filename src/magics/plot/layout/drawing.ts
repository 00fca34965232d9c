import { allRows } from "./chart-column.ts";
import type { Panels } from "./panels.ts";
import type { VegaLiteSpec } from "../chart-spec.ts";

/** A row of a chart's data, with our own field names: column names are never interpreted as code. */
export interface Datum {
  /** The panel it belongs to. */
  panel?: string;
  [field: string]: string | number | boolean | null | undefined;
}

/** A chart without its frame. */
export interface Drawing {
  readonly values: readonly Datum[];
  /** Mark and encoding of a panel. */
  readonly body: VegaLiteSpec;
  readonly panels: Panels;
  /** Notes on what is omitted, averaged or thinned. */
  readonly notes: readonly string[];
  /** The chart as text. */
  readonly text: readonly string[];
  /** Width in pixels of a body that sets its own size. */
  readonly ownWidth?: number;
}

/** Maximum distinguishable colors. */
export const MAX_COLOURS = 10;
/** Readable on white and on black. */
export const GREY = "#8a8a8a";
/** For background series. */
export const PALE = "#8a8a8a66";

const LABEL_LENGTH = 32;
/** Characters kept at the start and end of a long label, where similar names mostly differ. */
const KEPT = [
  [17, 14],
  [31, 0],
  [0, 31],
  [24, 7],
  [7, 24],
] as const;

/** Vega expression of an axis or legend label: long labels are shortened so that most of them stay distinct. */
export function shortened(labels: readonly string[]): string {
  const long = labels.filter((label) => label.length > LABEL_LENGTH);
  const different = ([head, tail]: (typeof KEPT)[number]): number =>
    new Set(long.map((label) => label.slice(0, head) + label.slice(label.length - tail))).size;
  const [first, ...others] = KEPT;
  const [head, tail] = others.reduce<(typeof KEPT)[number]>(
    (best, kept) => (different(kept) > different(best) ? kept : best),
    first,
  );
  return `length(datum.label) > ${LABEL_LENGTH} ? slice(datum.label, 0, ${head}) + '…' + slice(datum.label, length(datum.label) - ${tail}) : datum.label`;
}

/** The lowest and highest finite value, of some rows if given; `low` is above `high` without any. */
export function extentOf(
  numbers: ArrayLike<number>,
  rows: Iterable<number> = allRows(numbers.length),
): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const row of rows) {
    const value = numbers[row] ?? NaN;
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

/** The panel's label as a field, if there are several. */
export function inPanel(label: string | null): Pick<Datum, "panel"> {
  return label === null ? {} : { panel: label };
}
