/** A number of 16 digits or more, the shortest that can be unsafe, somewhere that may be outside of text. */
const MAYBE_UNSAFE = /[[:,\s]-?\d{16}/;
/** Texts, which are left as they are, or whole integers of 16 digits or more; not the digits behind a point. */
const TEXT_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/** `JSON.parse`, but integers that a number can't hold come as text of their digits; the reader knows them by the column's type. */
export function parseExactJson(text: string): unknown {
  if (!MAYBE_UNSAFE.test(text)) return JSON.parse(text);
  const quoted = text.replace(TEXT_OR_LONG_INTEGER, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
  return JSON.parse(quoted);
}
