import type { AnyTable } from "./any-table.ts";
import { oneLine } from "../../../core/text/visible-text.ts";
import { sizeLine, tableView, type ViewColumn } from "./table-view.ts";
import { textAnswer } from "../text-answer.ts";
import { textWidth } from "../../../core/text/text-width.ts";

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
