import { DateColumn } from "./date-column.ts";
import type { Column } from "../table.ts";

// Kept on the column's values: tables share columns through Arquero's verbs, under whatever name.
const TIME_ZONE = Symbol.for("svclib.time-zone");

/** The time zone in which a column's dates are shown; null for none, which is shown as UTC without an offset. */
export function timeZoneOf(column: unknown): string | null {
  const zone = (column as { [TIME_ZONE]?: unknown } | null | undefined)?.[TIME_ZONE];
  return typeof zone === "string" ? zone : null;
}

/** The same column of dates, shown in `zone`; the dates stay the same instants. The column that is given stays as it is. */
export function inTimeZone(column: Column, zone: string): Column {
  const copy = column instanceof DateColumn ? new DateColumn(column.unixMs) : [...column];
  setTimeZone(copy, zone);
  return copy;
}

/** Has a column's dates shown in `zone`; for a column that nobody else has yet. */
export function setTimeZone(column: object, zone: string): void {
  Object.defineProperty(column, TIME_ZONE, { value: zone });
}
