/** 16 or more digits, the shortest possibly unsafe number, not certainly inside a string. */
const MAYBE_UNSAFE = /[[:,\s]-?\d{16}/;
/** A string up to its end or its first backslash, or a whole integer of 16 or more digits; not fraction digits. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:"|(?=\\))|(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/** `JSON.parse`, but unsafe integers become text of their digits; readers know them by the column's type. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(MAYBE_UNSAFE.test(text) ? withUnsafeIntegers(text, (digits) => `"${digits}"`) : text);
}

/** The same, or a number with a fraction, as decimals are printed. */
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:"|(?=\\))|(?<![\d.])-?(?:\d{16,}|\d+\.\d+)(?![\d.eE])/g;

/** JSON text with other text for its unsafe integers, and if asked for also for fractions with more digits than a double has. */
export function withUnsafeIntegers(
  text: string,
  write: (digits: string) => string,
  fractions = false,
): string {
  const next = new RegExp(fractions ? STRING_OR_LONG_NUMBER : STRING_OR_LONG_INTEGER);
  let result = "";
  let done = 0;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const [token] = match;
    const end = next.lastIndex;
    if (text[end] === "\\") next.lastIndex = endOfString(text, end);
    else if (!token.startsWith('"') && !isExact(token)) {
      result += text.slice(done, match.index) + write(token);
      done = end;
    }
  }
  return result + text.slice(done);
}

function isExact(token: string): boolean {
  const [, fraction] = token.split(".");
  if (fraction === undefined) return Number.isSafeInteger(Number(token));
  return token.length <= 16 || Number(token).toFixed(Math.min(fraction.length, 100)) === token;
}

/** Not by a regular expression: one with repeated escapes overflows the stack on very long strings. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}
