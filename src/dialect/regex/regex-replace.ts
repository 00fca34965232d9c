import { bindOnce } from "../analyze/bind-once.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";
import { type Group, readGroups } from "./groups.ts";
import { enginePattern } from "./java-pattern.ts";
import { beforeLineEnd, takesLineFeed } from "./line-ends.ts";
import {
  choose,
  isValid,
  lineEnd,
  matchesWhole,
  readable,
  readyForAll,
  readyPattern,
  rewritten,
  scriptOnly,
} from "./ready-pattern.ts";

/** Replacements up to this length can't make a text too large. */
const SHORT = 40;

/** SQL of the text with all matches replaced; `$1`, `${name}` and backslashes in the replacement are Java's. */
export function regexReplace(
  t: Translation,
  text: Typed,
  patternValue: Typed,
  replacement: Typed,
  pos: number,
): Sql {
  const pattern = readable(t, patternValue, pos);
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
