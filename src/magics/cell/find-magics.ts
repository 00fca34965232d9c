import type ts from "typescript";
import { findMagic } from "../commands/all-magics.ts";
import { RESULT_OPTIONS } from "../commands/program/common-options.ts";
import type { AssignmentTarget, MagicCall } from "./magic-call.ts";
import { takesNextWord } from "./arguments/parse-arguments.ts";
import { readBest, readSource, CellSource, type SourceKind } from "./source/source.ts";
import { typescript } from "./source/typescript.ts";

const CELL_MAGIC = /^\s*(\??)(%%)([A-Za-z_]\w*)(\?{0,2})/;
/** What can be a line magic: at the start of a line, or behind `=`. */
const CANDIDATE = /(?:^|[\n\r]|(=))[^\S\n\r]*((\??)(%%?)([A-Za-z_]\w*)(\?{0,2}))(?=[\s;]|$)/g;
/** Two words in a row, which no expression has. */
const NO_OPERAND = /^[^\S\n\r]+(?!(?:as|in|instanceof|satisfies)\b)[A-Za-z_]/;

/** A word that begins a statement, with more of it behind. A lone word, or one before an option, is a database. */
const OPENING =
  /(?<!\S)(?:select|with|values|show|describe|explain|create|insert|delete|update|drop|alter)\b(?=\s*[^\s-]|\s*-[^-a-z])/gi;
const QUOTES_CLOSED = /^(?:[^'"]|'[^']*'|"[^"]*")*$/;

/** A cell's magics, in order, and the rest of it as source; the magics are blank there, at the same length. */
export interface CellReading {
  readonly calls: readonly MagicCall[];
  readonly source: CellSource;
}

export const findMagics = (cell: string): readonly MagicCall[] => readMagics(cell).calls;

/**
 * Reads a cell.
 *
 * `%%name` is a magic only at the very start of a cell, and then the only one. `%name` is one where a line begins and a statement can begin,
 * and as the value behind `=`. What TypeScript's parser takes for text, a comment or a part of an expression never is: on a line that may
 * continue an expression, `%name` is a magic only if the name is one of ours, or if no expression goes on like this.
 */
export function readMagics(cell: string): CellReading {
  const opening = CELL_MAGIC.exec(cell);
  if (opening !== null && opening[1] === "" && opening[4] === "")
    return { calls: [cellMagic(cell, opening)], source: readSource("") };
  const candidates = [...cell.matchAll(CANDIDATE)].map((match) => candidateAt(cell, match));
  if (candidates.length > 0) return readBest((kind) => readAs(cell, kind, candidates));
  return {
    calls: [],
    // Read when it is needed: most cells of svc-tslab don't need it before they run.
    get source() {
      return readSource(cell);
    },
  };
}

/** A text that may be a magic. */
interface MagicCandidate extends Pick<MagicCall, "name" | "start" | "lineStart" | "end"> {
  readonly percents: 1 | 2;
  readonly isHelp: boolean;
}

function candidateAt(cell: string, match: RegExpExecArray): MagicCandidate {
  const [whole, , typed = "", asks, percents, name = "", asked] = match;
  const lineStart = match.index + whole.length;
  return {
    name,
    start: lineStart - typed.length,
    lineStart,
    end: endOfMagicLine(cell, lineStart),
    percents: percents === "%%" ? 2 : 1,
    isHelp: asks !== "" || asked !== "",
  };
}

/** Reads a cell with all candidates blanked, and again with the text of one that turns out to be no magic: it may have quotes. */
function readAs(
  cell: string,
  kind: SourceKind,
  candidates: readonly MagicCandidate[],
): CellReading & { readonly mistakes: number } {
  const calls: MagicCall[] = [];
  const texts = new Set<MagicCandidate>();
  let source = new CellSource(blanked(cell, candidates), kind);
  let isStale = false;
  for (const candidate of candidates) {
    const { start, end } = candidate;
    if (start < (calls.at(-1)?.end ?? 0)) continue;
    const place = placeOf(source, start);
    const call = place === null ? null : magicAt(cell, candidate, place);
    if (call !== null) {
      calls.push(call);
      continue;
    }
    texts.add(candidate);
    isStale = true;
    // Words in a text or a comment change nothing for what follows.
    if (place === null && /^[\w%.\s-]*$/.test(cell.slice(start, end)) && !isMark(source, start)) continue;
    source = read();
  }
  if (isStale) source = read();
  return { calls, source, mistakes: source.mistakes };

  function read(): CellSource {
    isStale = false;
    return new CellSource(
      blanked(
        cell,
        candidates.filter((one) => !texts.has(one)),
      ),
      kind,
    );
  }
}

/** The cell with a number and a semicolon in place of magics, which is a statement or a value wherever one can be. */
function blanked(cell: string, magics: readonly Pick<MagicCandidate, "start" | "end">[]): string {
  let code = "";
  for (const { start, end } of magics) {
    if (start < code.length) continue;
    code += cell.slice(code.length, start);
    code += `0;${cell.slice(start + 2, end).replace(/[^\n\r]/g, " ")}`;
  }
  return code + cell.slice(code.length);
}

/** Where a magic stands: its statement, and its target if it is assigned. */
interface Place {
  readonly statement: ts.Statement;
  readonly target: AssignmentTarget | null;
}

/** The number that stands for a magic. */
function markAt({ file }: CellSource, at: number): ts.NumericLiteral | null {
  const { forEachChild, isNumericLiteral } = typescript();
  let node: ts.Node = file;
  for (;;) {
    const child = forEachChild(node, (one) => (one.pos <= at && at < one.end ? one : undefined));
    if (child === undefined) return isNumericLiteral(node) && node.getStart(file) === at ? node : null;
    node = child;
  }
}

const isMark = (source: CellSource, at: number): boolean => markAt(source, at) !== null;

/** Null if the mark at `at` is no whole statement, and not the value of an assignment that is one. */
function placeOf(source: CellSource, at: number): Place | null {
  const is = typescript();
  const mark = markAt(source, at);
  if (mark === null) return null;
  const { parent } = mark;
  if (is.isVariableDeclaration(parent)) {
    const statement = parent.parent.parent;
    if (!is.isVariableStatement(statement) || statement.end !== mark.end + 1) return null;
    return { statement, target: declaredTarget(source, statement, parent) };
  }
  let value: ts.Node = mark;
  while (isAssignment(value.parent) && value.parent.right === value) value = value.parent;
  const statement = value.parent;
  if (!is.isExpressionStatement(statement) || statement.end !== mark.end + 1) return null;
  return { statement, target: value === mark ? null : assignedTarget(source, statement) };
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  const is = typescript();
  return is.isBinaryExpression(node) && node.operatorToken.kind === is.SyntaxKind.EqualsToken;
}

function declaredTarget(
  { file }: CellSource,
  statement: ts.VariableStatement,
  { name, type }: ts.VariableDeclaration,
): AssignmentTarget {
  const is = typescript();
  const { declarations } = statement.declarationList;
  const start = statement.getStart(file);
  const keyword = /^(?:let|const|var)\b/.exec(file.text.slice(start))?.[0] ?? null;
  const isPlain = is.isIdentifier(name) && declarations.length === 1 && keyword !== null;
  return { keyword, name: isPlain ? name.text : null, typed: isPlain && type !== undefined, start };
}

function assignedTarget(
  { file }: CellSource,
  { expression, parent }: ts.ExpressionStatement,
): AssignmentTarget {
  const is = typescript();
  const { left, right } = expression as ts.BinaryExpression;
  const isPlain = is.isIdentifier(left) && !isAssignment(right) && isStatementList(parent);
  return { keyword: null, name: isPlain ? left.text : null, typed: false, start: expression.getStart(file) };
}

function isStatementList(
  node: ts.Node,
): node is ts.Node & { readonly statements: ts.NodeArray<ts.Statement> } {
  return "statements" in node;
}

function magicAt(cell: string, candidate: MagicCandidate, { statement, target }: Place): MagicCall | null {
  const { name, percents, start, lineStart, end, isHelp } = candidate;
  if (target !== null && (isHelp || percents === 2)) return null;
  const isSure = target !== null || percents === 2 || !mayContinue(statement);
  if (!isSure && findMagic(name) === null && !NO_OPERAND.test(cell.slice(lineStart, end))) return null;
  return {
    kind: isHelp ? "help" : "line",
    percents,
    name,
    start,
    end,
    line: cell
      .slice(lineStart, end)
      .replace(/\\\r?\n/g, " ")
      .replace(/\s*;\s*$/, "")
      .trim(),
    lineStart,
    lineEnd: end,
    body: null,
    bodyStart: end,
    target,
    nested: !typescript().isSourceFile(statement.parent),
  };
}

/** Whether `%` where a statement starts may be a remainder: the one before ends with an operand. */
function mayContinue(statement: ts.Statement): boolean {
  const is = typescript();
  const { parent } = statement;
  if (!isStatementList(parent)) return false;
  let before: ts.Node | undefined = parent.statements[parent.statements.indexOf(statement) - 1];
  for (let inner = before; inner !== undefined; inner = lastPart(inner)) before = inner;
  return (
    before !== undefined &&
    !statement.getSourceFile().text.startsWith(";", before.end - 1) &&
    (is.isExpressionStatement(before) ||
      is.isVariableStatement(before) ||
      is.isReturnStatement(before) ||
      is.isThrowStatement(before) ||
      is.isExportAssignment(before))
  );
}

/** The statement with which a loop, a label or a condition ends. */
function lastPart(node: ts.Node): ts.Node | undefined {
  type Compound = Partial<Record<"elseStatement" | "thenStatement" | "statement", ts.Statement>>;
  const { elseStatement, thenStatement, statement } = node as ts.Node & Compound;
  return elseStatement ?? thenStatement ?? (typescript().isDoStatement(node) ? undefined : statement);
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
