import { readGroups } from "./groups.ts";
import { matchesByLine, readPattern } from "./java-pattern.ts";

/** Whether the pattern has a `$` that is the end of the text; with the flag m it is the end of a line. */
export const hasLineEnd = (pattern: string, hive: boolean): boolean =>
  !matchesByLine(pattern) && readPattern(pattern, hive).some((piece) => piece.kind === "end");

/** The pattern with `by` for each `$` that is the end of the text. */
export const withLineEnds = (pattern: string, hive: boolean, by: string): string =>
  hasLineEnd(pattern, hive)
    ? readPattern(pattern, hive)
        .map((piece) => (piece.kind === "end" ? by : piece.text))
        .join("")
    : pattern;

/** The pattern up to its only `$`, if that is at the end and outside of alternatives; else null. */
export function beforeLineEnd(pattern: string, hive: boolean): string | null {
  const pieces = readPattern(pattern, hive);
  const isLast =
    hasLineEnd(pattern, hive) && pieces.findIndex(({ kind }) => kind === "end") === pieces.length - 1;
  const rest = pieces.slice(0, -1).map((piece) => piece.text).join(""); // prettier-ignore
  // A group before the rest would be optional if the pattern had alternatives.
  return isLast && readGroups(`(x)${rest}`, hive)[0]!.optional === false ? rest : null;
}

/** Whether the pattern ends with a greedy repetition that also matches line feeds, and so leaves none to the `$`. */
export const takesLineFeed = (rest: string): boolean =>
  /(?:\\[sWD]|\[\^(?:\\[wdt]|[^\]\\])*\])[*+]$/.test(rest) && !/\[\^[^\]]*\n/.test(rest);
