import { nameInQuery } from "../../dialect/quote.ts";

/** A cell that shows rows of a table. */
export function selectCell(database: string, table: string, columns: readonly string[]): string {
  const list = columns.map((name) => nameInQuery(name, "presto")).join(", ") || "*";
  return `%%svc_presto ${database}\nselect ${list}\nfrom ${nameInQuery(table, "presto")}\nlimit 100`;
}
