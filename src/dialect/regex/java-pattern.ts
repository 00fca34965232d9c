// This folder: Java's regular expressions as those of the engine, or of JavaScript where the engine has no equal.

import { matchAt, readClass, readEscape } from "./character-set.ts";
import { UnsupportedPattern } from "./unsupported-pattern.ts";

/** A piece of a pattern in Java's syntax, as Presto (Joni) and Hive (java.util.regex) read it. */
export interface PatternPiece {
  readonly kind: "open" | "close" | "or" | "end" | "repeat" | "other";
  /** As written. */
  readonly text: string;
  /** In JavaScript with the flag `v`, but with possessive quantifiers and atomic groups. */
  readonly script: string;
  /** In the engine's syntax (RE2); null if it has none with this meaning. */
  readonly engine: string | null;
  /** True if the engine's is right for ASCII texts only. */
  readonly asciiOnly: boolean;
}

/** What differs between Joni and Java. */
interface Rules {
  readonly hive: boolean;
  /** Characters that end a line, as contents of a class. */
  readonly breaks: string;
  /** `^` at the start of every line, also the last one only if it has characters. */
  readonly lineStart: string;
  /** `$` at the end of every line. */
  readonly lineEnd: string;
  /** `$` at the end of the text, and before a line break there. */
  readonly textEnd: string;
  /** Characters of words, for `\b`. */
  readonly word: string;
}

/** The pattern's flags, and how they are read. */
interface Syntax {
  readonly rules: Rules;
  readonly byLine: boolean;
  readonly dotAll: boolean;
  /** Whether case counts for letters beyond ASCII although the flag i is there. */
  readonly keepsCase: boolean;
}

// `^` and `$` are the ends of the text, as the flag m is never set. A negated class also matches between the halves of a surrogate pair.
const JONI: Rules = {
  hive: false,
  breaks: "\\n",
  lineStart: "(?:^|(?<=\\n)(?=[\\s\\S]))",
  lineEnd: "(?=\\n|$)",
  textEnd: "(?=\\n?$)",
  word: "[\\p{L}\\p{M}\\p{N}\\p{Pc}]",
};
const JAVA_BREAKS = "\\n\\r\u0085\u2028\u2029";
/** Not between a return and its line feed. */
const NO_HALF = "(?<!\\r(?=\\n))";
const JAVA: Rules = {
  hive: true,
  breaks: JAVA_BREAKS,
  lineStart: `(?:^|(?<=[${JAVA_BREAKS}])${NO_HALF})(?=[\\s\\S])`,
  lineEnd: `(?=[${JAVA_BREAKS}]|$)${NO_HALF}`,
  textEnd: `(?=(?:\\r\\n|[${JAVA_BREAKS}])?$)${NO_HALF}`,
  word: "[\\p{L}\\p{Nd}\\p{Mn}_]",
};

const OPEN = /\((?:\?(?:P?<([A-Za-z]\w*)>|<?[=!]|>|[A-Za-z-]*[:)]))?/y;
const REPEAT = /[*+?][+?]?|\{\d+(?:,\d*)?\}[+?]?/y;
const REFERENCE = /\\(?:[1-9]\d*|k<\w+>)/y;
const QUOTED = /\\Q([^]*?)(?:\\E|$)|\\[^]/g;

/** Whether `^` and `$` match at every line (flag m). */
export const matchesByLine = (pattern: string): boolean => /\(\?[a-z]*m/.test(pattern);

/** @throws SyntaxError for a pattern that Java refuses, or that neither the engine nor a script can match */
export function readPattern(pattern: string, hive: boolean): readonly PatternPiece[] {
  const syntax: Syntax = {
    rules: hive ? JAVA : JONI,
    byLine: matchesByLine(pattern),
    dotAll: /\(\?[a-z]*s/.test(pattern),
    keepsCase: hive && /\(\?[a-z]*i/.test(pattern) && !/\(\?[a-z]*u/.test(pattern),
  };
  const text = pattern.replace(QUOTED, (all, quoted: string | undefined) =>
    quoted === undefined ? all : quoted.replace(/[^\w\s]/g, "\\$&"),
  );
  const pieces: PatternPiece[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)!.text.length)
    pieces.push(readPiece(text, at, syntax));
  return pieces;
}

const piece = (
  text: string,
  script: string,
  engine: string | null,
  kind: PatternPiece["kind"] = "other",
  asciiOnly = false,
): PatternPiece => ({ kind, text, script, engine, asciiOnly });

function readPiece(pattern: string, at: number, syntax: Syntax): PatternPiece {
  const char = pattern[at]!;
  switch (char) {
    case "\\":
      return readEscaped(pattern, at, syntax);
    case "[": {
      const { end, script, engine } = readClass(pattern, at, syntax.rules.hive);
      return piece(pattern.slice(at, end), script, engine === null ? null : `[${engine}]`);
    }
    case "(":
      return readOpening(matchAt(OPEN, pattern, at)!, at);
    case ")":
      return piece(char, char, char, "close");
    case "|":
      return piece(char, char, char, "or");
    case ".":
      if (syntax.dotAll) return piece(char, "[\\s\\S]", char);
      return piece(char, `[^${syntax.rules.breaks}]`, syntax.rules.hive ? `[^${syntax.rules.breaks}]` : char);
    case "^":
      // The engine's `^` also matches at the end of the text, after a line break.
      return syntax.byLine ? piece(char, syntax.rules.lineStart, null) : piece(char, char, char);
    case "$":
      if (!syntax.byLine) return piece(char, syntax.rules.textEnd, char, "end");
      return piece(char, syntax.rules.lineEnd, syntax.rules.hive ? null : char, "end");
  }
  const repeat = matchAt(REPEAT, pattern, at)?.[0];
  if (repeat !== undefined) return piece(repeat, repeat, /.\+$/.test(repeat) ? null : repeat, "repeat");
  const character = String.fromCodePoint(pattern.codePointAt(at)!);
  const isFolded = syntax.keepsCase && character > "\x7f";
  return piece(character, quoted(character), isFolded ? `(?-i:${character})` : quoted(character));
}

const quoted = (character: string): string =>
  character.replace(/[\^$\\.*+?()[\]{}|/]/, "\\$&").replace("\0", "\\x00");

/** An opening parenthesis with what belongs to it, or flags. */
function readOpening([text, name]: RegExpExecArray, at: number): PatternPiece {
  if (/^\(\?[a-z]*x/.test(text)) throw new UnsupportedPattern("the flag x is not supported");
  if (name !== undefined) return piece(text, `(?<${name}>`, `(?P<${name}>`, "open");
  if (/^\(\?<?[=!>]/.test(text)) return piece(text, text, null, "open");
  // The engine's sets and cases are always Unicode's.
  const engine = text.replace(/^\(\?([a-z]*)u/, "(?$1").replace("(?)", "");
  if (!text.endsWith(")")) return piece(text, text, engine, "open");
  return piece(text, at === 0 ? "" : text, engine);
}

function readEscaped(pattern: string, at: number, syntax: Syntax): PatternPiece {
  const set = readEscape(pattern, at, syntax.rules.hive);
  if (set !== null) {
    const text = pattern.slice(at, set.end);
    if (set.character !== undefined) return piece(text, quoted(set.character), quoted(set.character));
    return piece(text, `[${set.script}]`, set.engine === null ? null : `[${set.engine}]`);
  }
  const text = pattern.slice(at, at + 2);
  const { word } = syntax.rules;
  switch (text) {
    case "\\b":
      return piece(text, `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`, text, "other", true);
    case "\\B":
      return piece(
        text,
        `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word})(?=[\\s\\S]|$))`,
        text,
        "other",
        true,
      );
    case "\\A":
      return piece(text, "^", text);
    case "\\z":
      return piece(text, "$", text);
    case "\\Z":
      return piece(text, syntax.rules.textEnd, null);
    case "\\R":
      if (syntax.rules.hive) return piece(text, `(?:\\r\\n|[\\n-\\r${syntax.rules.breaks}])`, null);
  }
  const reference = matchAt(REFERENCE, pattern, at)?.[0];
  if (reference === undefined) {
    const message = `the escape ${text} is not supported`;
    // Java refuses the others itself; in Presto they are letters.
    throw syntax.rules.hive && !/[GNXR]$/.test(text)
      ? new SyntaxError(message)
      : new UnsupportedPattern(message);
  }
  return piece(reference, reference, null);
}

/** A pattern in the engine's syntax (RE2). */
export interface EnginePattern {
  readonly source: string;
  /** True if it is right for ASCII texts only. */
  readonly asciiOnly: boolean;
}

/** The pattern for the engine; null when only a script can match it. @throws SyntaxError for an invalid pattern */
export function enginePattern(pattern: string, hive: boolean): EnginePattern | null {
  const pieces = readPattern(pattern, hive);
  if (pieces.some((piece) => piece.engine === null)) return null;
  return {
    source: pieces.map((piece) => piece.engine).join(""),
    asciiOnly: pieces.some((piece) => piece.asciiOnly),
  };
}
