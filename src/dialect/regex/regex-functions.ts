import type { Translation } from "../analyze/translation.ts";
import { bindOnce } from "../analyze/bind-once.ts";
import type { Typed } from "../analyze/typed.ts";
import { readGroups, type Group } from "./groups.ts";
import { beforeLineEnd, takesLineFeed, withLineEnds } from "./line-ends.ts";
import { compilePattern, scriptPattern } from "./script-pattern.ts";
import { engine, letIn, literal, type Sql, variable } from "../sql/tree.ts";

/** Not supported by the engine (RE2): lookaround, back references, possessive quantifiers, atomic groups. */
const BEYOND = /\(\?(?:[=!]|<[=!]|>)|\\[1-9]|\\k<|[*+?}]\+|\\[GZXR]|\[[^\]]*(?:&&|\[(?!:))/;

/** The pattern in the engine's syntax; null when it needs a script function. */
function enginePattern(pattern: string): string | null {
  if (BEYOND.test(pattern.replace(/\\\\/g, ""))) return null;
  // The engine writes named groups differently.
  return pattern.replace(/\(\?<([A-Za-z]\w*)>/g, "(?P<$1>").replace(/\\h/g, "[ \\t]");
}

interface Ready {
  readonly sql: Sql;
  /** True when a script function is needed. */
  readonly script: boolean;
  /** Adds the binding of {@link sql} to the call, if needed. */
  readonly around: (call: Sql) => Sql;
}

const asItIs = (call: Sql): Sql => call;

/** A literal pattern of the engine. In TRY one that may be wrong is a variable: the engine refuses a wrong constant before any row. */
function constantPattern(t: Translation, pattern: string): Ready {
  const sql = literal(pattern);
  if (!t.inTry || isValid(pattern)) return { sql, script: false, around: asItIs };
  const bound = variable();
  return { sql: bound, script: false, around: (call) => letIn([sql], [bound], call) };
}

function isValid(pattern: string): boolean {
  try {
    compilePattern(scriptPattern(pattern));
    return true;
  } catch {
    return false;
  }
}

/** Validates a literal pattern at translation; the engine validates other patterns row by row. */
export function readyPattern(t: Translation, pattern: Typed, pos: number): Ready {
  if (typeof pattern.constant !== "string") return { sql: pattern.sql, script: false, around: asItIs };
  const own = enginePattern(pattern.constant);
  return own === null ? forScript(t, pattern, pos) : constantPattern(t, own);
}

/** A pattern for script functions; validated here if it is a literal. */
export function forScript(t: Translation, pattern: Typed, pos: number): Ready {
  if (typeof pattern.constant === "string")
    try {
      compilePattern(scriptPattern(pattern.constant));
    } catch (error) {
      t.invalid(`invalid regular expression '${pattern.constant}': ${(error as Error).message}`, pos);
    }
  return { sql: pattern.sql, script: true, around: asItIs };
}

/** SQL that tests whether the pattern matches anywhere in the text. */
export function regexMatch(t: Translation, text: Typed, pattern: Typed, pos: number): Sql {
  const ready = readyPattern(t, pattern, pos);
  // In Hive the empty pattern never matches.
  if (t.hive && pattern.constant === "") return engine`(CASE WHEN ${text.sql} IS NOT NULL THEN FALSE END)`;
  if (t.hive && pattern.constant === undefined)
    return engine`(CASE WHEN ${ready.sql} = '' AND ${text.sql} IS NOT NULL THEN FALSE ELSE ${t.mark(pos, engine`regexp_matches(${text.sql}, ${ready.sql})`)} END)`;
  if (ready.script) return engine`svc_regex_like(${text.sql}, ${ready.sql})`;
  const { sql, around } = readyPattern(
    t,
    withLiteral(pattern, (text) => withLineEnds(text, lineEnd(t))),
    pos,
  );
  return t.mark(pos, around(engine`regexp_matches(${text.sql}, ${sql})`));
}

/** `$` also matches before a final line break: in Hive, which has Java's, also before a return and a line feed. */
const lineEnd = (t: Translation): string => (t.hive ? String.raw`(?:\r?\n)?$` : String.raw`\n?$`);

const hasLineEnd = ({ constant }: Typed): boolean =>
  typeof constant === "string" && withLineEnds(constant, "") !== constant;

function withLiteral(pattern: Typed, change: (text: string) => string): Typed {
  if (typeof pattern.constant !== "string") return pattern;
  const constant = change(pattern.constant);
  return { ...pattern, constant, sql: literal(constant) };
}

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
  const groups = readGroups(pattern.constant);
  const one = groups[group.constant - 1];
  if (one === undefined)
    return t.invalid(`Pattern has ${groups.length} groups. Cannot access group ${group.constant}`, pos);
  if (!one.optional) return "engine";
  if (!matchesEmpty(one.body)) return "empty is null";
  return one.isTried ? "engine" : "script";
}

/** SQL of a group of the first match; null without a match, or if the group did not participate. */
export function regexExtract(
  t: Translation,
  text: Typed,
  pattern: Typed,
  group: Pick<Typed, "sql" | "constant"> = WHOLE,
  pos: number,
): Sql {
  const rest = hasLineEnd(pattern) ? beforeLineEnd(String(pattern.constant)) : null;
  if (rest === null || /\\[1-9k]/.test(rest))
    return extractGroup(t, text, pattern, group, pos, hasLineEnd(pattern));
  // The line break is no part of the match.
  const whole = withLiteral(pattern, () => (group.constant === 0 ? `(${rest})` : rest) + lineEnd(t));
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
  const { sql, script, around } =
    way === "script" ? forScript(t, pattern, pos) : readyPattern(t, pattern, pos);
  if (script) return engine`svc_regex_extract(${text.sql}, ${sql}, CAST(${group.sql} AS INTEGER))`;
  const found = engine`regexp_extract(${text.sql}, ${sql}, CAST(${group.sql} AS INTEGER))`;
  if (way === "empty is null") return around(engine`nullif(${found}, '')`);
  return around(engine`(CASE WHEN regexp_matches(${text.sql}, ${sql}) THEN ${found} END)`);
}

/** SQL of a list with a group of every match. */
export function regexExtractAll(
  t: Translation,
  text: Typed,
  pattern: Typed,
  group: Pick<Typed, "sql" | "constant"> = WHOLE,
  pos: number,
): Sql {
  const way = wayOf(t, pattern, group, pos);
  const { sql, script, around } =
    way === "script" ? forScript(t, pattern, pos) : readyForAll(t, pattern, pos);
  return script
    ? engine`svc_regex_extract_all(${text.sql}, ${sql}, CAST(${group.sql} AS INTEGER))`
    : around(engine`regexp_extract_all(${text.sql}, ${sql}, CAST(${group.sql} AS INTEGER))`);
}

/** For functions of all matches: if matches may be empty or stand before a final line feed, the engine's differ from Java's. */
function readyForAll(t: Translation, pattern: Typed, pos: number): Ready {
  const { constant } = pattern;
  const isAlike =
    typeof constant === "string" &&
    !matchesEmpty(constant) &&
    (!hasLineEnd(pattern) || takesLineFeed(beforeLineEnd(constant) ?? ""));
  return isAlike ? readyPattern(t, pattern, pos) : forScript(t, pattern, pos);
}

/** Patterns that depend on the text before a match, which the engine's split cuts off. */
const LOOKS_BEFORE = /(?:^|[^[\\])\^|\\[bBA]/;

/** SQL of the text split at every match. */
export function regexSplit(t: Translation, text: Typed, pattern: Typed, pos: number): Sql {
  const alone = typeof pattern.constant === "string" && LOOKS_BEFORE.test(pattern.constant);
  const { sql, script, around } = alone ? forScript(t, pattern, pos) : readyForAll(t, pattern, pos);
  return script
    ? engine`svc_regex_split(${text.sql}, ${sql})`
    : around(engine`regexp_split_to_array(${text.sql}, ${sql})`);
}

/** Replacements up to this length can't make a text too large. */
const SHORT = 40;

/** SQL of the text with all matches replaced; `$1`, `${name}` and backslashes in the replacement are Java's. */
export function regexReplace(
  t: Translation,
  text: Typed,
  pattern: Typed,
  replacement: Typed,
  pos: number,
): Sql {
  const isLiteral = typeof pattern.constant === "string" && typeof replacement.constant === "string";
  const fault = isLiteral ? faultOf(String(pattern.constant), String(replacement.constant)) : null;
  if (fault !== null) t.failEarly(`Illegal replacement sequence: ${fault}`, pos);
  // The engine supports only one-digit references.
  const short = isLiteral && fault === null && !/\$\d\d/.test(String(replacement.constant));
  const before = short ? keptLineEnd(t, String(pattern.constant)) : null;
  const { sql, script, around } =
    before !== null
      ? readyPattern(
          t,
          withLiteral(pattern, () => before),
          pos,
        )
      : short
        ? readyForAll(t, pattern, pos)
        : forScript(t, pattern, pos);
  const put = script
    ? replacement.sql
    : literal(
        engineReplacement(String(pattern.constant), String(replacement.constant)) +
          (before === null ? "" : `\\${readGroups(before).length}`),
      );
  const write = (s: Sql, bounded: Sql): Sql =>
    script
      ? engine`svc_regex_replace(${s}, ${sql}, ${bounded})`
      : around(engine`regexp_replace(${s}, ${sql}, ${bounded}, 'g')`);
  const isShort = typeof replacement.constant === "string" && replacement.constant.length <= SHORT;
  if (isShort) return write(text.sql, put);
  return bindOnce([text], (s) => write(s, engine`~bounded_replacement(${s}, ${put})`));
}

/**
 * A pattern that ends in `$`, extended by a group for the final line break, which the replacement puts back; null if that would not give
 * Java's matches.
 */
function keptLineEnd(t: Translation, pattern: string): string | null {
  const rest = beforeLineEnd(pattern);
  if (rest === null || BEYOND.test(rest) || matchesWhole(rest, "") || matchesWhole(rest, "\n")) return null;
  return takesLineFeed(rest) || readGroups(rest).length > 8 ? null : `${rest}(${lineEnd(t).slice(0, -1)})$`;
}

const REFERENCE = /\\([\s\S])|\$(?:(\d)|\{(\w+)\})|([$\\])/g;

/** What is wrong with a replacement; null for a right one. */
function faultOf(pattern: string, text: string): string | null {
  const groups = readGroups(pattern);
  for (const [, , number, name, lone] of text.matchAll(REFERENCE)) {
    if (lone === "$") return `'${text}'`;
    if (lone === "\\") return "a trailing backslash";
    if (number !== undefined && Number(number) > groups.length) return `unknown group ${number}`;
    if (name !== undefined && groupNumber(groups, name) === 0) return `unknown group { ${name} }`;
  }
  return null;
}

/** Converts `$1` to `\1`, `\$` to `$`, and a named group to its number. */
function engineReplacement(pattern: string, text: string): string {
  const groups = readGroups(pattern);
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

/** True for a pattern that may match the empty text. */
export const matchesEmpty = (pattern: string): boolean => matchesWhole(pattern, "");

function matchesWhole(pattern: string, text: string): boolean {
  const { source, flags } = scriptPattern(pattern);
  try {
    return new RegExp(`^(?:${source})$`, `u${flags}`).test(text);
  } catch {
    return false;
  }
}
