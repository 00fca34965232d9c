import type { Dialect } from "../../dialect/dialect.ts";
import { offsetOf, positionOf } from "../../dialect/parse/position.ts";
import { findCalls } from "./sql-call.ts";
import { SqlError } from "../../dialect/sql-error.ts";

/** Returns the SQL that replaces a call; null to keep it. Arguments are rewritten already. */
export type CallWriter = (args: readonly string[]) => string | null;

export interface RewrittenSql {
  readonly sql: string;
  /** Maps a position in `sql` to the user's text; both count from 1. */
  readonly place: (line: number, column: number) => { readonly line: number; readonly column: number };
}

/** A replacement of a range of the text. */
export interface SqlEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces calls by the SQL of their writers, inner calls included. */
export function rewriteCalls(
  text: string,
  dialect: Dialect,
  writers: ReadonlyMap<string, CallWriter>,
): RewrittenSql {
  const edits: SqlEdit[] = [];
  for (const call of findCalls(text, dialect, (name) => writers.has(name))) {
    const args = call.args.map((argument) => rewriteCalls(argument, dialect, writers).sql);
    const written = writers.get(call.name)?.(args) ?? null;
    if (written !== null) edits.push({ start: call.start, end: call.end, text: written });
  }
  return applyEdits(text, edits);
}

/** Applies edits, which are sorted and don't overlap. */
export function applyEdits(text: string, edits: readonly SqlEdit[]): RewrittenSql {
  let sql = "";
  let from = 0;
  const marks: { out: number; in: number; length: number }[] = [];
  for (const edit of edits) {
    sql += text.slice(from, edit.start);
    marks.push({ out: sql.length, in: edit.start, length: edit.text.length });
    sql += edit.text;
    from = edit.end;
  }
  sql += text.slice(from);
  const toInput = (offset: number): number => {
    let shift = 0;
    for (const [index, mark] of marks.entries()) {
      if (offset < mark.out) break;
      if (offset < mark.out + mark.length) return mark.in;
      shift = (edits[index] as { end: number }).end - (mark.out + mark.length);
    }
    return offset + shift;
  };
  return {
    sql,
    place: (line, column) =>
      edits.length === 0 ? { line, column } : positionOf(text, toInput(offsetOf(sql, line, column))),
  };
}

/** Moves an error's position from the SQL that was sent to the user's SQL. */
export function moveError(error: unknown, { place }: RewrittenSql): unknown {
  if (!(error instanceof SqlError) || error.line === null) return error;
  const message = error.message.replace(/^line \d+:\d+: /, "");
  return new SqlError(error.kind, message, place(error.line, error.column!), error.cause);
}
