import type { Dialect } from "../../dialect/dialect.ts";

/** A call of a function in a text: where it stands and what its arguments are. */
export interface SqlCall {
  readonly name: string;
  readonly start: number;
  /** Behind the closing parenthesis. */
  readonly end: number;
  readonly args: readonly { readonly text: string; readonly start: number }[];
}

const REST = /"(?:[^"]|"")*"|`[^`]*`|[\p{L}_][\p{L}\p{N}_]*|[\s\S]/u.source;
/** One that is not closed goes to the end: looking for its end behind each opening would take the square of the length. */
const COMMENT = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/.source;
/** A backslash is a character like any other in Presto's texts; in Hive's it escapes the one behind it, also in double quotes. */
const PIECES: Readonly<Record<Dialect, RegExp>> = {
  presto: new RegExp(`${COMMENT}|'(?:[^']|'')*'|${REST}`, "gu"),
  hive: new RegExp(`${COMMENT}|'(?:[^'\\\\]|\\\\[\\s\\S])*'|"(?:[^"\\\\]|\\\\[\\s\\S])*"|${REST}`, "gu"),
};

/** A text in pieces that put together give it back: comments, texts and names in quotes, words, single characters. */
export function sqlPieces(
  sql: string,
  dialect: Dialect,
): { readonly text: string; readonly index: number }[] {
  return [...sql.matchAll(PIECES[dialect])].map(({ 0: text, index }) => ({ text, index }));
}

/** Whether a piece is white space or a comment. */
export function isBlank(piece: string): boolean {
  return piece.startsWith("--") || piece.startsWith("/*") || piece.trim() === "";
}

/** The outermost calls of functions whose names match, in order; texts, names in quotes and comments are passed over. */
export function findCalls(sql: string, dialect: Dialect, isWanted: (name: string) => boolean): SqlCall[] {
  const pieces = sqlPieces(sql, dialect);
  const calls: SqlCall[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const { text, index } = pieces[i] as { text: string; index: number };
    if (!/^[\p{L}_]/u.test(text) || !isWanted(text.toLowerCase()) || pieces[i - 1]?.text === ".") continue;
    let open = i + 1;
    while (/^\s$/.test(pieces[open]?.text ?? "")) open++;
    if (pieces[open]?.text !== "(") continue;
    const closed = readArguments(sql, pieces, open);
    if (closed === null) continue;
    calls.push({ name: text.toLowerCase(), start: index, end: closed.end, args: closed.args });
    i = closed.at;
  }
  return calls;
}

function readArguments(
  sql: string,
  pieces: readonly { text: string; index: number }[],
  open: number,
): { at: number; end: number; args: SqlCall["args"] } | null {
  const args: { text: string; start: number }[] = [];
  let depth = 0;
  let start = (pieces[open] as { index: number }).index + 1;
  for (let at = open; at < pieces.length; at++) {
    const { text, index } = pieces[at] as { text: string; index: number };
    if ("([".includes(text)) depth++;
    else if (")]".includes(text)) depth--;
    if (depth === 0 || (depth === 1 && text === ",")) {
      const argument = sql.slice(start, index);
      if (depth === 1 || args.length > 0 || argument.trim() !== "")
        args.push({ text: argument.trim(), start });
      start = index + 1;
    }
    if (depth === 0) return { at, end: index + 1, args };
  }
  return null;
}
