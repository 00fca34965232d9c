import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { columnBuilders, type ColumnBuilders } from "./column-builder.ts";
import { gunzip } from "./gunzip.ts";
import { IntegerBuilder } from "./integer-builder.ts";
import { RowStream } from "./row-stream.ts";

/**
 * Room asked for at once, at most. Memory that is never written costs nothing, but a wrong count must not ask for more than there is.
 * Growing later copies whole columns, during which nothing else runs.
 */
const MOST_BYTES_AT_ONCE = 2 ** 31;

/** Rows to make room for at the start, at most. */
export const mostRowsAtOnce = (schema: readonly ResultColumn[]): number =>
  Math.floor(MOST_BYTES_AT_ONCE / (8 * Math.max(1, schema.length)));

/** A result, by column. */
export interface DecodedResult {
  /** In the order of the schema. */
  readonly columns: readonly Column[];
  readonly rowCount: number;
}

/**
 * Decode a result file (gzip of MessagePack arrays, one a row) as its bytes come.
 *
 * @param expectedRows - What the job announced; null when it did not.
 * @param onRows - Hears the count of rows so far, once a piece.
 * @throws DecodeError when the file is cut off, damaged, or has not exactly the announced rows and columns.
 */
export async function decodeResult(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[],
  expectedRows: number | null,
  onRows: (rows: number) => void = () => {},
): Promise<DecodedResult> {
  const columns = columnBuilders(schema, Math.min(expectedRows ?? 1024, mostRowsAtOnce(schema)));
  const rows = new RowStream(columns);
  for await (const piece of gunzip(chunks)) {
    rows.push(piece);
    onRows(rows.rowCount);
    if (expectedRows !== null && rows.rowCount > expectedRows) break;
  }
  const { rowCount } = rows;
  if (expectedRows !== null && rowCount > expectedRows) {
    throw new DecodeError(`the result has more rows than the ${expectedRows} that its job announced`);
  }
  rows.end();
  if (expectedRows !== null && rows.rowCount !== expectedRows) {
    throw new DecodeError(
      `the result has ${rows.rowCount} of the ${expectedRows} rows that its job announced`,
    );
  }
  return { columns: await finished(columns, rows.rowCount), rowCount: rows.rowCount };
}

/** Ends the columns, large ones with turns for others between. */
async function finished({ builders }: ColumnBuilders, rowCount: number): Promise<Column[]> {
  const pause = rowCount < LONG_RESULT ? noPause : nextTurn;
  const columns: Column[] = [];
  for (const builder of builders) {
    if (builder instanceof IntegerBuilder) await builder.narrow(rowCount, pause);
    columns.push(builder.finish(rowCount));
    await pause();
  }
  return columns;
}

const LONG_RESULT = 500_000;
const noPause = (): Promise<void> => Promise.resolve();
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
