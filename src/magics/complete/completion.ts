// This folder: completion and tooltips in magics: options, names, SQL.

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

/** Candidates for what was typed between `start` and the cursor; offset in UTF-16 units. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly start: number;
}

/** Candidates for a range of the cell, in order, with distinct texts. Offsets are UTF-16 units. */
export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly items: readonly Candidate[];
}

/** Candidates that begin with the typed text, ignoring case, in order. */
export function startingWith(word: string, candidates: readonly Candidate[]): Candidate[] {
  const prefix = word.toLowerCase();
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
export function toCompletion(code: string, { candidates, start }: Candidates, cursor: number): Completion {
  const firsts = new Map<string, Candidate>();
  for (const one of candidates)
    if (!firsts.has(one.text)) firsts.set(one.text, { ...one, type: KINDS[one.type] ?? one.type });
  return { start, end: endOfWord(code, start, cursor, [...firsts.keys()]), items: [...firsts.values()] };
}

/** The end of what a choice replaces: the cursor; in a word that some candidate goes on with, the end of that word. */
export function endOfWord(code: string, start: number, cursor: number, texts: readonly string[]): number {
  const after = code.slice(cursor).toLowerCase();
  let end = cursor;
  for (const text of start === cursor ? [] : texts) {
    const rest = text.slice(cursor - start).toLowerCase();
    let common = 0;
    while (common < rest.length && rest[common] === after[common]) common += 1;
    if (!/^[\p{ID_Continue}$]/u.test(after.slice(common))) end = Math.max(end, cursor + common);
  }
  return end;
}
