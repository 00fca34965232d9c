import type { Dialect } from "../dialect.ts";
import { isReserved, keywordsOf } from "./reserved.ts";

/** A lexical piece of a statement, possibly unterminated. Offsets are in UTF-16 units; only white space is between pieces. */
export interface Piece {
  /** `word`: keyword or unquoted name; `quoted`: quoted name; `unicode`: `U&'…'`; `binary`: `X'…'`. */
  readonly kind: "word" | "quoted" | "string" | "unicode" | "binary" | "number" | "op" | "comment";
  /** Source text, with quotes. */
  readonly text: string;
  /** Uppercase text of a word or operator, "" for other kinds. */
  readonly upper: string;
  readonly start: number;
  readonly end: number;
  /** False for a quote or comment that is not closed. */
  readonly closed: boolean;
}

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
/** Includes words that begin with digits. */
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:[\p{L}_][\p{L}\p{N}_$]*)?/uy;
/** Signs with which no longer operator begins. */
const ALONE = new Set("( ) [ ] , . ; ? + * / %".split(" "));
const OPERATOR = /<=>|->|=>|<>|!=|<=|>=|==|\|\||[^]/uy;

/** Where a match ends that begins at a place; the place itself if there is none. */
function endOf(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : at;
}

/**
 * Splits a statement into pieces; never fails. Errors within pieces are left to the caller.
 *
 * In Presto `"…"` is a name and backslash is an ordinary character; in Hive `"…"` is a string, `` `…` `` a name, and backslash escapes in
 * strings.
 */
export function* scan(sql: string, dialect: Dialect): Generator<Piece, void> {
  let last: Piece | null = null;
  for (
    let piece = pieceAfter(sql, 0, dialect, last);
    piece !== null;
    piece = pieceAfter(sql, piece.end, dialect, last)
  ) {
    yield piece;
    if (piece.kind !== "comment") last = piece;
  }
}

/** The piece at a place, or behind the white space there; null at the end. @param last - The one before it that is no comment. */
export function pieceAfter(sql: string, place: number, dialect: Dialect, last: Piece | null): Piece | null {
  let at = place;
  while (isSpace(sql.charCodeAt(at))) at++;
  return at < sql.length ? pieceAt(sql, at, dialect, last) : null;
}

/** No other spaces, such as U+3000: Trino and Hive refuse them. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Where a word ends that begins at a place. Patterns are asked only for letters outside of ASCII. */
function endOfWord(sql: string, start: number): number {
  let at = start;
  let code = sql.charCodeAt(at);
  if (IN_WORDS[code] === BEGINS)
    do code = sql.charCodeAt(++at);
    while (IN_WORDS[code]! > 0);
  return code < 128 || at === sql.length ? at : endOf(WORD, sql, start);
}

/** Where a number ends. The pattern is asked only for one that has more than digits. */
function endOfNumber(sql: string, start: number): number {
  let at = start;
  while (isDigit(sql.charAt(at))) at++;
  const code = sql.charCodeAt(at);
  const isWhole = code < 128 && code !== DOT && IN_WORDS[code] === 0;
  return isWhole || at === sql.length ? at : endOf(NUMBER, sql, start);
}

const DOT = ".".charCodeAt(0);
const BEGINS = 2;
/** Of ASCII's characters: whether they may begin a word, or only go on with it; 0 for others. */
const IN_WORDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[A-Za-z_]/.test(char) ? BEGINS : /[\d$]/.test(char) ? 1 : 0;
});

type Kind = Piece["kind"];

const pieceOf = (kind: Kind, sql: string, start: number, end: number, closed = true): Piece => ({ kind, text: sql.slice(start, end), upper: "", start, end, closed }); // prettier-ignore

function wordPiece(sql: string, start: number, end: number): Piece {
  const text = sql.slice(start, end);
  return { kind: "word", text, upper: CAPITALS.get(text) ?? text.toUpperCase(), start, end, closed: true };
}

/** Keywords in capitals: the parser compares each word many times, which is fast for the same text. */
const CAPITALS = new Map(
  [...keywordsOf("presto"), ...keywordsOf("hive")].flatMap((word) => {
    const upper = word.toUpperCase();
    return [[word, upper], [upper, upper]]; // prettier-ignore
  }),
);

function operatorPiece(sql: string, start: number, end: number): Piece {
  const text = sql.slice(start, end);
  return { kind: "op", text, upper: text, start, end, closed: true };
}

function quotedPiece(kind: Kind, sql: string, start: number, open: number, backslash = false): Piece {
  const close = closingQuote(sql, open, backslash);
  return close < 0 ? pieceOf(kind, sql, start, sql.length, false) : pieceOf(kind, sql, start, close + 1);
}

function pieceAt(sql: string, start: number, dialect: Dialect, last: Piece | null): Piece {
  const char = sql.charAt(start);
  const next = sql.charAt(start + 1);
  switch (char) {
    case "'":
      return quotedPiece("string", sql, start, start, dialect === "hive");
    case '"':
      return dialect === "hive"
        ? quotedPiece("string", sql, start, start, true)
        : quotedPiece("quoted", sql, start, start);
    case "`":
      return quotedPiece("quoted", sql, start, start);
    case "-":
      if (next === "-") {
        const end = sql.indexOf("\n", start);
        return pieceOf("comment", sql, start, end < 0 ? sql.length : end);
      }
      break;
    case "/":
      if (next === "*") {
        const close = sql.indexOf("*/", start + 2);
        return close < 0
          ? pieceOf("comment", sql, start, sql.length, false)
          : pieceOf("comment", sql, start, close + 2);
      }
      break;
    case "x":
    case "X":
      if (next === "'" && dialect === "presto") return quotedPiece("binary", sql, start, start + 1);
      break;
    case "u":
    case "U":
      if (next === "&" && sql[start + 2] === "'" && dialect === "presto")
        return quotedPiece("unicode", sql, start, start + 2);
      break;
  }
  if (isDigit(char) || (char === "." && isDigit(next) && !endsName(last, dialect)))
    return pieceOf("number", sql, start, endOfNumber(sql, start));
  const end = endOfWord(sql, start);
  if (end > start) return wordPiece(sql, start, end);
  return operatorPiece(sql, start, ALONE.has(char) ? start + 1 : endOf(OPERATOR, sql, start));
}

const isDigit = (char: string): boolean => char >= "0" && char <= "9";

/** Offset of the closing quote, -1 if missing. A doubled quote is an escaped one. */
function closingQuote(sql: string, open: number, backslash: boolean): number {
  const quote = sql[open]!;
  if (backslash) {
    for (let at = open + 1; at < sql.length; at++) {
      if (sql[at] === "\\") at++;
      else if (sql[at] === quote) return at;
    }
    return -1;
  }
  let at = sql.indexOf(quote, open + 1);
  while (at >= 0 && sql[at + 1] === quote) at = sql.indexOf(quote, at + 2);
  return at;
}

/** After a name, `.5` is not a number, so that the typo `a.5` is parsed as `a . 5`. */
function endsName(piece: Piece | null, dialect: Dialect): boolean {
  return (
    piece !== null &&
    (piece.kind === "quoted" ||
      (piece.kind === "word" && !isReserved(piece.upper, dialect)) ||
      piece.text === "]" ||
      piece.text === ")")
  );
}

/** An identifier's name without quotes; null for other pieces. */
export function nameOf(piece: Piece | null | undefined): string | null {
  if (piece?.kind === "word") return piece.text;
  if (piece?.kind !== "quoted") return null;
  const quote = piece.text[0]!;
  return piece.text.slice(1, piece.closed ? -1 : undefined).replaceAll(quote + quote, quote);
}

/** The pieces other than comments. */
export function* scanCode(sql: string, dialect: Dialect): Generator<Piece, void> {
  for (const piece of scan(sql, dialect)) if (piece.kind !== "comment") yield piece;
}
