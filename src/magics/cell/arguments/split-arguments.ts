import { UsageError } from "../../../core/errors.ts";

export interface ArgumentWord {
  /** The word without its quotes. */
  readonly text: string;
  /** Whether any part was quoted. A quoted `{name}` is text, not a variable. */
  readonly quoted: boolean;
}

/**
 * Splits a magic's line into words as a POSIX shell does: at blanks; `'…'` is literal, `"…"` has the escapes `\"` and `\\`,
 * a backslash escapes the next character. Nothing is expanded.
 *
 * @throws UsageError for an unterminated quote.
 */
export function splitArguments(line: string): ArgumentWord[] {
  const words: ArgumentWord[] = [];
  let text = "";
  let begun = false;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (/\s/.test(character)) {
      if (begun) words.push({ text, quoted });
      text = "";
      begun = false;
      quoted = false;
      continue;
    }
    begun = true;
    if (character === "'" || character === '"') {
      const quotation = readQuotation(line, at);
      text += quotation.text;
      at = quotation.end;
      quoted = true;
    } else if (character === "\\") {
      at += 1;
      text += line[at] ?? "\\";
      quoted = true;
    } else {
      text += character;
    }
  }
  if (begun) words.push({ text, quoted });
  return words;
}

function readQuotation(line: string, start: number): { text: string; end: number } {
  const quote = line[start] ?? "";
  let text = "";
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (character === quote) return { text, end: at };
    const next = line[at + 1] ?? "";
    if (quote === '"' && character === "\\" && /["\\$`]/.test(next)) {
      text += next;
      at += 1;
    } else {
      text += character;
    }
  }
  throw new UsageError(`no closing ${quote} for ${line.slice(start)}`);
}
