/** A cell position: row in display order, and index among the visible columns. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** Numbers of rows and of visible columns. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** A key with those held down beside it, as a keyboard event has them. */
interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The cell that a key moves to, as in a spreadsheet; null for other keys. */
export function positionAfterKey(
  { key, ctrlKey, metaKey }: PressedKey,
  { row, column }: CellPosition,
  size: GridSize,
  page: number,
): CellPosition | null {
  const far = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
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
  return to === undefined ? null : positionWithin(to, size);
}

/** The nearest cell of the grid. */
export function positionWithin({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) };
}
