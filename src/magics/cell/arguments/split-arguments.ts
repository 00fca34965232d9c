import { UsageError } from "../../../core/errors.ts";

/** One word of a magic's line. */
export interface ArgumentWord {
  /** The word with its quotes taken away. */
  readonly text: string;
  /** Was any of it quoted? A quoted `{name}` is text, not a variable. */
  readonly quoted: boolean;
}

/**
 * Splits a magic's line into words as a POSIX shell does: blanks part words, `'…'` is literal, `"…"` knows `\"` and `\\`, a
 * backslash keeps the next character. Nothing is expanded.
 *
 * @throws UsageError on a quotation without an end.
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
