import { readGroups } from "./groups.ts";

/** Escapes, classes and `$`. */
const PIECE = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|\$/g;

/** The pattern with `by` for each `$` that is the end of the text; with the flag m it is the end of a line. */
export function withLineEnds(pattern: string, by: string): string {
  return /\(\?[a-z]*m/.test(pattern)
    ? pattern
    : pattern.replace(PIECE, (piece) => (piece === "$" ? by : piece));
}

/** What stands before the only `$`, at the pattern's end and outside of alternatives; null for other patterns. */
export function beforeLineEnd(pattern: string): string | null {
  const rest = pattern.slice(0, -1);
  const isLast =
    pattern.endsWith("$") && withLineEnds(pattern, "") === rest && withLineEnds(rest, "") === rest;
  // In a group of its own the rest would be optional beside an alternative.
  return isLast && readGroups(`(x)${rest}`)[0]!.optional === false ? rest : null;
}

/** Whether a greedy repetition of what also matches a line feed is last: it leaves no line feed to match before. */
export const takesLineFeed = (rest: string): boolean =>
  /(?:\\[sWD]|\[\^(?:\\[wdt]|[^\]\\])*\])[*+]$/.test(rest) && !/\[\^[^\]]*\n/.test(rest);
