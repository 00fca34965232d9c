import type { Dialect } from "../../dialect/dialect.ts";

/** One token of a statement, blanks left out. Offsets are UTF-16 units. */
export interface SqlToken {
  /** `quoted` is a quoted identifier; a `word` is a keyword or a plain identifier. */
  readonly kind: "word" | "quoted" | "string" | "number" | "comment" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False for a quotation or a comment that the text ends in. */
  readonly closed: boolean;
}

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[A-Za-z]*/y;
const MARK = /<>|<=|>=|!=|\|\||->|=>|::|[^]/uy;
const COMMENT = /--[^\n]*|\/\*[^]*?(?:\*\/|$)/y;
const DOUBLED = { "'": /'(?:[^']|'')*('?)/y, '"': /"(?:[^"]|"")*("?)/y, "`": /`(?:[^`]|``)*(`?)/y };
const ESCAPED = { "'": /'(?:[^'\\]|\\(?:[^]|$))*('?)/y, '"': /"(?:[^"\\]|\\(?:[^]|$))*("?)/y };

/**
 * Splits a statement, finished or not, into tokens; never fails.
 *
 * The dialects differ in their quotations: in Presto `"…"` is an identifier and a backslash is a character like others, in Hive
 * `"…"` is a string, `` `…` `` an identifier and backslashes escape.
 */
export function lexSql(sql: string, dialect: Dialect): SqlToken[] {
  const tokens: SqlToken[] = [];
  let offset = 0;
  while (offset < sql.length) {
    const character = sql[offset] ?? "";
    if (/\s/.test(character)) {
      offset += 1;
      continue;
    }
    const token = tokenAt(sql, offset, character, dialect);
    tokens.push(token);
    offset = token.end;
  }
  return tokens;
}

function tokenAt(sql: string, start: number, character: string, dialect: Dialect): SqlToken {
  if (character === "'" || character === '"' || character === "`") {
    const escapes = dialect === "hive" && character !== "`";
    const pattern = escapes ? ESCAPED[character] : DOUBLED[character];
    const identifier = character === "`" || (character === '"' && dialect === "presto");
    const match = run(pattern, sql, start);
    return made(identifier ? "quoted" : "string", start, match?.[0] ?? character, match?.[1] !== "");
  }
  const comment = run(COMMENT, sql, start)?.[0];
  if (comment !== undefined) {
    return made("comment", start, comment, comment.startsWith("--") || /^\/\*[^]*\*\/$/.test(comment));
  }
  const word = run(WORD, sql, start)?.[0];
  if (word !== undefined) return made("word", start, word);
  const number = run(NUMBER, sql, start)?.[0];
  if (number !== undefined) return made("number", start, number);
  return made("mark", start, run(MARK, sql, start)?.[0] ?? character);
}

function run(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function made(kind: SqlToken["kind"], start: number, text: string, closed = true): SqlToken {
  return { kind, text, start, end: start + text.length, closed };
}
