export interface Candidate {
  readonly text: string;
  /** `magic`, `option`, `database`, `table`, `column`, `alias`, `function`, `keyword`, `variable`, `value`. */
  readonly type: string;
  /** Usage, column type or signature; may be empty. */
  readonly signature: string;
}

export function candidate(text: string, type: string, signature = ""): Candidate {
  return { text, type, signature };
}

/** Candidates for a range of the cell. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Start of the range to replace, up to the cursor; offset in UTF-16 units. */
  readonly start: number;
}

/** A completion reply of Jupyter, with offsets in UTF-16 units. */
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

/** Candidates that begin with the typed text, ignoring case, in order. */
export function startingWith(typed: string, candidates: readonly Candidate[]): Candidate[] {
  const prefix = typed.toLowerCase();
  return candidates.filter(({ text }) => text.toLowerCase().startsWith(prefix));
}

/** Types that JupyterLab has icons for; other and longer ones would wrap in its menu. */
const KINDS: Readonly<Record<string, string>> = {
  magic: "function",
  option: "property",
  database: "module",
  table: "class",
  column: "field",
  alias: "variable",
};

/** Removes duplicate texts; the first candidate wins. */
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
