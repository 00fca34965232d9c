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

const MOST = 100;

/** Any value for the text of an error, on one line: short values as they are, objects by their kind. */
export function valueInError(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > MOST ? `${value.slice(0, MOST)}…` : value);
  if (value === null || /^(?:undefined|boolean|number|bigint)$/.test(typeof value)) return String(value);
  if (Array.isArray(value)) {
    const items = value
      .slice(0, 3)
      .map((item: unknown) => (Array.isArray(item) ? "a list" : valueInError(item)));
    return `[${items.join(", ")}${value.length > 3 ? ", …" : ""}]`;
  }
  const { name = "" } = ((value as object).constructor ?? {}) as { readonly name?: string };
  return typeof value !== "object"
    ? `a ${typeof value}`
    : `an object${/^(?:Object)?$/.test(name) ? "" : ` (${name})`}`;
}

/** East Asian characters and emoji, which are two columns wide in a monospace font. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Width of a text in columns of a monospace font. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character >= " " && character <= "~") width += 1;
    else if (!NO_WIDTH.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** ES2024: in Node.js 20, but not in its types. */
export function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
