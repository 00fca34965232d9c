import { bindOnce } from "../analyze/bind-once.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { engine, letIn, literal, type Sql, variable } from "../sql/tree.ts";
import { enginePattern, readPattern } from "./java-pattern.ts";
import { beforeLineEnd, hasLineEnd, takesLineFeed } from "./line-ends.ts";
import { compilePattern, scriptPattern } from "./script-pattern.ts";
import { UnsupportedPattern } from "./unsupported-pattern.ts";

/** A pattern as the engine and script functions take it. */
export interface Ready {
  /** Null when only a script function gives Java's matches. */
  readonly engine: Sql | null;
  /** True if the engine's matches are Java's for ASCII texts only. */
  readonly asciiOnly: boolean;
  /** The bytes of the longest text that the engine may match; null for any text. */
  readonly longest: number | null;
  readonly script: () => Sql;
  /** Adds the binding of {@link engine} to the call, if needed. */
  readonly around: (call: Sql) => Sql;
}

export const scriptOnly = (t: Translation, pattern: Typed, pos: number): Ready => ({
  engine: null,
  asciiOnly: false,
  longest: null,
  script: () => forScript(t, pattern, pos),
  around: (call) => call,
});

/** The engine matches one text without a pause, for about a second with this many bytes of the text times signs of the pattern. */
const MOST_STEPS = 100_000_000;
/** Patterns with fewer signs are quick on any text. */
const FEW_SIGNS = 100;

/** The bytes of the longest text for a pattern with so many signs that are not just letters; null for any text. */
export const longestText = (signs: number): number | null =>
  signs < FEW_SIGNS ? null : Math.floor(MOST_STEPS / signs);

/** Quantifiers, sets and wildcards; alternatives of plain words take no longer for being many. */
const signsOf = (source: string): number => source.match(/[*+?{.[\\]/g)?.length ?? 0;

/**
 * Validates a literal pattern at translation. In TRY one that may be wrong is a variable: the engine refuses a wrong constant before any
 * row.
 */
export function readyPattern(t: Translation, pattern: Typed, pos: number): Ready {
  const forScripts = scriptOnly(t, pattern, pos);
  if (typeof pattern.constant !== "string") return forScripts;
  const own = enginePattern(pattern.constant, t.hive);
  if (own === null) return forScripts;
  const sql = literal(own.source);
  const longest = longestText(signsOf(own.source));
  if (!t.inTry || isValid(pattern.constant, t.hive))
    return { ...forScripts, engine: sql, asciiOnly: own.asciiOnly, longest };
  const bound = variable();
  return { ...forScripts, engine: bound, longest, around: (call) => letIn([sql], [bound], call) };
}

/** A literal pattern that can't be read is an error; in TRY it is left to the rows, as if it were no literal. */
export function readable(t: Translation, pattern: Typed, pos: number): Typed {
  if (typeof pattern.constant !== "string") return pattern;
  try {
    readPattern(pattern.constant, t.hive);
    return pattern;
  } catch (error) {
    const { constant: _, ...column } = pattern;
    return t.inTry && !(error instanceof UnsupportedPattern)
      ? column
      : invalid(t, pattern.constant, error, pos);
  }
}

export function isValid(pattern: string, hive: boolean): boolean {
  try {
    scriptPattern(pattern, hive);
    return true;
  } catch {
    return false;
  }
}

const invalid = (t: Translation, pattern: string, error: unknown, pos: number): never =>
  error instanceof UnsupportedPattern
    ? t.fail(error.kind, `unsupported regular expression '${pattern}': ${error.message}`, pos)
    : t.invalid(`invalid regular expression '${pattern}': ${(error as Error).message}`, pos);

/** A pattern for script functions; validated here if it is a literal. */
export function forScript(t: Translation, pattern: Typed, pos: number): Sql {
  if (typeof pattern.constant !== "string")
    return engine`~script_pattern(svc_regex_script(${pattern.sql}, ${t.hive ? engine`TRUE` : engine`FALSE`}))`;
  try {
    return literal(scriptPattern(pattern.constant, t.hive));
  } catch (error) {
    return invalid(t, pattern.constant, error, pos);
  }
}

/** SQL of a call by the engine, by a script function, or by both, each for its texts. */
export function choose(
  text: Typed,
  ready: Ready,
  byEngine: (text: Sql, pattern: Sql) => Sql,
  byScript: (text: Sql, pattern: Sql) => Sql,
): Sql {
  const own = ready.engine;
  if (own === null) return byScript(text.sql, ready.script());
  if (ready.longest !== null) {
    const sql = engine`~matched_text(${text.sql}, ${ready.longest})`;
    return choose({ ...text, sql }, { ...ready, longest: null }, byEngine, byScript);
  }
  if (!ready.asciiOnly) return ready.around(byEngine(text.sql, own));
  return bindOnce(
    [text],
    (s) => engine`(CASE WHEN strlen(${s}) = length(${s}) THEN ${byEngine(s, own)} ELSE ${byScript(s, ready.script())} END)`,
  ); // prettier-ignore
}

/** `$` also matches before a final line break, in Hive any of Java's. */
export const lineEnd = (t: Translation): string =>
  t.hive ? String.raw`(?:\r\n|[\n\r\u0085\u2028\u2029])?$` : String.raw`\n?$`;

export const endsLine = (t: Translation, { constant }: Typed): boolean =>
  typeof constant === "string" && hasLineEnd(constant, t.hive);

export const rewritten = (pattern: Typed, text: string): Typed => ({
  ...pattern,
  constant: text,
  sql: literal(text),
});

/** For functions of all matches: if matches may be empty or stand before a final line feed, the engine's differ from Java's. */
export function readyForAll(t: Translation, pattern: Typed, pos: number): Ready {
  const { constant } = pattern;
  const isAlike =
    typeof constant === "string" &&
    !matchesEmpty(t, constant) &&
    (!endsLine(t, pattern) || takesLineFeed(beforeLineEnd(constant, t.hive) ?? ""));
  return isAlike ? readyPattern(t, pattern, pos) : scriptOnly(t, pattern, pos);
}

/** True for a pattern that may match the empty text, at the boundary of a word or a line too. */
export const matchesEmpty = (t: Translation, pattern: string): boolean =>
  matchesWhole(
    t,
    readPattern(pattern, t.hive)
      .map(({ text }) => (/^(?:\\[bBAzZ]|[$^])$/.test(text) ? "(?:)" : text))
      .join(""),
    "",
  );

export function matchesWhole(t: Translation, pattern: string, text: string): boolean {
  try {
    const [flags, source] = scriptPattern(pattern, t.hive).split(/\/(.*)/s) as [string, string];
    return compilePattern(`${flags}/^(?:${source})(?![\\s\\S])`).test(text);
  } catch {
    return false;
  }
}
