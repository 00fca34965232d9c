import { SqlError } from "../sql-error.ts";
import type { Dialect } from "../dialect.ts";
import { positionOf } from "./position.ts";

export type TokenKind = "word" | "quoted" | "string" | "unicode" | "binary" | "number" | "op" | "end";

/** One token; `text` is the value for quoted things (quotes and escapes resolved), the source text otherwise. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Upper-cased text of a word or operator, "" for the other kinds: what grammar rules compare with. */
  readonly upper: string;
  /** Character offsets in the statement. */
  readonly start: number;
  readonly end: number;
}

const OPERATORS = [
  "<=>",
  "->",
  "=>",
  "<>",
  "!=",
  "<=",
  ">=",
  "==",
  "||",
  "&&",
  ..."+-*/%=<>()[],.;?:|&^~!{}@$",
];
const SPACE = /[\s\u00a0\ufeff]+/y;
const LINE_COMMENT = /--[^\n]*/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const BASED_NUMBER = /0(?:[xX][0-9a-fA-F][0-9a-fA-F_]*|[oO][0-7][0-7_]*|[bB][01][01_]*)(?![\p{L}\p{N}_])/uy;
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const HIVE_SUFFIX = /(?:BD|[LSYDF])(?![\p{L}\p{N}_])/iuy;
const HIVE_ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", 0: "\0", Z: "\u001a" };

function matchAt(pattern: RegExp, sql: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? "";
}

/**
 * The offset of what comes after the white space and comments at an offset. A comment that is not closed counts as none, so that
 * the caller sees where it opens.
 */
export function skipBlank(sql: string, from: number): number {
  let at = from;
  for (;;) {
    const start = at;
    at += matchAt(SPACE, sql, at).length;
    if (sql.startsWith("--", at)) at += matchAt(LINE_COMMENT, sql, at).length;
    else if (sql.startsWith("/*", at)) {
      const close = sql.indexOf("*/", at + 2);
      if (close >= 0) at = close + 2;
    }
    if (at === start) return at;
  }
}

/** The first word of a statement in upper case, found without reading the rest; "" where it does not begin with a word. */
export function firstWord(sql: string): string {
  return matchAt(WORD, sql, skipBlank(sql, 0)).toUpperCase();
}

/** Splits a statement into tokens, without comments. @throws SqlError for a character or an open quote that no token can have. */
export function tokenize(sql: string, dialect: Dialect): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const fail = (message: string): never => {
    throw new SqlError("SYNTAX_ERROR", message, positionOf(sql, at));
  };

  /** Reads up to the closing quote; a doubled quote stands for one, and in Hive strings a backslash escapes. */
  const quoted = (open: number, quote: string, backslash: boolean): { text: string; end: number } => {
    let text = "";
    for (let i = open + 1; i < sql.length; i++) {
      const char = sql[i]!;
      if (char === quote) {
        if (sql[i + 1] !== quote || (backslash && quote !== "`")) return { text, end: i + 1 };
        text += quote;
        i++;
      } else if (backslash && char === "\\" && i + 1 < sql.length) {
        const next = sql[++i]!;
        const octal = /^[0-3][0-7]{2}/.exec(sql.slice(i, i + 3));
        const unicode = /^u([0-9a-fA-F]{4})/.exec(sql.slice(i, i + 5));
        if (unicode) {
          text += String.fromCharCode(parseInt(unicode[1]!, 16));
          i += 4;
        } else if (octal) {
          text += String.fromCharCode(parseInt(octal[0], 8));
          i += 2;
        } else if (next === "%" || next === "_") text += `\\${next}`;
        else text += HIVE_ESCAPES[next] ?? next;
      } else text += char;
    }
    return fail(quote === "'" ? "the string is not closed" : "the quoted name is not closed");
  };
  const quotedName = (quote: string): { text: string; end: number } => {
    const name = quoted(at, quote, false);
    if (name.text === "" || /[\ue000\ue001\0]/.test(name.text))
      fail("a quoted name must not be empty or hold control characters");
    return name;
  };
  const push = (kind: TokenKind, text: string, end: number): void => {
    const upper = kind === "word" || kind === "op" ? text.toUpperCase() : "";
    tokens.push({ kind, text, upper, start: at, end });
    at = end;
  };

  for (at = skipBlank(sql, 0); at < sql.length; at = skipBlank(sql, at)) {
    const char = sql[at]!;
    if (sql.startsWith("/*", at)) fail("the comment is not closed");
    if (char === "'") {
      const { text, end } = quoted(at, "'", dialect === "hive");
      push("string", text, end);
    } else if (char === '"') {
      const { text, end } = dialect === "hive" ? quoted(at, '"', true) : quotedName('"');
      push(dialect === "hive" ? "string" : "quoted", text, end);
    } else if (char === "`") {
      if (dialect === "presto")
        fail("backquoted identifiers are not supported; use double quotes to quote identifiers");
      const { text, end } = quotedName("`");
      push("quoted", text, end);
    } else if (/^[xX]'/.test(sql.slice(at, at + 2)) && dialect === "presto") {
      const { text, end } = quoted(at + 1, "'", false);
      if (!/^(?:\s*[0-9a-fA-F]\s*[0-9a-fA-F])*\s*$/.test(text))
        fail("a binary literal must hold pairs of hexadecimal digits");
      push("binary", text.replace(/\s/g, ""), end);
    } else if (/^[uU]&'/.test(sql.slice(at, at + 3)) && dialect === "presto") {
      const { text, end } = quoted(at + 2, "'", false);
      push("unicode", text, end);
    } else if (dialect === "presto" && matchAt(BASED_NUMBER, sql, at) !== "") {
      const based = matchAt(BASED_NUMBER, sql, at);
      push("number", String(BigInt(based.replaceAll("_", ""))), at + based.length);
    } else if (
      /[0-9]/.test(char) ||
      (char === "." && /[0-9]/.test(sql[at + 1] ?? "") && !endsName(tokens.at(-1)))
    ) {
      let end = at + matchAt(NUMBER, sql, at).length;
      if (dialect === "hive") end += matchAt(HIVE_SUFFIX, sql, end).length;
      const following = matchAt(WORD, sql, end);
      if (following !== "" && dialect === "hive")
        push("word", sql.slice(at, end + following.length), end + following.length);
      else if (following !== "")
        fail(`identifiers must not start with a digit; surround the identifier with double quotes`);
      else push("number", sql.slice(at, end), end);
    } else {
      const word = matchAt(WORD, sql, at);
      if (word !== "") push("word", word, at + word.length);
      else {
        const op =
          OPERATORS.find((candidate) => sql.startsWith(candidate, at)) ??
          fail(`unexpected character ${JSON.stringify(char)}`);
        push("op", op, at + op.length);
      }
    }
  }
  tokens.push({ kind: "end", text: "", upper: "", start: sql.length, end: sql.length });
  return tokens;
}

/** After a name, `.5` is no number: `a.5` is a slip that the grammar should see as `a . 5`. */
function endsName(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.kind === "quoted" || token.kind === "word" || token.text === "]" || token.text === ")")
  );
}
