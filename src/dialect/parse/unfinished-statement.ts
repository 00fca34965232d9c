import type { Dialect } from "../dialect.ts";
import { SqlError } from "../sql-error.ts";
import type { Name, Query } from "./ast.ts";
import { tokenOf, type Token } from "./lexer.ts";
import { RecoveringParser } from "./recovering-parser.ts";
import { nameOf, scan, type Piece } from "./scan.ts";
import { GRAMMAR, parseAny } from "./statements/statements.ts";

/** A statement that is being written, with the editor's cursor as a name in it. */
export interface UnfinishedStatement {
  /** Its syntax tree; null where none begins. */
  readonly tree: object | null;
  /** What is written at the cursor, or directly before it; null between two pieces. */
  readonly cursorPiece: Piece | null;
  /** Where the name at the cursor begins. */
  readonly start: number;
  /** The piece before that name, and the one after it. */
  readonly previous: Piece | null;
  readonly following: Piece | null;
  /** The name at the cursor; null if the grammar reads none there. */
  readonly name: Name | null;
  /** The innermost query around the cursor. */
  readonly query: Query | null;
}

/**
 * Reads the statement around an offset as far as it goes. Never fails.
 *
 * @param sql - One statement or several, complete or not.
 */
export function parseUnfinished(sql: string, offset: number, dialect: Dialect): UnfinishedStatement {
  const pieces = [...scan(sql, dialect)];
  const cursorPiece = pieces.find((piece) => isTyped(piece, offset)) ?? null;
  const text = nameOf(cursorPiece);
  const [start, end] = text === null ? [offset, offset] : [cursorPiece!.start, cursorPiece!.end];
  const cursor: Token = { kind: "quoted", text: text ?? "", upper: "", start, end };
  const tokens: Token[] = [];
  let previous: Piece | null = null;
  let following: Piece | null = null;
  let place: number | null = null;
  for (const piece of pieces) {
    if (piece.kind === "comment" || (text !== null && piece === cursorPiece)) continue;
    const isEnd = piece.kind === "op" && piece.text === ";";
    if (piece.start < start) {
      previous = piece;
      if (isEnd) tokens.length = 0;
      else tokens.push(anyToken(piece, dialect));
      continue;
    }
    following ??= piece;
    place ??= tokens.push(cursor) - 1;
    if (isEnd) break;
    tokens.push(anyToken(piece, dialect));
  }
  const at = place ?? tokens.push(cursor) - 1;
  tokens.push({ kind: "end", text: "", upper: "", start: sql.length, end: sql.length });
  const s = new RecoveringParser(sql, dialect, GRAMMAR, tokens, cursor);
  const asQuery = (): object | null => {
    s.reset(0);
    return s.current === cursor ? null : s.query();
  };
  // Without a first word that it knows, it is a query.
  const tree = s.attempt<object | null>(
    () => parseAny(s),
    () => s.attempt(asQuery, () => null),
  );
  const query = s.queries.find(({ from, to }) => from <= at && at < to)?.query ?? null;
  return {
    tree: tree ?? query,
    cursorPiece,
    start,
    previous,
    following,
    name: s.cursorName,
    query,
  };
}

/** A name, a number, an unclosed text or a comment goes on at its end. */
function isTyped({ kind, text, start, end, closed }: Piece, offset: number): boolean {
  if (kind === "op" || start >= offset || end < offset) return false;
  const goesOn = !closed || /^(?:word|number|quoted)$/.test(kind) || text.startsWith("--");
  return offset < end || (goesOn && offset === end);
}

/** A token also of a piece that is wrong or not closed. */
function anyToken(piece: Piece, dialect: Dialect): Token {
  try {
    // The error's place in the statement is of no use.
    return tokenOf(piece, "", dialect);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const { kind, text, start, end } = piece;
    return { kind: kind === "comment" ? "op" : kind, text: nameOf(piece) ?? text, upper: "", start, end };
  }
}
