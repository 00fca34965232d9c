import { RESULT_OPTIONS } from "../commands/program/common-options.ts";
import { takesNextWord } from "./arguments/parse-arguments.ts";

/** A word that begins a statement, with more of it behind. A lone word, or one before an option, is a database. */
const OPENING =
  /(?<!\S)(?:select|with|values|show|describe|explain|create|insert|delete|update|drop|alter)\b(?=\s*[^\s-]|\s*-[^-a-z])/gi;
const QUOTES_CLOSED = /^(?:[^'"]|'[^']*'|"[^"]*")*$/;

/** Offset of the query that follows a query magic's arguments on the same line; null if the line has none. */
export function queryOnLine(line: string): number | null {
  for (const { index } of line.matchAll(OPENING)) {
    const before = line.slice(0, index);
    const [last = ""] = /\S+$/.exec(before.trimEnd()) ?? [];
    if (QUOTES_CLOSED.test(before) && !takesNextWord(RESULT_OPTIONS, last)) return index;
  }
  return null;
}
