const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(zone, made);
  return made;
}

/**
 * The offset of a zone from UTC at an instant, in milliseconds; positive to the east.
 *
 * @param zone - A name that {@link checkTimeZone} accepts.
 */
export function zoneOffsetMs(date: Date, zone: string): number {
  if (zone === "UTC") return 0;
  const fields: Record<string, string> = {};
  for (const { type, value } of formatter(zone).formatToParts(date)) fields[type] = value;
  const year = fields["era"] === "BC" ? 1 - Number(fields["year"]) : Number(fields["year"]);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(fields["month"]) - 1, Number(fields["day"]));
  local.setUTCHours(Number(fields["hour"]), Number(fields["minute"]), Number(fields["second"]));
  const ms = date.getTime();
  return local.getTime() - Math.floor(ms / 1000) * 1000;
}

/** How much of a date is written. */
export type DatePrecision = "day" | "second" | "millisecond";

/** The coarsest precision that loses nothing of these dates in that zone. */
export function datePrecision(dates: Iterable<Date>, zone: string | null): DatePrecision {
  let precision: DatePrecision = "day";
  for (const date of dates) {
    const ms = date.getTime();
    if (Number.isNaN(ms)) continue;
    if (ms % 1000 !== 0) return "millisecond";
    if (precision === "day" && (ms + zoneOffsetMs(date, zone ?? "UTC")) % 86_400_000 !== 0)
      precision = "second";
  }
  return precision;
}

/**
 * A date as `2024-05-06 07:08:09`, with milliseconds where asked; in a zone with its offset: `2024-05-06 16:08:09+09:00`. Without a
 * zone it is UTC, and may be a day alone.
 */
export function formatDate(date: Date, zone: string | null, precision: DatePrecision): string {
  const ms = date.getTime();
  if (Number.isNaN(ms)) return "NaT";
  const offsetMs = zoneOffsetMs(date, zone ?? "UTC");
  const local = new Date(ms + offsetMs).toISOString().replace("T", " ").replace("Z", "");
  const end = { day: -13, second: -4, millisecond: local.length }[
    zone !== null && precision === "day" ? "second" : precision
  ];
  return local.slice(0, end) + (zone === null ? "" : formatOffset(offsetMs));
}

/** `+09:00`; with seconds for the local mean times of long ago. */
export function formatOffset(offsetMs: number): string {
  const seconds = Math.abs(Math.round(offsetMs / 1000));
  const fields = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (fields[2] === 0) fields.pop();
  return (offsetMs < 0 ? "-" : "+") + fields.map((field) => String(field).padStart(2, "0")).join(":");
}
