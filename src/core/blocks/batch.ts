import { cutData, sizeOf, type ColumnData } from "./column-data.ts";

/** Some thousand rows in columns. */
export interface Batch {
  readonly rowCount: number;
  readonly columns: readonly ColumnData[];
}

/** Approximate bytes of a batch. */
export const batchSize = ({ columns }: Batch): number =>
  columns.reduce((sum, column) => sum + sizeOf(column), 0);

/** The rows before `row`, and the others. */
export function cutBatch({ rowCount, columns }: Batch, row: number): readonly [Batch, Batch] {
  return [
    { rowCount: row, columns: columns.map((column) => cutData(column, 0, row)) },
    { rowCount: rowCount - row, columns: columns.map((column) => cutData(column, row, rowCount)) },
  ];
}
