import { UsageError } from "../../../core/errors.ts";
import { isIdentifier, quoteString } from "../source/code-text.ts";

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
  let isInWord = false;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (/\s/.test(character)) {
      if (isInWord) words.push({ text, quoted });
      text = "";
      isInWord = false;
      quoted = false;
      continue;
    }
    isInWord = true;
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
  if (isInWord) words.push({ text, quoted });
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

/** A positional argument: text as typed, or `{name}` for a variable of the notebook. */
export type Argument =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "variable"; readonly name: string };

/** Parses `{name}` as a variable if one of that name exists; anything else is text. */
export function toArgument(word: ArgumentWord, bound: ReadonlySet<string>): Argument {
  const name = bracedName(word);
  return name !== null && bound.has(name) ? { kind: "variable", name } : { kind: "text", text: word.text };
}

/** The name in `{name}`, or null. */
export function bracedName({ text, quoted }: ArgumentWord): string | null {
  const name = !quoted && text.startsWith("{") && text.endsWith("}") ? text.slice(1, -1) : "";
  return isIdentifier(name) ? name : null;
}

/** The argument as a TypeScript expression. */
export function argumentCode(argument: Argument): string {
  return argument.kind === "variable" ? argument.name : quoteString(argument.text);
}
