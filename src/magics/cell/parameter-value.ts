/** Texts and numbers of JSON. */
const PARTS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * The value of a parameter as typed in a shell: JSON if possible (`7`, `0.50`, `true`, `null`, `"text"`, `[1, 2]`), otherwise the text itself.
 * Integers that would be rounded, and what has leading zeros, are text, in lists too.
 */
export function parameterValue(text: string): unknown {
  const exact = (part: string): string =>
    /^-?\d+$/.test(part) && !Number.isSafeInteger(Number(part)) ? `"${part}"` : part;
  try {
    const value: unknown = JSON.parse(text.replace(PARTS, exact));
    if (typeof value !== "number" || Number.isFinite(value)) return value;
  } catch {
    // Not JSON: plain text.
  }
  return text;
}
