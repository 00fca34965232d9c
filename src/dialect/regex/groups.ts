import { readPattern } from "./java-pattern.ts";

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
  /** Index of the first piece inside. */
  readonly start: number;
  readonly name: string | null;
  /** Groups inside a negative lookaround never match. */
  readonly negative: boolean;
  readonly parent: Open | null;
  alternatives: boolean;
  skippable: boolean;
  greedy: boolean;
  body: string;
}

/** The capturing groups of a valid pattern, by position of their opening parenthesis. */
export function readGroups(pattern: string, hive: boolean): readonly Group[] {
  const open = (start: number, parent: Open | null, more: Partial<Open> = {}): Open => ({
    start, parent, name: null, negative: false, alternatives: false, skippable: false, greedy: false, body: "", ...more,
  }); // prettier-ignore
  const captured: Open[] = [];
  let current = open(0, null);
  const pieces = readPattern(pattern, hive);
  for (const [i, { kind, text }] of pieces.entries())
    if (kind === "or") current.alternatives = true;
    else if (kind === "open") {
      const name = /^\(\?P?<(\w+)>/.exec(text)?.[1] ?? null;
      current = open(i + 1, current, { name, negative: /^\(\?<?!/.test(text) });
      if (text === "(" || name !== null) captured.push(current);
    } else if (kind === "close" && current.parent !== null) {
      const next = pieces[i + 1];
      const repeat = next?.kind === "repeat" ? next.text : "";
      current.body = pieces.slice(current.start, i).map((piece) => piece.text).join(""); // prettier-ignore
      current.skippable = /^(?:[?*]|\{0)/.test(repeat);
      current.greedy = /^[?*](?!\?)/.test(repeat);
      current = current.parent;
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
