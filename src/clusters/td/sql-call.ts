import type { Dialect } from "../../dialect/dialect.ts";
import { scanCode, type Piece } from "../../dialect/parse/scan.ts";

/** A function call in SQL, with its range and arguments. */
export interface SqlCall {
  readonly name: string;
  readonly start: number;
  /** Offset after the closing parenthesis. */
  readonly end: number;
  readonly args: readonly string[];
}

/** The outermost calls of matching functions, in order. */
export function findCalls(sql: string, dialect: Dialect, isWanted: (name: string) => boolean): SqlCall[] {
  const pieces = [...scanCode(sql, dialect)];
  const calls: SqlCall[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const { kind, text, start } = pieces[i]!;
    if (kind !== "word" || pieces[i + 1]?.text !== "(" || pieces[i - 1]?.text === ".") continue;
    const name = text.toLowerCase();
    const closed = isWanted(name) ? readArguments(sql, pieces, i + 1) : null;
    if (closed === null) continue;
    calls.push({ name, start, end: closed.end, args: closed.args });
    i = closed.at;
  }
  return calls;
}

function readArguments(
  sql: string,
  pieces: readonly Piece[],
  open: number,
): { at: number; end: number; args: SqlCall["args"] } | null {
  const args: string[] = [];
  let depth = 0;
  let from = pieces[open]!.end;
  for (let at = open; at < pieces.length; at++) {
    const { text, start, end } = pieces[at]!;
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    if (depth === 0 || (depth === 1 && text === ",")) {
      const argument = sql.slice(from, start).trim();
      if (depth === 1 || args.length > 0 || argument !== "") args.push(argument);
      from = end;
    }
    if (depth === 0) return { at, end, args };
  }
  return null;
}
