import { atomic, possessive, RegExpSubclass } from "regex/internals";
import { UnsupportedPattern } from "./unsupported-pattern.ts";
import { readPattern } from "./java-pattern.ts";

/**
 * The pattern for a script function, as `flags/source`: JavaScript's with the flag `v`, but for possessive quantifiers and atomic groups.
 *
 * @throws SyntaxError for an invalid pattern
 */
export function scriptPattern(pattern: string, hive: boolean): string {
  const pieces = readPattern(pattern, hive);
  const source = pieces.map((piece) => piece.script);
  const flags = /^\(\?([ismu]+)\)/.exec(pattern)?.[1] ?? "";
  const script = `${flags.includes("i") ? "i" : ""}/${source.join("")}`;
  try {
    compilePattern(script);
  } catch (error) {
    if (error instanceof UnsupportedPattern) throw error;
    if (pieces.some(({ text }, i) => FLAGS.test(text) && !(i === 0 && text.endsWith(")"))))
      throw new UnsupportedPattern(
        "flags inside of a pattern are not supported beside what only a script can match",
        "NOT_SUPPORTED",
        error,
      );
    // V8's text begins with the converted pattern, which nobody wrote.
    throw new SyntaxError((error as Error).message.replace(/^Invalid regular expression: [^]*: /, ""), {
      cause: error,
    });
  }
  return script;
}

const FLAGS = /^\(\?[a-zA-Z-]+[:)]$/;

/** V8 compiles longer or deeper patterns for seconds, or ends the process; nothing interrupts it. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 250;

/** @throws SyntaxError for a pattern that is invalid in JavaScript, or too large for it. */
export function compilePattern(script: string): RegExp {
  const slash = script.indexOf("/");
  const source = script.slice(slash + 1);
  if (source.length > MAX_LENGTH)
    throw new UnsupportedPattern(
      `it has more than ${MAX_LENGTH} characters, and a part that only a script can match`,
      "EXCEEDED_LIMIT",
    );
  let depth = 0;
  for (const [bracket] of source.matchAll(/\\[^]|[()]/g)) {
    depth += bracket === "(" ? 1 : bracket === ")" ? -1 : 0;
    if (depth > MAX_DEPTH)
      throw new UnsupportedPattern(`it nests deeper than ${MAX_DEPTH} groups`, "EXCEEDED_LIMIT");
  }
  const { pattern, hiddenCaptures } = atomic(possessive(source).pattern);
  const flags = `gv${script.slice(0, slash)}`;
  // The groups that make a group atomic are hidden; without any, the plain class is faster.
  return hiddenCaptures.length === 0
    ? new RegExp(pattern, flags)
    : new RegExpSubclass(pattern, flags, { hiddenCaptures });
}
