import { cellText } from "./cell-text.ts";
import type { CellPosition } from "./grid-keys.ts";
import type { GridSource } from "./grid-source.ts";

const MAX_CELLS = 200_000;

/**
 * The selected cells as tab-separated lines, and their count.
 *
 * @param columns - The visible columns in display order.
 * @throws Error if there are too many cells, or they can't be read.
 */
export async function rangeText(
  source: GridSource,
  columns: readonly number[],
  [a, b]: readonly [CellPosition, CellPosition],
  zone: string,
): Promise<{ text: string; cells: number }> {
  const [from, to] = [Math.min(a.row, b.row), Math.max(a.row, b.row) + 1];
  const selected = columns.slice(Math.min(a.column, b.column), Math.max(a.column, b.column) + 1);
  const cells = (to - from) * selected.length;
  if (cells > MAX_CELLS) throw new Error(`${cells} cells are more than ${MAX_CELLS}; select fewer`);
  const rows = await source.read(from, to);
  const lines = rows.map((row) =>
    selected
      .map((at) => {
        const column = source.file.columns[at];
        const value = row[at] ?? null;
        const shown = value === null || column === undefined ? "" : cellText(value, column, zone);
        return shown.replaceAll("\t", " ");
      })
      .join("\t"),
  );
  return { text: lines.join("\n"), cells };
}
