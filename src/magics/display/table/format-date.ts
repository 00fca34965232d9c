import { zoneOffsetAt } from "../../../core/dates/zone-offset.ts";

export type DatePrecision = "day" | "second" | "millisecond";

/** The lowest precision that shows these dates exactly in the zone. */
export function datePrecision(dates: Iterable<Date>, zone: string | null): DatePrecision {
  let precision: DatePrecision = "day";
  for (const date of dates) {
    const ms = date.getTime();
    if (Number.isNaN(ms)) continue;
    if (ms % 1000 !== 0) return "millisecond";
    if (precision === "day" && (ms + zoneOffsetAt(zone ?? "UTC", ms)) % 86_400_000 !== 0)
      precision = "second";
  }
  return precision;
}

/**
 * Formats a date as `2024-05-06 07:08:09`, optionally with milliseconds; with a zone also its offset: `2024-05-06 16:08:09+09:00`.
 * Without a zone it is UTC, and may be just the day.
 */
export function formatDate(date: Date, zone: string | null, precision: DatePrecision): string {
  const ms = date.getTime();
  if (Number.isNaN(ms)) return "NaT";
  const offsetMs = zoneOffsetAt(zone ?? "UTC", ms);
  const local = new Date(ms + offsetMs).toISOString().replace("T", " ").replace("Z", "");
  const end = { day: -13, second: -4, millisecond: local.length }[
    zone !== null && precision === "day" ? "second" : precision
  ];
  return local.slice(0, end) + (zone === null ? "" : formatOffset(offsetMs));
}

/** `+09:00`; with seconds for historical local mean times. */
export function formatOffset(offsetMs: number): string {
  const seconds = Math.abs(Math.round(offsetMs / 1000));
  const fields = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (fields[2] === 0) fields.pop();
  return (offsetMs < 0 ? "-" : "+") + fields.map((field) => String(field).padStart(2, "0")).join(":");
}
