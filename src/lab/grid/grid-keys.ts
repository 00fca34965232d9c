/** A cell position: row in display order, and index among the visible columns. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** The cell that a key moves to, as in a spreadsheet; null for other keys. */
export function positionAfterKey(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: CellPosition,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): CellPosition | null {
  const far = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const moves: Readonly<Record<string, CellPosition>> = {
    ArrowDown: { row: far ? lastRow : row + 1, column },
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? lastColumn : column + 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? lastRow : row, column: lastColumn },
  };
  const to = moves[key];
  return to === undefined ? null : { row: within(to.row, lastRow), column: within(to.column, lastColumn) };
}

const within = (at: number, last: number): number => Math.max(0, Math.min(at, last));
