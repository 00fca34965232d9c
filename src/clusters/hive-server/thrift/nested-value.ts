import { withUnsafeIntegers } from "../../../core/wire/exact-json.ts";

/** Prefix of numbers with more digits than a double has, which pass the JSON parser as strings. */
const MARK = "\ue000";

/**
 * Parses the JSON text of an array, map or struct; integers are exact, and decimals too, as text where a number
 * would lose digits. Invalid JSON is returned as text, because Spark does not escape nested strings.
 */
export function nestedValue(text: string): unknown {
  const big = /\d{16}|\d{8}\.\d|\d\.\d{8}/.test(text) && !text.includes(MARK) && !/\\ue000/i.test(text);
  try {
    if (!big) return JSON.parse(text);
    const marked = withUnsafeIntegers(text, (digits) => `"${MARK}${digits}"`, true);
    return JSON.parse(marked, (_key, value: unknown) => {
      if (typeof value !== "string" || !value.startsWith(MARK)) return value;
      return value.includes(".") ? value.slice(1) : BigInt(value.slice(1));
    });
  } catch {
    return text;
  }
}
