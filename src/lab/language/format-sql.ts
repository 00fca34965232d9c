import { formatDialect, hive, trino } from "sql-formatter";
import type { Dialect } from "../../dialect/dialect.ts";
import { positionOf } from "../../dialect/parse/position.ts";
import { type Piece, scan } from "../../dialect/parse/scan.ts";

const CELL = /^(\s*%%svc_(presto|hive)\b[^\n]*\n)([^]*)$/;
/** `{name}` and its like, also several in a row. */
const BRACES = /\{[\p{L}\p{N}_$.:{}]*\}/gu;

/** A cell whose query begins on its second line. */
export interface SqlCell {
  /** The magic's line with its line break. */
  readonly line: string;
  readonly dialect: Dialect;
  readonly query: string;
}

/** The parts of a `%%svc_presto` or `%%svc_hive` cell; null for other cells. */
export function sqlCell(cell: string): SqlCell | null {
  const match = CELL.exec(cell);
  return match && { line: match[1] ?? "", dialect: match[2] as Dialect, query: match[3] ?? "" };
}

/** The cell with one clause of its query per line: only white space changes. @throws Error if the formatter misreads the query. */
export function formatSql({ line, dialect, query }: SqlCell): string {
  // The formatter gets texts of the same length that it knows, without placeholders and numbers such as 1L, 1.5D and 1_000.
  const masked = query.replace(BRACES, (braces) => "x".repeat(braces.length));
  const pieces = [...scan(masked, dialect)];
  const plain = pieces.map(({ kind, text }) => (kind === "number" ? "1".repeat(text.length) : text));
  const made = formatDialect(withTexts(masked, pieces, plain), {
    dialect: dialect === "hive" ? hive : trino,
    tabWidth: 2,
    keywordCase: "preserve",
  });
  const places = [...scan(made, dialect)];
  const misread = plain.findIndex((text, at) => withoutSpace(text) !== withoutSpace(places[at]?.text));
  if (misread >= 0 || places.length !== pieces.length) {
    const { line, column } = positionOf(query, pieces[misread]?.start ?? query.length);
    throw new Error(`the formatter misreads line ${line} column ${column}`);
  }
  return line + withTexts(made, places, pieces.map(({ start, end }) => query.slice(start, end))); // prettier-ignore
}

const withoutSpace = (text = ""): string => text.replace(/\s/g, "");

/** A query with other texts in place of its pieces. */
const withTexts = (query: string, pieces: readonly Piece[], texts: readonly string[]): string =>
  pieces.map(({ start }, at) => query.slice(pieces[at - 1]?.end ?? 0, start) + (texts[at] ?? "")).join("");
