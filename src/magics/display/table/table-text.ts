import type { AnyTable } from "./any-table.ts";
import { oneLine } from "../../../core/text/visible-text.ts";
import { sizeLine, tableView, type ViewColumn } from "./table-view.ts";
import { textAnswer } from "../text-answer.ts";
import { textWidth } from "../text-width.ts";

const MAX_COLUMNS = 12;
const GAP = "…";

/** A table as plain text: index first, a rule under the names, head and tail of long tables, the size below; a text result as its text. */
export function toText(table: AnyTable): string {
  const answer = textAnswer(table);
  if (answer !== null) return answer;
  const view = tableView(table, MAX_COLUMNS);
  const gapColumn: ViewColumn = {
    name: GAP,
    texts: Array.from({ length: view.shownRows }, () => GAP),
    numeric: false,
    dates: false,
    missing: [],
    opened: () => null,
  };
  const cells =
    view.columnGap === null
      ? view.columns
      : [...view.columns.slice(0, view.columnGap), gapColumn, ...view.columns.slice(view.columnGap)];
  const hasGap = view.headRows < view.shownRows;
  const blocks = [...view.index, ...cells].map((column) => textColumn(column, view.headRows, hasGap));
  const height = view.shownRows + (hasGap ? 3 : 2);
  const lines = Array.from({ length: height }, (_, line) => {
    const index = blocks.slice(0, view.index.length).map((block) => block[line] ?? "");
    const rest = blocks.slice(view.index.length).map((block) => block[line] ?? "");
    return [...index, line === 1 ? "┼" : "│", ...rest].join(line === 1 ? "─" : " ").trimEnd();
  });
  return [...lines, sizeLine(view)].join("\n");
}

/** Lines of a column, all of equal width: its name, a rule, its cells. */
function textColumn(column: ViewColumn, headRows: number, hasGap: boolean): string[] {
  const name = oneLine(column.name);
  const texts = hasGap
    ? [...column.texts.slice(0, headRows), GAP, ...column.texts.slice(headRows)]
    : [...column.texts];
  const width = Math.max(...[name, ...texts].map(textWidth));
  const pad = (text: string): string => {
    const blanks = " ".repeat(width - textWidth(text));
    return column.numeric ? blanks + text : text + blanks;
  };
  return [pad(name), "─".repeat(width), ...texts.map(pad)];
}
