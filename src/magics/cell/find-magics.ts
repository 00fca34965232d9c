import { findMagic } from "../commands/all-magics.ts";
import { RESULT_OPTIONS } from "../commands/program/common-options.ts";
import type { AssignmentTarget, MagicCall } from "./magic-call.ts";
import { takesNextWord } from "./arguments/parse-arguments.ts";
import { readBest, readKnownTexts, type KnownTexts, type SourceKind } from "./source/known-texts.ts";
import {
  createSourceLexer,
  type Bracket,
  type SourceLexer,
  type SourceToken,
} from "./source/source-lexer.ts";

const MAYBE = /(?:^|[\n\r])[^\S\n\r]*\??%{1,2}[A-Za-z_]|=[^\S\n\r]*%[A-Za-z_]/;
const CELL_MAGIC = /^\s*(\??)(%%)([A-Za-z_]\w*)(\?{0,2})/;
const MAGIC_HERE = /(\??)(%%?)([A-Za-z_]\w*)(\?{0,2})/y;

/** A word that begins a statement, with more of it behind. A lone word, or one before an option, is a database. */
const OPENING =
  /(?<!\S)(?:select|with|values|show|describe|explain|create|insert|delete|update|drop|alter)\b(?=\s*[^\s-]|\s*-[^-a-z])/gi;
const QUOTES_CLOSED = /^(?:[^'"]|'[^']*'|"[^"]*")*$/;

/**
 * Finds the magics of a cell, in order.
 *
 * `%%name` is a magic only at the very start of a cell, and then the only one. `%name` is one at the start of a line where a
 * statement can begin, and after `=`. Strings, templates, comments, regular expressions and remainders never are: on a line
 * that may continue an expression, `%name` is a magic only if the name is one of ours.
 */
export function findMagics(cell: string): readonly MagicCall[] {
  if (!MAYBE.test(cell)) return [];
  const opening = CELL_MAGIC.exec(cell);
  if (opening !== null && opening[1] === "" && opening[4] === "") return [cellMagic(cell, opening)];

  const lexer = createSourceLexer(cell);
  const found = readMagics(cell, lexer);
  if (lexer.unsureAt > lastPlace(cell)) return found;
  return readBest((kind) => readExactly(cell, kind)).found;
}

/** Finds magics with TypeScript's parser, reparsing after each magic that was blanked out. */
function readExactly(cell: string, kind: SourceKind): { found: MagicCall[]; mistakes: number } {
  let code = cell;
  let { texts, mistakes } = readKnownTexts(code, kind);
  const found = readMagics(cell, createSourceLexer(code, texts), ({ start, end, target }) => {
    const blanks = cell.slice(start, end).replace(/[^\n\r]/g, " ");
    code =
      code.slice(0, start) + (target === null ? ";" : "0;").padEnd(2) + blanks.slice(2) + code.slice(end);
    ({ texts, mistakes } = readKnownTexts(code, kind));
    return texts;
  });
  return { found, mistakes };
}

/** Offset of the last `%name` that may be a magic. */
function lastPlace(cell: string): number {
  return Math.max(...[...cell.matchAll(new RegExp(MAYBE, "g"))].map(({ index }) => index));
}

/** @param known - Called with each magic; returns which parts of the remaining code are text. */
function readMagics(cell: string, lexer: SourceLexer, known?: (magic: MagicCall) => KnownTexts): MagicCall[] {
  const found: MagicCall[] = [];
  let line: SourceToken[] = [];
  let lineBrackets = 0;
  /** The previous token, on any line; null where a statement certainly begins. */
  let last: SourceToken | null = null;
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    const opensLine = isBlankBefore(cell, token.start);
    if (opensLine) {
      line = [];
      lineBrackets = lexer.brackets.length;
    }
    const target = opensLine ? null : assignmentTarget(line);
    const magic =
      opensLine || (target !== null && lineBrackets === lexer.brackets.length)
        ? magicAt(cell, token, last, lexer.brackets, target)
        : null;
    if (magic === null) {
      line.push(token);
      last = token;
      continue;
    }
    found.push(magic);
    lexer.resumeAt(magic.end, known?.(magic));
    line = [];
    last = null;
  }
  return found;
}

function cellMagic(cell: string, opening: RegExpExecArray): MagicCall {
  const name = opening[3] ?? "";
  const lineStart = opening[0].length;
  const lastOfLine = endOfLine(cell, lineStart);
  const query = findMagic(name)?.kind === "cell" ? queryOnLine(cell.slice(lineStart, lastOfLine)) : null;
  const lineEnd = query === null ? lastOfLine : lineStart + query - 1;
  const bodyStart = lineEnd + (cell.startsWith("\r\n", lineEnd) ? 2 : 1);
  return {
    kind: "cell",
    percents: 2,
    name,
    start: opening[0].length - name.length - 2,
    end: cell.length,
    line: cell.slice(lineStart, lineEnd).trim(),
    lineStart,
    lineEnd,
    body: lineEnd < cell.length ? cell.slice(bodyStart) : null,
    bodyStart: Math.min(bodyStart, cell.length),
    target: null,
    nested: false,
  };
}

/** Offset of the query that follows a query magic's arguments on the same line; null if the line has none. */
export function queryOnLine(line: string): number | null {
  for (const { index } of line.matchAll(OPENING)) {
    const before = line.slice(0, index);
    const [last = ""] = /\S+$/.exec(before.trimEnd()) ?? [];
    if (QUOTES_CLOSED.test(before) && !takesNextWord(RESULT_OPTIONS, last)) return index;
  }
  return null;
}

function magicAt(
  cell: string,
  token: SourceToken,
  last: SourceToken | null,
  brackets: readonly Bracket[],
  target: AssignmentTarget | null,
): MagicCall | null {
  const innermost = brackets.at(-1);
  if (innermost !== undefined && innermost !== "{") return null;
  MAGIC_HERE.lastIndex = token.start;
  const match = MAGIC_HERE.exec(cell);
  if (match === null) return null;
  const [, asks, percents, name = "", asked] = match;
  const help = asks !== "" || asked !== "";
  // After an operand on the line above, `%` is a remainder, unless the name can only be a magic.
  const sure = target !== null || percents === "%%" || last === null || last.text === ";";
  if (!sure && findMagic(name) === null) return null;
  if (target !== null && (help || percents === "%%")) return null;

  const lineStart = token.start + match[0].length;
  const lineEnd = endOfMagicLine(cell, lineStart);
  if (lineStart < lineEnd && !/[\s;]/.test(cell[lineStart] ?? "")) return null;
  return {
    kind: help ? "help" : "line",
    percents: percents === "%%" ? 2 : 1,
    name,
    start: token.start,
    end: lineEnd,
    line: cell
      .slice(lineStart, lineEnd)
      .replace(/\\\r?\n/g, " ")
      .replace(/\s*;\s*$/, "")
      .trim(),
    lineStart,
    lineEnd,
    body: null,
    bodyStart: lineEnd,
    target,
    nested: brackets.length > 0,
  };
}

/** The assignment's target if the line so far is a whole statement `… =`. */
function assignmentTarget(line: readonly SourceToken[]): AssignmentTarget | null {
  const equals = line.at(-1);
  if (equals?.text !== "=" || equals.kind !== "mark") return null;
  const start = line.map((token) => token.text).lastIndexOf(";") + 1;
  const statement = line.slice(start, -1);
  const first = statement[0];
  if (first?.kind !== "name") return null;
  const keyword = ["let", "const", "var"].includes(first.text) ? first.text : null;
  const named = keyword === null ? statement : statement.slice(1);
  const name =
    named[0]?.kind === "name" && (named.length === 1 || named[1]?.text === ":") ? named[0].text : null;
  return { keyword, name, typed: name !== null && named.length > 1, start: first.start };
}

function isBlankBefore(cell: string, offset: number): boolean {
  for (let at = offset - 1; at >= 0; at -= 1) {
    const character = cell[at] ?? "";
    if (character === "\n" || character === "\r") return true;
    if (character.trim() !== "") return false;
  }
  return true;
}

function endOfLine(cell: string, from: number): number {
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
