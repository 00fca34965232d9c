import { visibleText } from "../../core/text/visible-text.ts";
import type { AnyTable } from "./table/any-table.ts";

/** Columns of plans and definitions, with one line per row or all lines in one. */
const LINES =
  /^(?:query plan|explain|plan|create (?:table|view|schema|materialized view|function)|createtab_stmt)$/i;
const MAX_LINES = 2000;

/**
 * The text of a result that is better displayed as text: a statement's outcome, a plan, a definition. Null for other tables.
 */
export function textAnswer(table: AnyTable): string | null {
  if (table.outcome != null) return visibleText(table.outcome);
  const [name, ...others] = table.columnNames();
  if (name === undefined || !LINES.test(name) || others.length > 0 || table.numRows() === 0) return null;
  const rows = Array.from(table.indices());
  const texts = rows.map((row) => table.data()[name]?.at(row));
  if (!texts.every((text) => typeof text === "string")) return null;
  const lines = visibleText(texts.join("\n")).trimEnd().split("\n");
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `… ${more} more lines`].join("\n") : lines.join("\n");
}
