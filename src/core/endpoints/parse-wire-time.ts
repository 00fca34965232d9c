import { parseDateText } from "../dates/parse-date-text.ts";

/**
 * A time as the service writes it (`2024-05-06 07:08:09 UTC`, ISO with `Z` or an offset, optional fractions); UTC
 * without a zone. Null for null, blank or invalid text: one bad record must not break a listing.
 */
export function parseWireTime(value: unknown): Date | null {
  if (typeof value === "number" && Number.isFinite(value)) return new Date(value * 1000);
  const unixMs = typeof value === "string" ? parseDateText(value) : null;
  return unixMs === null ? null : new Date(unixMs);
}
