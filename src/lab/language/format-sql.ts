import { formatDialect, hive, trino } from "sql-formatter";
import type { Dialect } from "../../dialect/dialect.ts";
import { positionOf } from "../../dialect/parse/position.ts";
import { type Piece, scan } from "../../dialect/parse/scan.ts";

const CELL = /^(\s*%%svc_(presto|hive|local)\b[^\n]*\n)([^]*)$/;
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
  return (
    match && { line: match[1] ?? "", dialect: match[2] === "hive" ? "hive" : "presto", query: match[3] ?? "" }
  );
}

/** The cell with one clause of its query per line: only white space changes. @throws Error if the formatter misreads the query. */
export function formatSql({ line, dialect, query }: SqlCell): string {
  // The formatter gets texts of the same length that it knows, without placeholders and numbers such as 1L, 1.5D and 1_000.
  const masked = query.replace(BRACES, (braces) => "x".repeat(braces.length));
  const pieces = [...joinedTypes(masked, [...scan(masked, dialect)], dialect)];
  const plain = pieces.map((piece, at) =>
    piece.kind === "number"
      ? "1".repeat(piece.text.length)
      : isType(piece) || isName(pieces, at)
        ? "x".repeat(piece.text.length)
        : piece.text,
  );
  const formatted = formatDialect(withTexts(masked, pieces, plain), {
    dialect: dialect === "hive" ? hive : trino,
    tabWidth: 2,
    keywordCase: "preserve",
  });
  const places = [...scan(formatted, dialect)];
  const misread = plain.findIndex((text, at) => withoutSpace(text) !== withoutSpace(places[at]?.text));
  if (misread >= 0 || places.length !== pieces.length) {
    const { line, column } = positionOf(query, pieces[misread]?.start ?? query.length);
    throw new Error(`the formatter misreads line ${line} column ${column}`);
  }
  return line + withTexts(formatted, places, pieces.map(({ start, end }) => query.slice(start, end))); // prettier-ignore
}

const TYPE = /^(?:array|map|struct|uniontype)\s*</i;
const isType = ({ text }: Piece): boolean => TYPE.test(text);

/** The pieces with each of Hive's nested types, such as `struct<a:int>`, as one. */
function* joinedTypes(query: string, pieces: readonly Piece[], dialect: Dialect): Generator<Piece, void> {
  for (let at = 0; at < pieces.length; at++) {
    const { start } = pieces[at] as Piece;
    let [last, depth] = [at, 0];
    if (dialect === "hive" && TYPE.test(query.slice(start, pieces[at + 1]?.end)))
      do {
        const sign = pieces[++last]?.text ?? ";";
        depth = /^[;=+*/-]/.test(sign) ? NaN : depth + Number(sign === "<") - Number(sign === ">");
      } while (depth > 0);
    const piece = pieces[(at = depth === 0 ? last : at)] as Piece;
    yield { ...piece, start, text: query.slice(start, piece.end) };
  }
}

/** Begin a clause, and are not reserved. */
const CLAUSE =
  /^(?:limit|offset|fetch|window|set|update|use|show|explain|analyze|measures|pattern|subset|define)$/i;
const BEFORE_NAME = /^(?:[,.=<>+/-]|[<>!]=|<>|\|\||select|distinct|by|where|and|or|not|on|having)$/i;
const AFTER_NAME = /^(?:[,.)=<>+/;]|[<>!]=|<>|\|\||from|where|group|having|order|limit|offset|)$/i;

/** Whether a word that can begin a clause, such as `limit`, is a name in its place. */
function isName(pieces: readonly Piece[], at: number): boolean {
  const [before, { text = "" } = {}, after] = [pieces[at - 1], pieces[at], pieces[at + 1]];
  if (!CLAUSE.test(text)) return false;
  return BEFORE_NAME.test(before?.text ?? "") || AFTER_NAME.test(after?.text ?? "");
}

const withoutSpace = (text = ""): string => text.replace(/\s/g, "");

/** A query with other texts in place of its pieces. */
const withTexts = (query: string, pieces: readonly Piece[], texts: readonly string[]): string =>
  pieces.map(({ start }, at) => query.slice(pieces[at - 1]?.end ?? 0, start) + (texts[at] ?? "")).join("");
