import { withUnsafeIntegers } from "../../../core/wire/exact-json.ts";

/** Prefix of integers too large for a number, which pass the JSON parser as strings. */
const MARK = "\ue000";

/**
 * Parses the JSON text of an array, map or struct; integers are exact. Invalid JSON is returned as text, because Spark does not
 * escape nested strings.
 */
export function nestedValue(text: string): unknown {
  const big = /\d{16}/.test(text) && !text.includes(MARK) && !/\\ue000/i.test(text);
  try {
    if (!big) return JSON.parse(text);
    const marked = withUnsafeIntegers(text, (digits) => `"${MARK}${digits}"`);
    return JSON.parse(marked, (_key, value: unknown) =>
      typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
    );
  } catch {
    return text;
  }
}
