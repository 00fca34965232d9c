import { withTurns } from "./library/script-turns.ts";

const OPEN = "\ue000";
const CLOSE = "\ue001";
const MARK = /\ue000(\d+)\ue001/g;

/** Text that stands in front of a piece of generated SQL and names the place in the user's statement that it comes from. */
export function markPosition(pos: number): string {
  return `${OPEN}${pos}${CLOSE}`;
}

/** Generated SQL without its marks, and where they were. */
export interface MarkedSql {
  readonly sql: string;
  /** Offsets in `sql`, ascending, with the offsets in the user's statement. */
  readonly marks: readonly { readonly at: number; readonly pos: number }[];
}

/** What a statement's SQL goes through last. */
export function takeMarks(marked: string): MarkedSql {
  const marks: { at: number; pos: number }[] = [];
  let removed = 0;
  const sql = withTurns(marked).replace(MARK, (mark, pos: string, offset: number) => {
    marks.push({ at: offset - removed, pos: Number(pos) });
    removed += mark.length;
    return "";
  });
  return { sql, marks };
}

/** The SQL alone: equal expressions at different places are equal then. */
export const withoutMarks = (marked: string): string => marked.replace(MARK, "");

/**
 * Finds SQL that is the same but for the places it tells of, in its marks and in the failures that it raises. The engine compares such texts
 * as they are, so that what groups rows has to be put in place of what is the same.
 */
export function sameButForPlaces(marked: string): RegExp {
  const pattern = marked
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replace(MARK, `${OPEN}\\d+${CLOSE}`)
    .replace(/(svc!\w+!)\d+(?:_\d+)?!/g, "$1\\d+(?:_\\d+)?!");
  return new RegExp(pattern, "g");
}

/**
 * SQL in which no two failures are the same: the engine evaluates what is written twice but once, and for that takes it out of the TRY that
 * it stands in.
 */
export function distinctFailures(sql: string): string {
  let count = 0;
  return sql.replace(/(svc!\w+!\d+)(?:_\d+)?!/g, (_, start: string) => `${start}_${count++}!`);
}

/** SQL of a text literal; characters that would look like a mark are written as code points. */
export function textLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  if (!/[\ue000\ue001\0]/.test(text)) return quoted;
  const parts = text.split(/([\ue000\ue001\0])/).filter((part) => part !== "");
  return `(${parts.map((part) => (/^[\ue000\ue001\0]$/.test(part) ? `chr(${part.charCodeAt(0)})` : `'${part.replaceAll("'", "''")}'`)).join(" || ")})`;
}
