// Kept on the column's values: tables share columns through Arquero's verbs, under whatever name.
const TIME_ZONE = Symbol.for("svclib.time-zone");

/** The time zone in which a column's dates are shown; null for none, which is shown as UTC without an offset. */
export function timeZoneOf(column: unknown): string | null {
  const zone = (column as { [TIME_ZONE]?: unknown } | null | undefined)?.[TIME_ZONE];
  return typeof zone === "string" ? zone : null;
}

/** A copy of a column of dates that is shown in `zone`. The dates stay the same instants. */
export function inTimeZone<T>(column: Iterable<T>, zone: string): T[] {
  return Object.defineProperty([...column], TIME_ZONE, { value: zone });
}
