import type { Dialect } from "../../dialect/dialect.ts";
import { needsQuotes } from "../../dialect/parse/reserved.ts";
import { quoteHiveName, quoteName } from "../../dialect/quote.ts";

/** A table's or column's name as a query of the dialect has it. */
export function nameInQuery(name: string, dialect: Dialect): string {
  if (!needsQuotes(name, dialect)) return name;
  return dialect === "hive" ? quoteHiveName(name) : quoteName(name);
}

/** A cell that shows rows of a table. */
export function selectCell(database: string, table: string, columns: readonly string[]): string {
  const list = columns.map((name) => nameInQuery(name, "presto")).join(", ") || "*";
  return `%%svc_presto ${database}\nselect ${list}\nfrom ${nameInQuery(table, "presto")}\nlimit 100`;
}
