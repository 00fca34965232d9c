import { withLineEnds } from "./line-ends.ts";

/** A pattern for script functions (JavaScript), with its leading flags. */
export interface ScriptPattern {
  readonly source: string;
  readonly flags: string;
}

const FLAGS: Readonly<Record<string, string>> = { i: "i", s: "s", m: "m", u: "" };

/** Start and end of the whole text. */
const ENDS: Readonly<Record<string, string>> = {
  "\\A": "(?<![\\s\\S])",
  "\\z": "(?![\\s\\S])",
  "\\Z": "(?=\\n?(?![\\s\\S]))",
};

/**
 * Converts Java's pattern to JavaScript: leading flags, possessive quantifiers and atomic groups (equivalent where they match), group
 * names, redundant escapes. Other differences are syntax errors in JavaScript.
 */
export function scriptPattern(pattern: string): ScriptPattern {
  const front = /^\(\?([ismu]+)\)/.exec(pattern);
  let source = front === null ? pattern : pattern.slice(front[0].length);
  if (/[*+?}]\+|\(\?>/.test(source.replace(/\\./g, "")))
    source = source.replace(/\(\?>/g, "(?:").replace(/([*+?}])\+/g, "$1");
  source = withLineEnds(source, front?.[1]!.includes("m") ? "$" : "\\Z")
    .replace(/\(\?P</g, "(?<")
    .replace(/\\[\s\S]/g, (escape) => ENDS[escape] ?? escape)
    .replace(/\\([^A-Za-z0-9^$\\.*+?()[\]{}|/-]|-(?![^[]*\]))/gu, "$1");
  return { source, flags: [...(front?.[1] ?? "")].map((flag) => FLAGS[flag]!).join("") };
}

/** Escapes, classes and counts; or a bracket that is none of these, which Java takes as it is. */
const BRACKETS = /\\[pPxu]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[{}\]]/g;
const withoutLoneBrackets = (source: string): string =>
  source.replace(BRACKETS, (found) => {
    if (found === "[]" || found === "[^]") throw new SyntaxError("a class of no characters");
    // Java takes a bracket that is the first of a class as a character of it.
    return found.length === 1 ? `\\${found}` : found.replace(/^(\[\^?)\]/, "$1\\]");
  });

/** V8 compiles longer or deeper patterns for seconds, or ends the process; nothing interrupts it. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 250;

/** @throws SyntaxError for a pattern that is invalid in JavaScript, or too large for it. */
export function compilePattern({ source, flags }: ScriptPattern): RegExp {
  if (source.length > MAX_LENGTH)
    throw new SyntaxError(
      `it has more than ${MAX_LENGTH} characters, and a part that only a script can match`,
    );
  let depth = 0;
  for (const [bracket] of source.matchAll(/\\[^]|[()]/g)) {
    depth += bracket === "(" ? 1 : bracket === ")" ? -1 : 0;
    if (depth > MAX_DEPTH) throw new SyntaxError(`it nests deeper than ${MAX_DEPTH} groups`);
  }
  return new RegExp(withoutLoneBrackets(source), `gu${flags}`);
}
