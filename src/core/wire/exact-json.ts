/** 16 or more digits, the shortest possibly unsafe number, not certainly inside a string. */
const MAYBE_UNSAFE = /[[:,\s]-?\d{16}/;
/** Strings, which stay unchanged, or whole integers of 16 or more digits; not fraction digits. */
const TEXT_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/** `JSON.parse`, but unsafe integers become text of their digits; readers know them by the column's type. */
export function parseExactJson(text: string): unknown {
  if (!MAYBE_UNSAFE.test(text)) return JSON.parse(text);
  const quoted = text.replace(TEXT_OR_LONG_INTEGER, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
  return JSON.parse(quoted);
}
