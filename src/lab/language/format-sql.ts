import { formatDialect, hive, trino } from "sql-formatter";
import type { Dialect } from "../../dialect/dialect.ts";

const CELL = /^(\s*%%svc_(presto|hive)\b[^\n]*\n)([^]*)$/;

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

/** The cell with its query formatted: one clause per line, keywords unchanged. @throws Error if the formatter can't parse it. */
export function formatSql({ line, dialect, query }: SqlCell): string {
  const text = formatDialect(query, {
    dialect: dialect === "hive" ? hive : trino,
    tabWidth: 2,
    keywordCase: "preserve",
    paramTypes: { custom: [{ regex: String.raw`\{[A-Za-z_$][\w$.]*(?::raw|:id)?\}` }] },
  });
  return line + text;
}
