const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Put in front of digits that are too many for a number, while they pass the JSON parser as text. */
const MARK = "\ue000";

/**
 * The value of an array, map or struct, which the server sends as JSON text; whole numbers are exact. Text that is no JSON (Spark
 * does not escape the texts inside) stays what it is.
 */
export function nestedValue(text: string): unknown {
  const big = /\d{16}/.test(text) && !text.includes(MARK) && !/\\ue000/i.test(text);
  try {
    if (!big) return JSON.parse(text);
    const marked = text.replace(TOKENS, (token) =>
      /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
    );
    return JSON.parse(marked, (_key, value: unknown) =>
      typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
    );
  } catch {
    return text;
  }
}
