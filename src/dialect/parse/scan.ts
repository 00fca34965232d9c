import type { Dialect } from "../dialect.ts";
import { isReserved } from "./reserved.ts";

/** A lexical piece of a statement, possibly unterminated. Offsets are in UTF-16 units; only white space is between pieces. */
export interface Piece {
  /** `word`: keyword or unquoted name; `quoted`: quoted name; `unicode`: `U&'…'`; `binary`: `X'…'`. */
  readonly kind: "word" | "quoted" | "string" | "unicode" | "binary" | "number" | "op" | "comment";
  /** Source text, with quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False for a quote or comment that is not closed. */
  readonly closed: boolean;
}

/** No other spaces, such as U+3000: Trino and Hive refuse them. */
const SPACE = /[ \t\r\n\f\v]+/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
/** Includes words that begin with digits. */
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:[\p{L}_][\p{L}\p{N}_$]*)?/uy;
const OPERATOR = /<=>|->|=>|<>|!=|<=|>=|==|\|\||[^]/uy;

function matchAt(pattern: RegExp, sql: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? "";
}

/**
 * Splits a statement into pieces; never fails. Errors within pieces are left to the caller.
 *
 * In Presto `"…"` is a name and backslash is an ordinary character; in Hive `"…"` is a string, `` `…` `` a name, and backslash escapes in
 * strings.
 */
export function* scan(sql: string, dialect: Dialect): Generator<Piece, void> {
  let last: Piece | undefined;
  let at = 0;
  for (;;) {
    at += matchAt(SPACE, sql, at).length;
    if (at >= sql.length) return;
    const piece = pieceAt(sql, at, dialect, last);
    yield piece;
    if (piece.kind !== "comment") last = piece;
    at = piece.end;
  }
}

function pieceAt(sql: string, start: number, dialect: Dialect, last: Piece | undefined): Piece {
  const made = (kind: Piece["kind"], end: number, closed = true): Piece => ({
    kind,
    text: sql.slice(start, end),
    start,
    end,
    closed,
  });
  const quoted = (kind: Piece["kind"], open: number): Piece => {
    const close = closingQuote(sql, open, dialect === "hive" && kind === "string");
    return close < 0 ? made(kind, sql.length, false) : made(kind, close + 1);
  };
  const char = sql[start]!;
  const next = sql[start + 1] ?? "";
  switch (char) {
    case "'":
      return quoted("string", start);
    case '"':
      return quoted(dialect === "hive" ? "string" : "quoted", start);
    case "`":
      return quoted("quoted", start);
    case "-":
      if (next === "-") {
        const end = sql.indexOf("\n", start);
        return made("comment", end < 0 ? sql.length : end);
      }
      break;
    case "/":
      if (next === "*") {
        const close = sql.indexOf("*/", start + 2);
        return close < 0 ? made("comment", sql.length, false) : made("comment", close + 2);
      }
      break;
    case "x":
    case "X":
      if (next === "'" && dialect === "presto") return quoted("binary", start + 1);
      break;
    case "u":
    case "U":
      if (next === "&" && sql[start + 2] === "'" && dialect === "presto") return quoted("unicode", start + 2);
      break;
  }
  if (/[0-9]/.test(char) || (char === "." && /[0-9]/.test(next) && !endsName(last, dialect)))
    return made("number", start + matchAt(NUMBER, sql, start).length);
  const word = matchAt(WORD, sql, start);
  if (word !== "") return made("word", start + word.length);
  return made("op", start + matchAt(OPERATOR, sql, start).length);
}

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
function endsName(piece: Piece | undefined, dialect: Dialect): boolean {
  return (
    piece !== undefined &&
    (piece.kind === "quoted" ||
      (piece.kind === "word" && !isReserved(piece.text.toUpperCase(), dialect)) ||
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
