import type { CellValue, GridColumn } from "../../kernel/comms/grid-request.ts";
import { cellText } from "../../kernel/comms/cell-text.ts";
import type { GridSource } from "./grid-source.ts";

const MAX_CELLS = 200_000;

/** Of the selection: row, and index among the visible columns. */
interface Corner {
  readonly row: number;
  readonly column: number;
}

/**
 * The selected cells as tab-separated lines, and their count.
 *
 * @param columns - The visible columns in display order.
 * @throws Error if there is no cell or too many, or they can't be read.
 */
export async function rangeText(
  source: GridSource,
  columns: readonly number[],
  [a, b]: readonly [Corner, Corner],
  zone: string | null,
): Promise<{ text: string; cells: number }> {
  const [from, to] = [Math.min(a.row, b.row), Math.max(a.row, b.row) + 1];
  const selected = columns.slice(Math.min(a.column, b.column), Math.max(a.column, b.column) + 1);
  if (source.rows === 0) throw new Error("the table has no row");
  const cells = (to - from) * selected.length;
  if (cells > MAX_CELLS) throw new Error(`${cells} cells are more than ${MAX_CELLS}; select fewer`);
  const rows = await source.read(from, to, selected);
  const lines = rows.map((row) =>
    row.map((value, at) => copiedText(value, source.file.columns[selected[at] ?? 0], zone)).join("\t"),
  );
  return { text: lines.join("\n"), cells: rows.length * selected.length };
}

/** A value as spreadsheets read it: in quotes if it has line breaks or tabs, empty for null. */
function copiedText(value: CellValue, column: GridColumn | undefined, zone: string | null): string {
  if (value === null || column === undefined) return "";
  const text = column.kind === "date" ? cellText(value, column, zone) : String(value);
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
