// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[\d;]*m/g;
/** Control characters, line separators, and marks that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Text on one line, in which everything is seen that could move a terminal's cursor, write elsewhere or turn the text around. */
export function oneLine(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The same of text that may have several lines and tabs. Colours, which say nothing, are left out. */
export function visibleText(text: string): string {
  return text
    .replace(COLOURS, "")
    .replaceAll("\r\n", "\n")
    .replace(/[^\n\t]+/g, oneLine);
}
