/**
 * What a magic is, for every reader of a cell: the kernels, which read its code by TypeScript's parser, and the editor, which reads it by its
 * own. This file uses neither, and nothing of Node.js.
 */

const CELL_MAGIC = /^\s*(\??)(%%)([A-Za-z_]\w*)(\?{0,2})/;
/** What can be a line magic: at the start of a line, or behind `=`. */
const CANDIDATE = /(?:^|[\n\r]|(=))[^\S\n\r]*((\??)(%%?)([A-Za-z_]\w*)(\?{0,2}))(?=[\s;]|$)/g;
/** Two words in a row, which no expression has. */
const NO_OPERAND = /^[^\S\n\r]+(?!(?:as|in|instanceof|satisfies)\b)[A-Za-z_]/;
/** The names of magics, misspelt ones of svclib's too: `%svc_tabels` is a mistake, not a remainder. */
const MAGIC_NAME = /^(?:svc_\w+|lsmagic|load_ext|reload_ext)$/;

/** A text that may be a magic. Offsets are UTF-16 units of the cell. */
export interface MagicCandidate {
  readonly name: string;
  readonly start: number;
  /** Start of the rest of the line. */
  readonly lineStart: number;
  readonly end: number;
  readonly percents: 1 | 2;
  readonly isHelp: boolean;
}

/** Where a magic stands. */
export interface MagicPlace {
  /** Whether it is the value of an assignment. */
  readonly isAssigned: boolean;
}

/** Code in which the number 0 stands for each magic, as a parser reads it. */
export interface MarkedCode<Place extends MagicPlace> {
  /** Number of syntax errors. */
  readonly mistakes: number;
  /** Whether the number at `at` is code, not a part of a text or a comment. */
  isMark(at: number): boolean;
  /** Null if the number at `at` is no whole statement, and not the value of an assignment that is one. */
  placeOf(at: number): Place | null;
  /** Whether `%` at this place may be a remainder: the statement before ends with an operand. */
  mayContinue(position: Place): boolean;
}

/** The magics of a cell with their places, and its code with them blanked. */
export interface MarkedMagics<Place extends MagicPlace, Code extends MarkedCode<Place>> {
  readonly magics: readonly { readonly candidate: MagicCandidate; readonly position: Place }[];
  readonly code: Code;
}

/** The magic that takes the whole cell: `%%name` at its very start; null for other cells. */
export function cellMagicOf(cell: string): { readonly name: string; readonly lineStart: number } | null {
  const [opening, asks, , name = "", help] = CELL_MAGIC.exec(cell) ?? [];
  return opening === undefined || asks !== "" || help !== "" ? null : { name, lineStart: opening.length };
}

export function findCandidates(cell: string): readonly MagicCandidate[] {
  return [...cell.matchAll(CANDIDATE)].map((match) => candidateAt(cell, match));
}

function candidateAt(cell: string, match: RegExpExecArray): MagicCandidate {
  const [whole, , assignment = "", asks, percents, name = "", help] = match;
  const lineStart = match.index + whole.length;
  return {
    name,
    start: lineStart - assignment.length,
    lineStart,
    end: endOfMagicLine(cell, lineStart),
    percents: percents === "%%" ? 2 : 1,
    isHelp: asks !== "" || help !== "",
  };
}

/**
 * Reads a cell with all candidates blanked, and again with the text of one that turns out to be no magic: it may have quotes.
 *
 * `%name` is a magic where a line begins and a statement can begin, and as the value behind `=`. What the parser takes for text, a comment
 * or a part of an expression never is: on a line that may continue an expression, `%name` is a magic only if the name is one of ours, or if
 * no expression goes on like this.
 */
export function markMagics<Place extends MagicPlace, Code extends MarkedCode<Place>>(
  cell: string,
  candidates: readonly MagicCandidate[],
  read: (code: string) => Code,
): MarkedMagics<Place, Code> {
  const magics: { candidate: MagicCandidate; position: Place }[] = [];
  const texts = new Set<MagicCandidate>();
  let code = read(blanked(cell, candidates));
  let isStale = false;
  for (const candidate of candidates) {
    const { start, end } = candidate;
    if (start < (magics.at(-1)?.candidate.end ?? 0)) continue;
    const position = code.placeOf(start);
    if (position !== null && isMagic(cell, candidate, position, code)) {
      magics.push({ candidate, position: position });
      continue;
    }
    texts.add(candidate);
    isStale = true;
    // Words in a text or a comment change nothing for what follows.
    if (position === null && /^[\w%.\s-]*$/.test(cell.slice(start, end)) && !code.isMark(start)) continue;
    readAgain();
  }
  if (isStale) readAgain();
  return { magics, code };

  function readAgain(): void {
    isStale = false;
    const rest = candidates.filter((one) => !texts.has(one));
    code = read(blanked(cell, rest));
  }
}

function isMagic<Place extends MagicPlace>(
  cell: string,
  { name, percents, isHelp, lineStart, end }: MagicCandidate,
  position: Place,
  code: MarkedCode<Place>,
): boolean {
  if (position.isAssigned) return !isHelp && percents === 1;
  if (percents === 2 || !code.mayContinue(position)) return true;
  return MAGIC_NAME.test(name) || NO_OPERAND.test(cell.slice(lineStart, end));
}

/** The cell with a number and a semicolon in place of magics, which is a statement or a value wherever one can be. */
function blanked(cell: string, magics: readonly MagicCandidate[]): string {
  let code = "";
  for (const { start, end } of magics) {
    if (start < code.length) continue;
    code += cell.slice(code.length, start);
    code += `0;${cell.slice(start + 2, end).replace(/[^\n\r]/g, " ")}`;
  }
  return code + cell.slice(code.length);
}

export function endOfLine(cell: string, from: number): number {
  const end = cell.slice(from).search(/\r?\n|\r/);
  return end < 0 ? cell.length : from + end;
}

/** A line magic continues over line breaks after a backslash. */
function endOfMagicLine(cell: string, from: number): number {
  let end = endOfLine(cell, from);
  while (end < cell.length && cell[end - 1] === "\\")
    end = endOfLine(cell, end + (cell.startsWith("\r\n", end) ? 2 : 1));
  return end;
}

/** Reads as TypeScript and, only where that has errors, as TSX; keeps the result with fewer errors. */
export function readBest<T extends { readonly mistakes: number }>(read: (kind: "ts" | "tsx") => T): T {
  const plain = read("ts");
  if (plain.mistakes === 0) return plain;
  const jsx = read("tsx");
  return jsx.mistakes < plain.mistakes ? jsx : plain;
}
