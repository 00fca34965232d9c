// Readers for reply fields. They are lenient: one record with a null count must not break a whole listing.

/** An integer given as a number or as digits; else `fallback`. */
export function readInteger<T>(value: unknown, fallback: T): number | T {
  if (Number.isInteger(value)) return value as number;
  return typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : fallback;
}

/** As {@link readInteger}, from 0: some services say -1 where they don't know. */
export function readCount<T>(value: unknown, fallback: T): number | T {
  const count = readInteger(value, fallback);
  return typeof count === "number" && count < 0 ? fallback : count;
}

/** The digits of a field in the text of a reply, which may be no JSON; null when there are none. */
export function digitsIn(text: string, name: string): string | null {
  return new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(text)?.[1] ?? null;
}

/** Text, or null for anything else and for `""`. */
export function readText(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** A list given as one or as JSON text of one (`schema` and `hive_result_schema` are text on the wire); else null. */
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

/** The objects of a listing; null when the reply holds no list. */
export function readRecords(value: unknown): readonly Record<string, unknown>[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter(
    (item): item is Record<string, unknown> =>
      typeof item === "object" && item !== null && !Array.isArray(item),
  );
}
