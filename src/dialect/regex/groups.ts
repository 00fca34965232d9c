export interface Group {
  readonly name: string | null;
  /** Text between its parentheses. */
  readonly body: string;
  /** True if the pattern can match without it: inside an alternative, or repeated zero times. */
  readonly optional: boolean;
  /** True if only its own greedy `?` or `*` makes it optional: it then takes part if its body matches the empty text. */
  readonly isTried: boolean;
}

interface Open {
  readonly start: number;
  /** Index among the capturing groups; null for other groups. */
  readonly index: number | null;
  readonly name: string | null;
  /** Groups inside a negative lookaround never match. */
  readonly negative: boolean;
  readonly parent: Open | null;
  alternatives: boolean;
  skippable: boolean;
  greedy: boolean;
  body: string;
}

const OPENING = /^\((?:\?(?:P?<([A-Za-z]\w*)>|(<?[=!])|[^)]))?/;

/** The capturing groups of a pattern, by position of their opening parenthesis. */
export function readGroups(pattern: string): readonly Group[] {
  const open = (start: number, parent: Open | null, more: Partial<Open> = {}): Open => ({
    start, parent, index: null, name: null, negative: false, alternatives: false, skippable: false, greedy: false, body: "", ...more,
  }); // prettier-ignore
  const captured: Open[] = [];
  let current = open(0, null);
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (char === "\\") i++;
    else if (char === "[") i = endOfClass(pattern, i);
    else if (char === "|") current.alternatives = true;
    else if (char === "(") {
      const [all, name, look] = OPENING.exec(pattern.slice(i))!;
      const captures = all === "(" || name !== undefined;
      // Flags of `(?i:` and `(?:` need no parsing: they contain no parentheses.
      current = open(i + (captures || look !== undefined ? all.length : 2), current, {
        index: captures ? captured.length : null,
        name: name ?? null,
        negative: look?.endsWith("!") ?? false,
      });
      if (captures) captured.push(current);
      i += captures || look !== undefined ? all.length - 1 : 1;
    } else if (char === ")" && current.parent !== null) {
      current.body = pattern.slice(current.start, i);
      current.skippable = /^(?:[?*]|\{0)/.test(pattern.slice(i + 1));
      current.greedy = /^[?*](?!\?)/.test(pattern.slice(i + 1));
      current = current.parent;
    }
  }
  return captured.map((group) => ({
    name: group.name,
    body: group.body,
    optional: isOptional(group),
    isTried: group.greedy && !isOptional({ ...group, skippable: false }),
  }));
}

function isOptional(group: Open): boolean {
  for (let one: Open | null = group; one !== null; one = one.parent)
    if (one.skippable || one.negative || (one !== group && one.alternatives)) return true;
  return false;
}

function endOfClass(pattern: string, start: number): number {
  // A bracket in first position is part of the class.
  let i = start + (/^\[\^?\]/.exec(pattern.slice(start))?.[0].length ?? 1);
  for (; i < pattern.length && pattern[i] !== "]"; i++) if (pattern[i] === "\\") i++;
  return i;
}
