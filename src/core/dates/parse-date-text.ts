import { civilToUnixMs } from "./calendar.ts";

const FORM =
  /^([+-]\d{6}|\d{4})-?(\d{2})-?(\d{2})(?:[T ]\s*(\d{2}|\d(?!\d))(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?\s*([A-Za-z][A-Za-z0-9_+/-]*|[+-]\d{2}(?::?\d{2}){0,2})?$/;

/**
 * Parses a date, or a date and time, as ISO and the engines write it: `2024-05-06`, `2024-05-06 07:08:09.123`,
 * `2024-05-06T07:08:09Z`, optionally followed by an offset or a zone name. Without a zone it is UTC.
 *
 * @returns unix ms, truncated; null for anything else.
 */
export function parseDateText(text: string): number | null {
  const match = FORM.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = "", zone] = match;
  return civilToUnixMs({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    ms: Number(fraction.slice(0, 3).padEnd(3, "0")),
    zone,
  });
}
