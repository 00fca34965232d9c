import type { Dialect } from "../../dialect/dialect.ts";
import { offsetOf, positionOf } from "../../dialect/parse/position.ts";
import { scanCode } from "../../dialect/parse/scan.ts";
import { SqlError } from "../../dialect/sql-error.ts";

/** Returns the SQL that replaces a call; null to keep it. Arguments are rewritten already. */
export type CallWriter = (args: readonly string[]) => string | null;

/** A replacement of a range of the text. */
export interface SqlEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where a replacement lies in the written SQL, and which range of the text it replaces. */
interface Move {
  readonly out: number;
  readonly length: number;
  readonly start: number;
  readonly end: number;
}

export interface RewrittenSql {
  readonly sql: string;
  readonly moves: readonly Move[];
}

/** Characters of the SQL that one call may become: writers repeat their arguments, so calls inside each other multiply. */
const MAX_WRITTEN = 1_000_000;
/** Calls inside each other: writers read their arguments, so the time multiplies too. */
const MAX_DEPTH = 16;

/** A call that is being read; the outermost one stands for the whole text. */
interface OpenCall {
  readonly name: string;
  readonly start: number;
  /** Brackets that are open, its own among them. */
  depth: number;
  readonly args: string[];
  argumentStart: number;
  /** Of the calls within, those of the argument that is being read from `argumentEdits` on. */
  readonly edits: SqlEdit[];
  argumentEdits: number;
}

/** Replaces calls by the SQL of their writers, inner calls first. @throws SqlError `EXCEEDED_LIMIT` */
export function rewriteCalls(
  text: string,
  dialect: Dialect,
  writers: ReadonlyMap<string, CallWriter>,
): RewrittenSql {
  const open = (name: string, start: number, argumentStart: number): OpenCall => ({
    name, start, argumentStart, depth: 1, args: [], edits: [], argumentEdits: 0,
  }); // prettier-ignore
  const calls = [open("", 0, 0)];
  let before = "";
  let word: { readonly name: string; readonly start: number } | null = null;
  for (const { kind, text: piece, start, end } of scanCode(text, dialect)) {
    const call = calls.at(-1)!;
    if (piece === "(" && word !== null) {
      calls.push(open(word.name, word.start, end));
      if (calls.length > MAX_DEPTH + 1) throw tooDeep(word.name);
    } else if (piece === "(" || piece === "[") call.depth++;
    else if (piece === ")" || piece === "]") call.depth--;
    if (
      call === calls.at(-1) &&
      call !== calls[0] &&
      (call.depth === 0 || (call.depth === 1 && piece === ","))
    )
      endArgument(text, call, start, end);
    if (call.depth === 0 && call !== calls[0]) {
      calls.pop();
      for (const edit of editsOf(call, end, writers)) calls.at(-1)!.edits.push(edit);
    }
    const name = kind === "word" && before !== "." ? piece.toLowerCase() : "";
    word = writers.has(name) ? { name, start } : null;
    before = piece;
  }
  // A call that is not closed stays as it is.
  return applyEdits(
    text,
    calls.flatMap(({ edits }) => edits),
  );
}

const tooDeep = (name: string): SqlError =>
  new SqlError(
    "EXCEEDED_LIMIT",
    `${name} is inside more than ${MAX_DEPTH} other TD functions; name the inner value in WITH, and use the name here`,
  );

function endArgument(text: string, call: OpenCall, start: number, end: number): void {
  const edits = call.edits.slice(call.argumentEdits);
  const argument = applyEdits(text, edits, call.argumentStart, start).sql.trim();
  if (call.depth === 1 || call.args.length > 0 || argument !== "") call.args.push(argument);
  call.argumentStart = end;
  call.argumentEdits = call.edits.length;
}

/** The edits of a call that ends: its own, or those within one that stays. */
function editsOf(
  { name, start, args, edits }: OpenCall,
  end: number,
  writers: ReadonlyMap<string, CallWriter>,
): readonly SqlEdit[] {
  const replacement = writers.get(name)!(args);
  if (replacement === null) return edits;
  if (replacement.length > MAX_WRITTEN)
    throw new SqlError(
      "EXCEEDED_LIMIT",
      `${name} with its arguments is longer than ${MAX_WRITTEN} characters in the cluster's SQL; name the inner value in WITH, and use the name here`,
    );
  return [{ start, end, text: replacement }];
}

/** Applies edits, which are sorted and don't overlap, to a range of the text. @default the whole */
export function applyEdits(
  text: string,
  edits: readonly SqlEdit[],
  start = 0,
  end = text.length,
): RewrittenSql {
  let sql = "";
  let from = start;
  const moves: Move[] = [];
  for (const edit of edits) {
    sql += text.slice(from, edit.start);
    moves.push({ out: sql.length, length: edit.text.length, start: edit.start, end: edit.end });
    sql += edit.text;
    from = edit.end;
  }
  return { sql: sql + text.slice(from, end), moves };
}

/** The place in the text of a place in the SQL that was written for it; both count from 1. */
export function positionInText(
  text: string,
  { sql, moves }: RewrittenSql,
  line: number,
  column: number,
): { readonly line: number; readonly column: number } {
  if (moves.length === 0) return { line, column };
  const offset = offsetOf(sql, line, column);
  const move = moves.findLast(({ out }) => out <= offset);
  if (move === undefined) return { line, column };
  const isWithin = offset < move.out + move.length;
  return positionOf(text, isWithin ? move.start : offset - (move.out + move.length) + move.end);
}

/** Moves an error's position from the SQL that was written to the text. */
export function moveError(error: unknown, text: string, rewritten: RewrittenSql): unknown {
  if (!(error instanceof SqlError) || error.line === null) return error;
  const { kind, reason, column, cause } = error;
  return new SqlError(kind, reason, positionInText(text, rewritten, error.line, column!), cause);
}
