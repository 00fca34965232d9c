import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { engine, type Sql } from "../sql/tree.ts";
import { readGroups } from "./groups.ts";
import { beforeLineEnd, withLineEnds } from "./line-ends.ts";
import {
  choose,
  endsLine,
  forScript,
  lineEnd,
  matchesEmpty,
  readable,
  readyForAll,
  readyPattern,
  rewritten,
  scriptOnly,
} from "./ready-pattern.ts";

/** SQL that tests whether the pattern matches anywhere in the text. */
export function regexMatch(t: Translation, text: Typed, patternValue: Typed, pos: number): Sql {
  const pattern = readable(t, patternValue, pos);
  // In Hive the empty pattern never matches.
  if (t.hive && pattern.constant === "") return engine`(CASE WHEN ${text.sql} IS NOT NULL THEN FALSE END)`;
  const like = (s: Sql, script: Sql): Sql => engine`svc_regex_like(${s}, ${script})`;
  if (t.hive && pattern.constant === undefined)
    return engine`(CASE WHEN ${pattern.sql} = '' AND ${text.sql} IS NOT NULL THEN FALSE ELSE ${like(text.sql, forScript(t, pattern, pos))} END)`;
  const ready = readyPattern(t, pattern, pos);
  const withEnds = (): Typed =>
    rewritten(pattern, withLineEnds(String(pattern.constant), t.hive, lineEnd(t)));
  return choose(
    text,
    ready.engine === null ? ready : readyPattern(t, withEnds(), pos),
    (s, own) => t.mark(pos, engine`regexp_matches(${s}, ${own})`),
    like,
  );
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
  patternValue: Typed,
  group: Pick<Typed, "sql" | "constant"> = WHOLE,
  pos: number,
): Sql {
  const pattern = readable(t, patternValue, pos);
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
      const extract = engine`regexp_extract(${s}, ${own}, ${number})`;
      return way === "empty is null"
        ? engine`nullif(${extract}, '')`
        : engine`(CASE WHEN regexp_matches(${s}, ${own}) THEN ${extract} END)`;
    },
    (s, script) => engine`svc_regex_extract(${s}, ${script}, ${number})`,
  );
}

/** SQL of a list with a group of every match. */
export function regexExtractAll(
  t: Translation,
  text: Typed,
  patternValue: Typed,
  group: Pick<Typed, "sql" | "constant"> = WHOLE,
  pos: number,
): Sql {
  const pattern = readable(t, patternValue, pos);
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

/** SQL of the text split at every match. */
export function regexSplit(t: Translation, text: Typed, patternValue: Typed, pos: number): Sql {
  const pattern = readable(t, patternValue, pos);
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
