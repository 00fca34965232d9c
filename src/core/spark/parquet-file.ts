import { createParquetFile } from "../parquet/create-parquet-file.ts";
import { parquetTypeOf } from "../parquet/parquet-type.ts";
import type { SparkColumn } from "./spark-column.ts";

const GROUP_ROWS = 50_000;

/**
 * Writes columns to a Parquet file, one row group at a time.
 *
 * @param onWritten - Called with the rows and bytes of each group.
 */
export async function writeParquetFile(
  path: string,
  columns: readonly SparkColumn[],
  rowCount: number,
  signal: AbortSignal,
  onWritten: (rows: number, bytes: number) => void,
): Promise<void> {
  const typed = columns.map(({ name, sqlType }) => ({ name, type: parquetTypeOf(sqlType) }));
  const file = await createParquetFile(path, typed);
  for (let from = 0; from < rowCount; from += GROUP_ROWS) {
    signal.throwIfAborted();
    const length = Math.min(GROUP_ROWS, rowCount - from);
    const group = columns.map(({ value }) => Array.from({ length }, (_, i) => value(from + i)));
    onWritten(length, await file.write(group));
  }
  await file.finish();
}
