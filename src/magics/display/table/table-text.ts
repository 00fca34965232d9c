import type { AnyTable } from "./any-table.ts";
import { oneLine, textWidth, visibleText } from "../../../core/text/visible-text.ts";
import { sizeLine, tableView, type ViewColumn } from "./table-view.ts";

const MAX_COLUMNS = 12;

/** A table as plain text: index first, a rule under the names, head and tail of long tables, the size below; a text result as its text. */
export function toText(table: AnyTable, maxColumns = MAX_COLUMNS, maxRows?: number): string {
  const answer = textAnswer(table);
  if (answer !== null) return answer;
  const view = tableView(table, maxColumns, maxRows);
  const blocks = [...view.index, ...view.columns].map(textColumn);
  const height = view.lines + 2;
  const lines = Array.from({ length: height }, (_, line) => {
    const index = blocks.slice(0, view.index.length).map((block) => block[line] ?? "");
    const rest = blocks.slice(view.index.length).map((block) => block[line] ?? "");
    return [...index, line === 1 ? "┼" : "│", ...rest].join(line === 1 ? "─" : " ").trimEnd();
  });
  return [...lines, sizeLine(view)].join("\n");
}

/** Lines of a column, all of equal width: its name, a rule, its cells. */
function textColumn(column: ViewColumn): string[] {
  const name = oneLine(column.name);
  const { texts } = column;
  const width = Math.max(...[name, ...texts].map(textWidth));
  const pad = (text: string): string => {
    const blanks = " ".repeat(width - textWidth(text));
    return column.numeric ? blanks + text : text + blanks;
  };
  return [pad(name), "─".repeat(width), ...texts.map(pad)];
}

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
