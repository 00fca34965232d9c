import { DateColumn } from "./date-column.ts";
import type { Column } from "../table.ts";

// Stored on the column object: Arquero's verbs share columns between tables, under any name.
const TIME_ZONE = Symbol.for("svclib.time-zone");

/** Display time zone of a column of dates; null for none, shown as UTC without an offset. */
export function timeZoneOf(column: unknown): string | null {
  const zone = (column as { [TIME_ZONE]?: unknown } | null | undefined)?.[TIME_ZONE];
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
