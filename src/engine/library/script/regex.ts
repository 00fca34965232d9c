import { cached, refuse, script, type ScriptFunction } from "./script-function.ts";
import { UnsupportedPattern } from "../../../dialect/regex/unsupported-pattern.ts";
import { compilePattern, scriptPattern } from "../../../dialect/regex/script-pattern.ts";

const compiled = cached(200, compilePattern);

const converted = cached(200, (key) => {
  const pattern = key.slice(1);
  try {
    return scriptPattern(pattern, key.startsWith("h"));
  } catch (error) {
    if (error instanceof UnsupportedPattern)
      return `svc!${error.kind}!unsupported regular expression '${pattern}': ${error.message}`;
    return refuse(`invalid regular expression '${pattern}': ${(error as Error).message}`, undefined, error);
  }
});

function regex(pattern: string): RegExp {
  const program = compiled(pattern);
  program.lastIndex = 0;
  return program;
}

/** A group of a match; null if it did not participate. @throws when the pattern has no such group. */
function groupOf(match: RegExpMatchArray, group: number): string | null {
  if (group < 0 || group >= match.length)
    refuse(`Pattern has ${match.length - 1} groups. Cannot access group ${group}`);
  return match[group] ?? null;
}

/** Expands a replacement like Java: a group number takes as many digits as give an existing group. */
function replacementFor(match: RegExpMatchArray, by: string): string {
  return by.replace(
    /\\([\s\S])|\$(?:(\d+)|\{(\w+)\})|[$\\]/g,
    (all, escaped: string | undefined, number: string | undefined, name: string | undefined) => {
      if (escaped !== undefined) return escaped;
      let digits = number?.length ?? 0;
      while (digits > 1 && Number(number!.slice(0, digits)) >= match.length) digits--;
      const group = number?.slice(0, digits);
      const program =
        group !== undefined
          ? Number(group) < match.length
          : name !== undefined && name in (match.groups ?? {});
      if (!program) refuse(`Illegal replacement sequence: unknown group ${all}`);
      return group !== undefined
        ? (match[Number(group)] ?? "") + number!.slice(digits)
        : (match.groups?.[name!] ?? "");
    },
  );
}

const MATCHES_LIMIT = 100_000;

function matches(text: string, pattern: string, from = 0): RegExpMatchArray[] {
  const program = regex(pattern);
  program.lastIndex = from;
  const all = [...text.matchAll(program)];
  if (all.length > MATCHES_LIMIT)
    refuse(`a text has more than ${MATCHES_LIMIT} matches of the pattern`, "EXCEEDED_LIMIT");
  return all;
}

/** The matches, each with the text between it and the one before; and the text after the last one. */
function split(
  text: string,
  pattern: string,
): { parts: [before: string, match: RegExpMatchArray][]; rest: string } {
  let from = 0;
  const parts = matches(text, pattern).map((match): [string, RegExpMatchArray] => {
    const before = text.slice(from, match.index);
    from = match.index! + match[0].length;
    return [before, match];
  });
  return { parts, rest: text.slice(from) };
}

/** Regular expressions beyond RE2, on V8. A time limit per chunk stops catastrophic backtracking. */
export const REGEX_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  /** The pattern that the other functions take, of one in Java's syntax; Hive's if `hive`, else Presto's. The reason where there is none. */
  svc_regex_script: script("(text, boolean) -> text", (pattern, hive) =>
    converted((hive ? "h" : "p") + pattern),
  ),
  svc_regex_like: script("(text, text) -> boolean", (text, pattern) => regex(pattern).test(text)),
  svc_regex_extract: script("(text, text, integer) -> text", (text, pattern, group) => {
    const match = regex(pattern).exec(text);
    return match === null ? null : groupOf(match, group);
  }),
  svc_regex_extract_all: script("(text, text, integer) -> texts", (text, pattern, group) =>
    matches(text, pattern).map((match) => groupOf(match, group)),
  ),
  svc_regex_replace: script("(text, text, text) -> text", (text, pattern, by) => {
    const { parts, rest } = split(text, pattern);
    return parts.map(([before, match]) => before + replacementFor(match, by)).join("") + rest;
  }),
  svc_regex_split: script("(text, text) -> texts", (text, pattern) => {
    const { parts, rest } = split(text, pattern);
    return [...parts.map(([before]) => before), rest];
  }),
  svc_regex_split_java: script("(text, text) -> texts", (text, pattern) => {
    const { parts, rest } = split(text, pattern);
    const first = parts[0]?.[1];
    return [...parts.slice(first?.index === 0 && first[0] === "" ? 1 : 0).map(([before]) => before), rest];
  }),
  /** Position in characters of the nth match at or after `start`; -1 if there is none. */
  svc_regex_position: script("(text, text, integer, integer) -> integer", (text, pattern, start, nth) => {
    if (start < 1 || nth < 1) refuse("start and occurrence of regexp_position must be positive");
    const characters = [...text];
    const from = characters.slice(0, start - 1).join("").length;
    const match = matches(text, pattern, from)[nth - 1];
    return match === undefined || start > characters.length ? -1 : [...text.slice(0, match.index)].length + 1;
  }),
  /** For each match: the text before it, the match and its groups. The last entry is the text after all matches. */
  svc_regex_pieces: script("(text, text) -> textLists", (text, pattern) => {
    const { parts, rest } = split(text, pattern);
    return [...parts.map(([before, match]) => [before, ...match.map((group) => group ?? null)]), [rest]];
  }),
};
