import { SqlError } from "../sql-error.ts";
import type { Dialect } from "../dialect.ts";
import { positionOf } from "./position.ts";
import { pieceAfter, type Piece } from "./scan.ts";

export type TokenKind = "word" | "quoted" | "string" | "unicode" | "binary" | "number" | "op" | "end";

/** A token; `text` is the unquoted value of quoted tokens, otherwise the source text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Uppercase text of a word or operator, "" for other kinds; grammar rules compare with it. */
  readonly upper: string;
  /** Character offsets in the statement. */
  readonly start: number;
  readonly end: number;
}

const OPERATORS = new Set("<=> -> => <> != <= >= == || - + * / % = < > ( ) [ ] , . ; ? : | & ^ ~ ! { } @ $".split(" ")); // prettier-ignore
const BASED_NUMBER = /^0(?:[xX][0-9a-fA-F][0-9a-fA-F_]*|[oO][0-7][0-7_]*|[bB][01][01_]*)$/;
const NUMBER = /^(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;
const HIVE_SUFFIX = /^(?:BD|[LSYDF])$/i;
const HIVE_ESCAPE = /\\(u[0-9a-fA-F]{4}|[0-3][0-7]{2}|[^])/g;
const HIVE_ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", 0: "\0", Z: "\u001a" };

/** Splits a statement into tokens, without comments. @throws SqlError for an invalid character or an unterminated quote. */
export function tokenize(sql: string, dialect: Dialect): Token[] {
  const tokens: Token[] = [];
  let last: Piece | null = null;
  for (
    let piece = pieceAfter(sql, 0, dialect, last);
    piece !== null;
    piece = pieceAfter(sql, piece.end, dialect, last)
  ) {
    if (piece.kind === "comment" && piece.closed) continue;
    tokens.push(tokenOf(piece, sql, dialect));
    last = piece;
  }
  tokens.push({ kind: "end", text: "", upper: "", start: sql.length, end: sql.length });
  return tokens;
}

/** A piece as a token. @throws SqlError for one that is wrong or not closed */
export function tokenOf(piece: Piece, sql: string, dialect: Dialect): Token {
  if (piece.kind === "word" || (piece.kind === "op" && OPERATORS.has(piece.text))) return piece as Token;
  return valueToken(piece, sql, dialect);
}

/** A literal, a quoted name, or what is wrong. */
function valueToken({ kind, text, start, end, closed }: Piece, sql: string, dialect: Dialect): Token {
  const fail = (message: string): never => {
    throw new SqlError("SYNTAX_ERROR", message, positionOf(sql, start));
  };
  const token = (kind: TokenKind, text: string, upper = ""): Token => ({ kind, text, upper, start, end });
  if (text.startsWith("`") && dialect === "presto")
    fail("backquoted identifiers are not supported; use double quotes to quote identifiers");
  if (!closed && kind !== "comment")
    fail(`the ${kind === "quoted" ? "quoted name" : "string"} is not closed`);
  switch (kind) {
    case "word":
    case "op":
      return fail(`unexpected character ${JSON.stringify(text)}`);
    case "string":
      return token(kind, dialect === "hive" ? unescaped(text.slice(1, -1)) : inside(text));
    case "unicode":
      return token(kind, inside(text.slice(2)));
    case "binary": {
      const digits = inside(text.slice(1)).replace(/\s/g, "");
      return /^(?:[0-9a-fA-F]{2})*$/.test(digits)
        ? token(kind, digits)
        : fail("a binary literal must hold pairs of hexadecimal digits");
    }
    case "quoted": {
      const name = inside(text);
      if (name === "" || /[\ue000\ue001\0]/.test(name))
        fail("a quoted name must not be empty or hold control characters");
      return token(kind, name);
    }
    case "number": {
      if (/^\d+$/.test(text)) return token(kind, text);
      if (dialect === "presto" && BASED_NUMBER.test(text))
        return token(kind, String(BigInt(text.replaceAll("_", ""))));
      const rest = text.slice(NUMBER.exec(text)![0].length);
      if (rest === "" || (dialect === "hive" && HIVE_SUFFIX.test(rest))) return token(kind, text);
      if (dialect === "hive") return token("word", text, text.toUpperCase());
      return fail("identifiers must not start with a digit; surround the identifier with double quotes");
    }
    case "comment":
      return fail("the comment is not closed");
  }
}

/** The content of a quoted text, with doubled quotes resolved. */
function inside(quoted: string): string {
  const quote = quoted[0]!;
  const text = quoted.slice(1, -1);
  return text.includes(quote) ? text.replaceAll(quote + quote, quote) : text;
}

/** Unescapes a Hive string; the escapes `\\%` and `\\_` of patterns stay. */
function unescaped(text: string): string {
  return text.replace(HIVE_ESCAPE, (whole, escape: string) => {
    if (escape.length > 1)
      return String.fromCharCode(
        escape.startsWith("u") ? parseInt(escape.slice(1), 16) : parseInt(escape, 8),
      );
    return escape === "%" || escape === "_" ? whole : (HIVE_ESCAPES[escape] ?? escape);
  });
}
