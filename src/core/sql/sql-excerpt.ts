import { offsetOf } from "../../dialect/parse/position.ts";
import { textWidth, visibleText } from "../text/visible-text.ts";

/** Longer lines are cut around the error's position. */
const LINE_WIDTH = 100;

/** A line of {@link sqlExcerpt}. */
export const isExcerpt = (line: unknown): boolean => /^ {2,}\d* ?\| /.test(String(line));

/** The line of a statement at a position, both counted from 1: `  2 | select clse from nasdaq`, with a caret below. Empty if there is none. */
export function sqlExcerpt(sql: string, line: number | null, column: number | null): string[] {
  const text = line === null ? undefined : sql.split("\n")[line - 1];
  if (text === undefined) return [];
  const offset = column === null ? 0 : offsetOf(text, 1, column);
  const from =
    text.length <= LINE_WIDTH ? 0 : Math.max(0, Math.min(offset - LINE_WIDTH / 2, text.length - LINE_WIDTH));
  const excerptTo = (end?: number): string =>
    visibleText(text.slice(from, Math.min(end ?? Infinity, from + LINE_WIDTH)).replaceAll("\t", " "));
  const prefix = `  ${line} | ${from > 0 ? "…" : ""}`;
  const source = `${prefix}${excerptTo()}${from + LINE_WIDTH < text.length ? "…" : ""}`.trimEnd();
  if (column === null || offset > text.length) return [source];
  const bar = `${" ".repeat(String(line).length + 3)}| `;
  return [source, `${bar}${" ".repeat(prefix.length - bar.length + textWidth(excerptTo(offset)))}^`];
}

/** Error position as the engines write it: `line 1:8: ...`. */
const POSITION = /\bline (\d+):(\d+)/gi;

/** Adjusts a message's position to the caller's SQL, which was sent below `headerLines` comment lines. */
export function positionInUserSql(
  message: string,
  headerLines: number,
): { message: string; line: number | null; column: number | null } {
  const first = new RegExp(POSITION.source, "i").exec(message);
  const line = first === null ? null : Number(first[1]) - headerLines;
  if (first === null || line === null || line < 1) return { message, line: null, column: null };
  const moved = message.replace(POSITION, (whole, lineText: string, columnText: string) => {
    const here = Number(lineText) - headerLines;
    return here < 1 ? whole : `${whole.slice(0, 5)}${here}:${columnText}`;
  });
  return { message: moved, line, column: Number(first[2]) };
}
