import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { LIBRARY } from "../library.ts";
import { textLiteral } from "../position-marks.ts";

/** What the engine's regular expressions (RE2) do not have: looking around, back references, possessive and atomic groups. */
const BEYOND = /\(\?(?:[=!]|<[=!]|>)|\\[1-9]|\\k<|[*+?}]\+|\\[GZXR]|\[[^\]]*(?:&&|\[)/;

/** The pattern as the engine writes it; null when only the script engine can run it. */
function enginePattern(pattern: string): string | null {
  if (BEYOND.test(pattern.replace(/\\\\/g, ""))) return null;
  // Named groups are written in two ways.
  return pattern.replace(/\(\?<([A-Za-z]\w*)>/g, "(?P<$1>").replace(/\\h/g, "[ \\t]");
}

interface Ready {
  /** SQL of the pattern. */
  readonly sql: string;
  /** True when the functions of the script engine have to do it. */
  readonly script: boolean;
}

/** Checks a literal pattern while the query is translated; others are the engine's to judge, row by row. */
export function readyPattern(t: Translation, pattern: Typed, pos: number): Ready {
  if (typeof pattern.constant !== "string") return { sql: pattern.sql, script: false };
  const own = enginePattern(pattern.constant);
  if (own !== null) return { sql: textLiteral(own), script: false };
  const source = scriptPattern(pattern.constant);
  try {
    new RegExp(source, "u");
  } catch (error) {
    t.fail(
      "INVALID_FUNCTION_ARGUMENT",
      `invalid regular expression '${pattern.constant}': ${(error as Error).message}`,
      pos,
    );
  }
  return { sql: textLiteral(source), script: true };
}

/** Possessive quantifiers and the classes of Java that the script engine writes differently. */
function scriptPattern(pattern: string): string {
  if (/[*+?}]\+|\(\?>/.test(pattern.replace(/\\./g, "")))
    return pattern.replace(/\(\?>/g, "(?:").replace(/([*+?}])\+/g, "$1");
  return pattern;
}

/** SQL that tells whether the pattern is found anywhere in the text. */
export function regexMatch(t: Translation, text: Typed, pattern: Typed, pos: number): string {
  const { sql, script } = readyPattern(t, pattern, pos);
  return script ? `svc_regex_like(${text.sql}, ${sql})` : t.mark(pos, `regexp_matches(${text.sql}, ${sql})`);
}

/** SQL of one group of the first match; null where nothing matches. */
export function regexExtract(
  t: Translation,
  text: Typed,
  pattern: Typed,
  group: string,
  pos: number,
): string {
  const { sql, script } = readyPattern(t, pattern, pos);
  if (script) return `svc_regex_extract(${text.sql}, ${sql}, CAST(${group} AS INTEGER))`;
  return `(CASE WHEN regexp_matches(${text.sql}, ${sql}) THEN regexp_extract(${text.sql}, ${sql}, CAST(${group} AS INTEGER)) END)`;
}

/** SQL of a list with one group of every match. */
export function regexExtractAll(
  t: Translation,
  text: Typed,
  pattern: Typed,
  group: string,
  pos: number,
): string {
  const { sql, script } = readyPattern(t, pattern, pos);
  return script
    ? `svc_regex_extract_all(${text.sql}, ${sql}, CAST(${group} AS INTEGER))`
    : `regexp_extract_all(${text.sql}, ${sql}, CAST(${group} AS INTEGER))`;
}

/** SQL of the text with every match replaced; the replacement's `$1`, `${name}` and backslashes are those of Java. */
export function regexReplace(
  t: Translation,
  text: Typed,
  pattern: Typed,
  replacement: Typed,
  pos: number,
): string {
  const { sql, script } = readyPattern(t, pattern, pos);
  if (script) return `svc_regex_replace(${text.sql}, ${sql}, ${replacement.sql})`;
  if (typeof replacement.constant !== "string")
    return `regexp_replace(${text.sql}, ${sql}, ${LIBRARY}.regex_replacement(${replacement.sql}), 'g')`;
  return `regexp_replace(${text.sql}, ${sql}, ${textLiteral(engineReplacement(t, replacement.constant, typeof pattern.constant === "string" ? pattern.constant : "", pos))}, 'g')`;
}

/** `$1` to `\1`, `\$` to `$`, a named group to its number. */
function engineReplacement(t: Translation, text: string, pattern: string, pos: number): string {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === "\\") {
      i++;
      if (i >= text.length)
        t.fail("INVALID_FUNCTION_ARGUMENT", "Invalid replacement sequence: a trailing backslash", pos);
      out += text[i] === "\\" ? "\\\\" : text[i]!;
    } else if (char === "$") {
      const match = /^\$(?:(\d)|\{(\w+)\})/.exec(text.slice(i));
      if (match === null) t.fail("INVALID_FUNCTION_ARGUMENT", `Invalid replacement sequence: '${text}'`, pos);
      const number =
        match[1] ??
        groupNumber(pattern, match[2]!) ??
        t.fail(
          "INVALID_FUNCTION_ARGUMENT",
          `Invalid replacement sequence: unknown group { ${match[2]!} }`,
          pos,
        );
      out += `\\${number}`;
      i += match[0].length - 1;
    } else out += char;
  }
  return out;
}

function groupNumber(pattern: string, name: string): string | null {
  if (/^\d$/.test(name)) return name;
  const groups = [...pattern.replace(/\\./g, "..").matchAll(/\((?!\?)|\(\?<(\w+)>/g)];
  const index = groups.findIndex((group) => group[1] === name);
  return index < 0 ? null : String(index + 1);
}

/** True for a pattern that matches the empty text. */
export function matchesEmpty(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${scriptPattern(pattern)})$`, "u").test("");
  } catch {
    return false;
  }
}

/** How many groups a literal pattern has. */
export function countGroups(t: Translation, pattern: Typed, pos: number): number {
  const text = String(pattern.constant)
    .replace(/\\./g, "..")
    .replace(/\[[^\]]*\]/g, "_");
  if (typeof pattern.constant !== "string") return t.unsupported("counting the groups of a pattern", pos);
  return [...text.matchAll(/\((?!\?)|\(\?P?<(?![=!])/g)].length;
}
