import { DateColumn } from "./date-column.ts";
import type { Column } from "./column.ts";

// Stored on the column object: Arquero's verbs share columns between tables, under any name.
const TIME_ZONE = Symbol.for("svclib.time-zone");
const TEXT = Symbol.for("svclib.column-text");

type Marks = { readonly [mark: symbol]: unknown } | null | undefined;

/** Display time zone of a column of dates; null for none, shown as UTC without an offset. */
export function timeZoneOf(column: unknown): string | null {
  const zone = (column as Marks)?.[TIME_ZONE];
  return typeof zone === "string" ? zone : null;
}

/** A copy of a column of dates, displayed in `zone`; the instants are the same. */
export function inTimeZone(column: Column, zone: string): Column {
  const copy = column instanceof DateColumn ? new DateColumn(column.unixMs) : [...column];
  setTimeZone(copy, zone);
  return copy;
}

/** Sets the display time zone of a column in place; only for a column that is not shared yet. */
export function setTimeZone(column: object, zone: string): void {
  Object.defineProperty(column, TIME_ZONE, { value: zone });
}

/** The function that formats a column's texts for display, if any. */
export function textFormatter(column: unknown): ((text: string) => string) | null {
  const show = (column as Marks)?.[TEXT];
  return typeof show === "function" ? (show as (text: string) => string) : null;
}

/** A copy of a column whose texts are displayed through `show`; files and programs still get the original texts. */
export function shownThrough(column: Column, show: (text: string) => string): Column {
  return Object.defineProperty([...column], TEXT, { value: show });
}

/** Displays a copied column, which is not shared yet, as those that it was copied from, where these agree. */
export function showAs(copy: Column | undefined, origins: readonly unknown[]): void {
  for (const mark of [TIME_ZONE, TEXT]) {
    const [value, ...others] = origins.map((origin) => (origin as Marks)?.[mark]);
    if (copy !== undefined && value !== undefined && others.every((other) => other === value))
      Object.defineProperty(copy, mark, { value });
  }
}
