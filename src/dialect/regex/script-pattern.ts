/** A pattern for the script engine, with the flags that stood in front of it. */
export interface ScriptPattern {
  readonly source: string;
  readonly flags: string;
}

const FLAGS: Readonly<Record<string, string>> = { i: "i", s: "s", m: "m", u: "" };

/**
 * Java's pattern for the script engine: flags in front, possessive quantifiers and atomic groups (which match the same where they match),
 * names of groups, escapes of marks that need none. What else differs the script engine refuses by itself.
 */
export function scriptPattern(pattern: string): ScriptPattern {
  const front = /^\(\?([ismu]+)\)/.exec(pattern);
  let source = front === null ? pattern : pattern.slice(front[0].length);
  if (/[*+?}]\+|\(\?>/.test(source.replace(/\\./g, "")))
    source = source.replace(/\(\?>/g, "(?:").replace(/([*+?}])\+/g, "$1");
  source = source
    .replace(/\(\?P</g, "(?<")
    .replace(/\\([^A-Za-z0-9^$\\.*+?()[\]{}|/-]|-(?![^[]*\]))/gu, "$1");
  return { source, flags: [...(front?.[1] ?? "")].map((flag) => FLAGS[flag]!).join("") };
}

/** @throws SyntaxError for what the script engine can't read. */
export const compilePattern = ({ source, flags }: ScriptPattern): RegExp => new RegExp(source, `gu${flags}`);
