import type { Translation } from "../analyze/translation.ts";
import { bindOnce } from "../analyze/bind-once.ts";
import type { Typed } from "../analyze/typed.ts";
import { enginePattern, readPattern } from "./java-pattern.ts";
import { readGroups, type Group } from "./groups.ts";
import { beforeLineEnd, hasLineEnd, takesLineFeed, withLineEnds } from "./line-ends.ts";
import { compilePattern, scriptPattern } from "./script-pattern.ts";
import { UnsupportedPattern } from "./unsupported-pattern.ts";
import { engine, letIn, literal, type Sql, variable } from "../sql/tree.ts";

/** A pattern as the engine and script functions take it. */
interface Ready {
  /** Null when only a script function gives Java's matches. */
  readonly engine: Sql | null;
  /** True if the engine's matches are Java's for ASCII texts only. */
  readonly asciiOnly: boolean;
  readonly script: () => Sql;
  /** Adds the binding of {@link engine} to the call, if needed. */
  readonly around: (call: Sql) => Sql;
}

const scriptOnly = (t: Translation, pattern: Typed, pos: number): Ready => ({
  engine: null,
  asciiOnly: false,
  script: () => forScript(t, pattern, pos),
  around: (call) => call,
});

/**
 * Validates a literal pattern at translation. In TRY one that may be wrong is a variable: the engine refuses a wrong constant before any
 * row.
 */
function readyPattern(t: Translation, pattern: Typed, pos: number): Ready {
  const forScripts = scriptOnly(t, pattern, pos);
  if (typeof pattern.constant !== "string") return forScripts;
  const own = enginePattern(pattern.constant, t.hive);
  if (own === null) return forScripts;
  const sql = literal(own.source);
  if (!t.inTry || isValid(pattern.constant, t.hive))
    return { ...forScripts, engine: sql, asciiOnly: own.asciiOnly };
  const bound = variable();
  return { ...forScripts, engine: bound, around: (call) => letIn([sql], [bound], call) };
}

/** A literal pattern that can't be read is an error; in TRY it is left to the rows, as if it were no literal. */
function readable(t: Translation, pattern: Typed, pos: number): Typed {
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

function isValid(pattern: string, hive: boolean): boolean {
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
function choose(
  text: Typed,
  ready: Ready,
  byEngine: (text: Sql, pattern: Sql) => Sql,
  byScript: (text: Sql, pattern: Sql) => Sql,
): Sql {
  const own = ready.engine;
  if (own === null) return byScript(text.sql, ready.script());
  if (!ready.asciiOnly) return ready.around(byEngine(text.sql, own));
  return bindOnce(
    [text],
    (s) => engine`(CASE WHEN strlen(${s}) = length(${s}) THEN ${byEngine(s, own)} ELSE ${byScript(s, ready.script())} END)`,
  ); // prettier-ignore
}

/** SQL that tests whether the pattern matches anywhere in the text. */
export function regexMatch(t: Translation, text: Typed, given: Typed, pos: number): Sql {
  const pattern = readable(t, given, pos);
  // In Hive the empty pattern never matches.
  if (t.hive && pattern.constant === "") return engine`(CASE WHEN ${text.sql} IS NOT NULL THEN FALSE END)`;
  const like = (s: Sql, script: Sql): Sql => engine`svc_regex_like(${s}, ${script})`;
  if (t.hive && pattern.constant === undefined)
    return engine`(CASE WHEN ${pattern.sql} = '' AND ${text.sql} IS NOT NULL THEN FALSE ELSE ${like(text.sql, forScript(t, pattern, pos))} END)`;
  const ready = readyPattern(t, pattern, pos);
  const ended = (): Typed => rewritten(pattern, withLineEnds(String(pattern.constant), t.hive, lineEnd(t)));
  return choose(
    text,
    ready.engine === null ? ready : readyPattern(t, ended(), pos),
    (s, own) => t.mark(pos, engine`regexp_matches(${s}, ${own})`),
    like,
  );
}

/** `$` also matches before a final line break, in Hive any of Java's. */
const lineEnd = (t: Translation): string =>
  t.hive ? String.raw`(?:\r\n|[\n\r\u0085\u2028\u2029])?$` : String.raw`\n?$`;

const endsLine = (t: Translation, { constant }: Typed): boolean =>
  typeof constant === "string" && hasLineEnd(constant, t.hive);

const rewritten = (pattern: Typed, text: string): Typed => ({
  ...pattern,
  constant: text,
  sql: literal(text),
});

/** Group 0, the whole match. */
const WHOLE: Pick<Typed, "sql" | "constant"> = { sql: engine`0`, constant: 0 };
const FIRST: typeof WHOLE = { sql: engine`1`, constant: 1 };

/** How to extract a group: by the engine, by the engine with an empty group as null, or by a script function. */
function wayOf(
  t: Translation,
  pattern: Typed,
  group: Pick<Typed, "constant">,
  pos: number,
): "engine" | "empty is null" | "script" {
  if (group.constant === 0) return "engine";
  if (typeof pattern.constant !== "string" || typeof group.constant !== "number") return "script";
  const groups = readGroups(pattern.constant, t.hive);
  const one = groups[group.constant - 1];
  if (one === undefined)
    return t.invalid(`Pattern has ${groups.length} groups. Cannot access group ${group.constant}`, pos);
  if (!one.optional) return "engine";
  if (!matchesEmpty(t, one.body)) return "empty is null";
  return one.isTried ? "engine" : "script";
}

/** SQL of a group of the first match; null without a match, or if the group did not participate. */
export function regexExtract(
  t: Translation,
  text: Typed,
  given: Typed,
  group: Pick<Typed, "sql" | "constant"> = WHOLE,
  pos: number,
): Sql {
  const pattern = readable(t, given, pos);
  const rest = endsLine(t, pattern) ? beforeLineEnd(String(pattern.constant), t.hive) : null;
  if (rest === null || /\\[1-9k]/.test(rest))
    return extractGroup(t, text, pattern, group, pos, endsLine(t, pattern));
  // The line break is no part of the match.
  const grouped = rest.replace(/^(\(\?[ismu]+\))?([^]*)$/, "$1($2)");
  const whole = rewritten(pattern, (group.constant === 0 ? grouped : rest) + lineEnd(t));
  return extractGroup(t, text, whole, group.constant === 0 ? FIRST : group, pos);
}

function extractGroup(
  t: Translation,
  text: Typed,
  pattern: Typed,
  group: Pick<Typed, "sql" | "constant">,
  pos: number,
  byScript = false,
): Sql {
  const way = byScript ? "script" : wayOf(t, pattern, group, pos);
  const number = engine`CAST(${group.sql} AS INTEGER)`;
  return choose(
    text,
    way === "script" ? scriptOnly(t, pattern, pos) : readyPattern(t, pattern, pos),
    (s, own) => {
      const found = engine`regexp_extract(${s}, ${own}, ${number})`;
      return way === "empty is null"
        ? engine`nullif(${found}, '')`
        : engine`(CASE WHEN regexp_matches(${s}, ${own}) THEN ${found} END)`;
    },
    (s, script) => engine`svc_regex_extract(${s}, ${script}, ${number})`,
  );
}

/** SQL of a list with a group of every match. */
export function regexExtractAll(
  t: Translation,
  text: Typed,
  given: Typed,
  group: Pick<Typed, "sql" | "constant"> = WHOLE,
  pos: number,
): Sql {
  const pattern = readable(t, given, pos);
  const way = wayOf(t, pattern, group, pos);
  const number = engine`CAST(${group.sql} AS INTEGER)`;
  return choose(
    text,
    way === "script" ? scriptOnly(t, pattern, pos) : readyForAll(t, pattern, pos),
    (s, own) => engine`regexp_extract_all(${s}, ${own}, ${number})`,
    (s, script) => engine`svc_regex_extract_all(${s}, ${script}, ${number})`,
  );
}

/** Patterns that depend on the text before a match, which the engine's split and replacement cut off. */
const LOOKS_BEFORE = /(?:^|[^[\\])\^|\\[bBA]/;

/** For functions of all matches: if matches may be empty or stand before a final line feed, the engine's differ from Java's. */
function readyForAll(t: Translation, pattern: Typed, pos: number): Ready {
  const { constant } = pattern;
  const isAlike =
    typeof constant === "string" &&
    !matchesEmpty(t, constant) &&
    (!endsLine(t, pattern) || takesLineFeed(beforeLineEnd(constant, t.hive) ?? ""));
  return isAlike ? readyPattern(t, pattern, pos) : scriptOnly(t, pattern, pos);
}

/** SQL of the text split at every match. */
export function regexSplit(t: Translation, text: Typed, given: Typed, pos: number): Sql {
  const pattern = readable(t, given, pos);
  const alone = typeof pattern.constant === "string" && LOOKS_BEFORE.test(pattern.constant);
  return choose(
    text,
    alone ? scriptOnly(t, pattern, pos) : readyForAll(t, pattern, pos),
    (s, own) => engine`regexp_split_to_array(${s}, ${own})`,
    // Java's split has no empty text before an empty match at the start.
    (s, script) =>
      t.hive ? engine`svc_regex_split_java(${s}, ${script})` : engine`svc_regex_split(${s}, ${script})`,
  );
}

/** Replacements up to this length can't make a text too large. */
const SHORT = 40;

/** SQL of the text with all matches replaced; `$1`, `${name}` and backslashes in the replacement are Java's. */
export function regexReplace(
  t: Translation,
  text: Typed,
  given: Typed,
  replacement: Typed,
  pos: number,
): Sql {
  const pattern = readable(t, given, pos);
  const isLiteral = typeof pattern.constant === "string" && typeof replacement.constant === "string";
  const all = isLiteral ? readyForAll(t, pattern, pos) : scriptOnly(t, pattern, pos);
  const [from, by] = [String(pattern.constant), String(replacement.constant)];
  const isRead = isLiteral && (all.engine !== null || isValid(from, t.hive));
  const groups = isRead ? readGroups(from, t.hive) : [];
  const fault = isRead ? faultOf(groups, by) : null;
  if (fault !== null) t.failEarly(`Illegal replacement sequence: ${fault}`, pos);
  // The engine supports only one-digit references.
  const short = isRead && fault === null && !/\$\d\d/.test(by);
  // The line break is no part of group 0.
  const before = short && !by.includes("$0") ? keptLineEnd(t, from) : null;
  const ready =
    before === null
      ? short
        ? all
        : scriptOnly(t, pattern, pos)
      : { ...readyPattern(t, rewritten(pattern, before), pos), script: all.script };
  const ending = before === null ? "" : `\\${readGroups(before, t.hive).length}`;
  const write = (source: Typed, bounded: (put: Sql) => Sql): Sql =>
    choose(
      source,
      ready,
      (s, own) =>
        engine`regexp_replace(${s}, ${own}, ${bounded(literal(engineReplacement(groups, by) + ending))}, 'g')`,
      (s, script) => engine`svc_regex_replace(${s}, ${script}, ${bounded(replacement.sql)})`,
    );
  const isShort = typeof replacement.constant === "string" && replacement.constant.length <= SHORT;
  if (isShort) return write(text, (put) => put);
  return bindOnce([text], (s) =>
    write({ ...text, sql: s }, (put) => engine`~bounded_replacement(${s}, ${put})`),
  );
}

/**
 * A pattern that ends in `$`, extended by a group for the final line break, which the replacement puts back; null if that would not give
 * Java's matches.
 */
function keptLineEnd(t: Translation, pattern: string): string | null {
  const rest = beforeLineEnd(pattern, t.hive);
  if (rest === null || enginePattern(rest, t.hive) === null) return null;
  const isAlike = !takesLineFeed(rest) && !matchesWhole(t, rest, "") && !matchesWhole(t, rest, "\n");
  return isAlike && readGroups(rest, t.hive).length <= 8 ? `${rest}(${lineEnd(t).slice(0, -1)})$` : null;
}

const REFERENCE = /\\([\s\S])|\$(?:(\d)|\{(\w+)\})|([$\\])/g;

/** What is wrong with a replacement; null for a right one. */
function faultOf(groups: readonly Group[], text: string): string | null {
  for (const [, , number, name, lone] of text.matchAll(REFERENCE)) {
    if (lone === "$") return `'${text}'`;
    if (lone === "\\") return "a trailing backslash";
    if (number !== undefined && Number(number) > groups.length) return `unknown group ${number}`;
    if (name !== undefined && groupNumber(groups, name) === 0) return `unknown group { ${name} }`;
  }
  return null;
}

/** Converts `$1` to `\1`, `\$` to `$`, and a named group to its number. */
function engineReplacement(groups: readonly Group[], text: string): string {
  return text.replace(
    REFERENCE,
    (_, escaped: string | undefined, number: string | undefined, name: string | undefined) =>
      escaped !== undefined
        ? escaped === "\\"
          ? "\\\\"
          : escaped
        : `\\${number ?? groupNumber(groups, name!)}`,
  );
}

/** The number of a named group, 0 for none. */
const groupNumber = (groups: readonly Group[], name: string): number =>
  groups.findIndex((group) => group.name === name) + 1;

/** True for a pattern that may match the empty text, at the boundary of a word or a line too. */
const matchesEmpty = (t: Translation, pattern: string): boolean =>
  matchesWhole(
    t,
    readPattern(pattern, t.hive)
      .map(({ text }) => (/^(?:\\[bBAzZ]|[$^])$/.test(text) ? "(?:)" : text))
      .join(""),
    "",
  );

function matchesWhole(t: Translation, pattern: string, text: string): boolean {
  try {
    const [flags, source] = scriptPattern(pattern, t.hive).split(/\/(.*)/s) as [string, string];
    return compilePattern(`${flags}/^(?:${source})(?![\\s\\S])`).test(text);
  } catch {
    return false;
  }
}
