import type ts from "typescript";
import { findMagic } from "../commands/all-magics.ts";
import { RESULT_OPTIONS } from "../commands/program/common-options.ts";
import type { AssignmentTarget, MagicCall } from "./magic-call.ts";
import { takesNextWord } from "./arguments/parse-arguments.ts";
import {
  cellMagicOf,
  endOfLine,
  findCandidates,
  markMagics,
  readBest,
  type MagicCandidate,
  type MagicPlace,
  type MarkedCode,
} from "./magic-candidates.ts";
import { readSource, CellSource, type SourceKind } from "./source/source.ts";
import { typescript } from "./source/typescript.ts";

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

/** Reads a cell: `%%name` is a magic only at its very start, and then the only one; else its lines may have some. */
export function readMagics(cell: string): CellReading {
  const opening = cellMagicOf(cell);
  if (opening !== null) return { calls: [cellMagic(cell, opening)], source: readSource("") };
  const candidates = findCandidates(cell);
  if (candidates.length > 0) return readBest((kind) => readLines(cell, kind, candidates));
  return {
    calls: [],
    // Read when it is needed: most cells of svc-tslab don't need it before they run.
    get source() {
      return readSource(cell);
    },
  };
}

function readLines(
  cell: string,
  kind: SourceKind,
  candidates: readonly MagicCandidate[],
): CellReading & { readonly mistakes: number } {
  const { magics, code } = markMagics<Place, MarkedSource>(
    cell,
    candidates,
    (text) => new MarkedSource(text, kind),
  );
  const calls = magics.map(({ candidate, position: position }) => lineMagic(cell, candidate, position));
  return { calls, source: code, mistakes: code.mistakes };
}

/** Where a magic stands: its statement, and its target if it is assigned. */
interface Place extends MagicPlace {
  readonly statement: ts.Statement;
  readonly target: AssignmentTarget | null;
}

/** Code in which numbers stand for magics, read by TypeScript's parser. */
class MarkedSource extends CellSource implements MarkedCode<Place> {
  isMark(at: number): boolean {
    return this.#markAt(at) !== null;
  }

  #markAt(at: number): ts.NumericLiteral | null {
    const { forEachChild, isNumericLiteral } = typescript();
    let node: ts.Node = this.file;
    for (;;) {
      const child = forEachChild(node, (one) => (one.pos <= at && at < one.end ? one : undefined));
      if (child === undefined) return isNumericLiteral(node) && node.getStart(this.file) === at ? node : null;
      node = child;
    }
  }

  placeOf(at: number): Place | null {
    const is = typescript();
    const mark = this.#markAt(at);
    if (mark === null) return null;
    const { parent } = mark;
    if (is.isVariableDeclaration(parent)) {
      const statement = parent.parent.parent;
      if (!is.isVariableStatement(statement) || statement.end !== mark.end + 1) return null;
      return { statement, target: declaredTarget(this, statement, parent), isAssigned: true };
    }
    let value: ts.Node = mark;
    while (isAssignment(value.parent) && value.parent.right === value) value = value.parent;
    const statement = value.parent;
    if (!is.isExpressionStatement(statement) || statement.end !== mark.end + 1) return null;
    if (value === mark) return { statement, target: null, isAssigned: false };
    return { statement, target: assignedTarget(this, statement), isAssigned: true };
  }

  /** Whether `%` where a statement starts may be a remainder: the one before ends with an operand. */
  mayContinue({ statement }: Place): boolean {
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
  return { keyword, name: isPlain ? name.text : null, hasType: isPlain && type !== undefined, start };
}

function assignedTarget(
  { file }: CellSource,
  { expression, parent }: ts.ExpressionStatement,
): AssignmentTarget {
  const is = typescript();
  const { left, right } = expression as ts.BinaryExpression;
  const isPlain = is.isIdentifier(left) && !isAssignment(right) && isStatementList(parent);
  return {
    keyword: null,
    name: isPlain ? left.text : null,
    hasType: false,
    start: expression.getStart(file),
  };
}

function isStatementList(
  node: ts.Node,
): node is ts.Node & { readonly statements: ts.NodeArray<ts.Statement> } {
  return "statements" in node;
}

function lineMagic(cell: string, candidate: MagicCandidate, { statement, target }: Place): MagicCall {
  const { name, percents, start, lineStart, end, isHelp } = candidate;
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

/** The statement with which a loop, a label or a condition ends. */
function lastPart(node: ts.Node): ts.Node | undefined {
  type Compound = Partial<Record<"elseStatement" | "thenStatement" | "statement", ts.Statement>>;
  const { elseStatement, thenStatement, statement } = node as ts.Node & Compound;
  return elseStatement ?? thenStatement ?? (typescript().isDoStatement(node) ? undefined : statement);
}

function cellMagic(
  cell: string,
  { name, lineStart }: { readonly name: string; readonly lineStart: number },
): MagicCall {
  const lastOfLine = endOfLine(cell, lineStart);
  const query = findMagic(name)?.kind === "cell" ? queryOnLine(cell.slice(lineStart, lastOfLine)) : null;
  const lineEnd = query === null ? lastOfLine : lineStart + query - 1;
  const bodyStart = lineEnd + (cell.startsWith("\r\n", lineEnd) ? 2 : 1);
  return {
    kind: "cell",
    percents: 2,
    name,
    start: lineStart - name.length - 2,
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
