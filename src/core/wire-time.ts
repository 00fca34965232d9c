const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * A point in time as the service writes it (`2024-05-06 07:08:09 UTC`, ISO with `Z` or an offset, fractions allowed);
 * no zone means UTC. Null for null, blank or unreadable text: one odd record must not break a listing.
 */
export function parseWireTime(value: unknown): Date | null {
  if (typeof value === "number" && Number.isFinite(value)) return new Date(value * 1000);
  if (typeof value !== "string") return null;
  const match = FORM.exec(value.trim());
  if (match === null) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = match;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  const offsetMs = offset
    ? (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000
    : 0;
  const ms = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const utc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    ms,
  );
  return Number.isNaN(utc) ? null : new Date(utc - offsetMs);
}
