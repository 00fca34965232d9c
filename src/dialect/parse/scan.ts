import type { Dialect } from "../dialect.ts";

/** A piece of a statement, finished or not. Offsets are UTF-16 units; between pieces is only white space. */
export interface Piece {
  /** A `word` is a keyword or a plain name, `quoted` a name in quotes, `unicode` is `U&'…'`, `binary` is `X'…'`. */
  readonly kind: "word" | "quoted" | "string" | "unicode" | "binary" | "number" | "op" | "comment";
  /** As it is written, with its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False for a quotation or a comment that the text ends in. */
  readonly closed: boolean;
}

const SPACE = /\s+/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
/** A word that begins with digits is a number here. */
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:[\p{L}_][\p{L}\p{N}_$]*)?/uy;
const OPERATOR = /<=>|->|=>|<>|!=|<=|>=|==|\|\||&&|[^]/uy;

function matchAt(pattern: RegExp, sql: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? "";
}

/**
 * Splits a statement into pieces, one after another; never fails. What is wrong in a piece is for its reader to say.
 *
 * In Presto `"…"` is a name and a backslash a character like any other; in Hive `"…"` is a text, `` `…` `` a name, and backslashes escape in texts.
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
  if (/[0-9]/.test(char) || (char === "." && /[0-9]/.test(next) && !endsName(last)))
    return made("number", start + matchAt(NUMBER, sql, start).length);
  const word = matchAt(WORD, sql, start);
  if (word !== "") return made("word", start + word.length);
  return made("op", start + matchAt(OPERATOR, sql, start).length);
}

/** Where the quote at an offset is closed; -1 where it is not. A doubled quote stands for one. */
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

/** After a name, `.5` is no number: `a.5` is a slip that the grammar should see as `a . 5`. */
function endsName(piece: Piece | undefined): boolean {
  return (
    piece !== undefined &&
    (piece.kind === "quoted" || piece.kind === "word" || piece.text === "]" || piece.text === ")")
  );
}

/** The pieces that are no comments. */
export function* scanCode(sql: string, dialect: Dialect): Generator<Piece, void> {
  for (const piece of scan(sql, dialect)) if (piece.kind !== "comment") yield piece;
}
