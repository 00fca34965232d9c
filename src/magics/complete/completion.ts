/** One thing that may be written at the cursor. */
export interface Candidate {
  /** What is inserted. */
  readonly text: string;
  /** `magic`, `option`, `database`, `table`, `column`, `alias`, `function`, `keyword`, `variable`, `value`. */
  readonly type: string;
  /** A word on it: usage, column type, signature; empty when there is nothing to say. */
  readonly signature: string;
}

/** Candidates for a stretch of the cell. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Offset in the cell, in UTF-16 units, from which the candidates replace what comes before the cursor. */
  readonly start: number;
}

/** An answer as Jupyter wants it, with offsets in UTF-16 units. */
export interface Completion {
  readonly matches: readonly string[];
  readonly cursorStart: number;
  readonly cursorEnd: number;
  readonly metadata: {
    readonly _jupyter_types_experimental: readonly {
      readonly start: number;
      readonly end: number;
      readonly text: string;
      readonly type: string;
      readonly signature: string;
    }[];
  };
}

/** Those that begin with what is typed, letter case aside, in their order. */
export function startingWith(typed: string, candidates: readonly Candidate[]): Candidate[] {
  const prefix = typed.toLowerCase();
  return candidates.filter(({ text }) => text.toLowerCase().startsWith(prefix));
}

/** Words that JupyterLab has an icon for: others, and longer ones, are written over the next lines of its menu. */
const KINDS: Readonly<Record<string, string>> = {
  magic: "function",
  option: "property",
  database: "module",
  table: "class",
  column: "field",
  alias: "variable",
};

/** Each text once: what comes first counts. */
export function toCompletion({ candidates, start }: Candidates, cursor: number): Completion {
  const firsts = new Map<string, Candidate>();
  for (const candidate of candidates) if (!firsts.has(candidate.text)) firsts.set(candidate.text, candidate);
  const unique = [...firsts.values()];
  return {
    matches: unique.map(({ text }) => text),
    cursorStart: start,
    cursorEnd: cursor,
    metadata: {
      _jupyter_types_experimental: unique.map(({ text, type, signature }) => ({
        start,
        end: cursor,
        text,
        type: KINDS[type] ?? type,
        signature,
      })),
    },
  };
}
