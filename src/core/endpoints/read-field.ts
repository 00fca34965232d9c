import { parseDateText } from "../dates/calendar.ts";
import { DecodeError } from "../errors.ts";

// Readers of reply fields. Lenient: one record with a null count must not break a whole listing.

/** An integer, given as a number or as digits; else `fallback`. */
export function readInteger<T>(value: unknown, fallback: T): number | T {
  if (Number.isInteger(value)) return value as number;
  return typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : fallback;
}

/** As {@link readInteger}, but not negative: some services write -1 for unknown. */
export function readCount<T>(value: unknown, fallback: T): number | T {
  const count = readInteger(value, fallback);
  return typeof count === "number" && count < 0 ? fallback : count;
}

/** The digits of a field in a reply's text, which may not be valid JSON; null if none. */
export function digitsIn(text: string, name: string): string | null {
  return new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(text)?.[1] ?? null;
}

/** Text, or a number as text; null for `""` and anything else. */
export function readTextField(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** A list, or JSON text of one (`schema` and `hive_result_schema` are text on the wire); else null. */
export function readList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== "string" || value.trim() === "") return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as unknown[]) : null;
  } catch {
    return null;
  }
}

/** The texts of a schema's entry: `[name, type, alias]`, or an object with these fields. */
export function readColumn(entry: unknown): (string | null)[] {
  const { name, type, alias } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  return (Array.isArray(entry) ? (entry as unknown[]) : [name, type, alias]).map(readTextField);
}

/**
 * A time as the service writes it (`2024-05-06 07:08:09 UTC`, ISO with `Z` or an offset, optional fractions); UTC without a zone, unix
 * seconds for a number. Null for anything else.
 */
export function readTimeField(value: unknown): Date | null {
  if (typeof value === "number" && Number.isFinite(value)) return new Date(value * 1000);
  const unixMs = typeof value === "string" ? parseDateText(value) : null;
  return unixMs === null ? null : new Date(unixMs);
}

/**
 * Checks that a reply, if it names a subject, names that of its request. Case is ignored: some services lowercase names.
 *
 * @throws DecodeError for another subject: a stale or duplicate reply to another request.
 */
export function expectSubject(what: string, field: unknown, expected: string): void {
  const subject = readTextField(field);
  if (subject === null || subject.toLowerCase() === expected.toLowerCase()) return;
  throw new DecodeError(
    `${what} failed: the reply is about ${subject}; a proxy or cache on the way may mix up replies: try without it`,
  );
}
