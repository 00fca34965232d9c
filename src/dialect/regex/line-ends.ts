import { readGroups } from "./groups.ts";

/** Escapes, classes and `$`. */
const PIECE = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|\$/g;

/** The pattern with `by` for each `$` that is the end of the text; with the flag m it is the end of a line. */
export function withLineEnds(pattern: string, by: string): string {
  return /\(\?[a-z]*m/.test(pattern)
    ? pattern
    : pattern.replace(PIECE, (piece) => (piece === "$" ? by : piece));
}

/** The pattern up to its only `$`, if that is at the end and outside of alternatives; else null. */
export function beforeLineEnd(pattern: string): string | null {
  const rest = pattern.slice(0, -1);
  const isLast =
    pattern.endsWith("$") && withLineEnds(pattern, "") === rest && withLineEnds(rest, "") === rest;
  // A group before the rest would be optional if the pattern had alternatives.
  return isLast && readGroups(`(x)${rest}`)[0]!.optional === false ? rest : null;
}

/** Whether the pattern ends with a greedy repetition that also matches line feeds, and so leaves none to the `$`. */
export const takesLineFeed = (rest: string): boolean =>
  /(?:\\[sWD]|\[\^(?:\\[wdt]|[^\]\\])*\])[*+]$/.test(rest) && !/\[\^[^\]]*\n/.test(rest);
