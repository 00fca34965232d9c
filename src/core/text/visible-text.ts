// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]*m/g;
/** Control characters, line separators and bidirectional marks. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Escapes text to one line without characters that move a terminal's cursor, control it or reorder text. */
export function oneLine(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** {@link oneLine}, but keeps line breaks and tabs. Color codes are removed. */
export function visibleText(text: string): string {
  return text
    .replace(COLOURS, "")
    .replaceAll("\r\n", "\n")
    .replace(/[^\n\t]+/g, oneLine);
}
