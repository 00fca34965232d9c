import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { columnBuilders } from "./column-builder.ts";
import { gunzip } from "./gunzip.ts";
import { RowStream } from "./row-stream.ts";

/** Room made at once, at most; a wrong count must not cost memory that the bytes do not ask for. */
const MOST_ROWS_AT_ONCE = 4_000_000;

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
  const columns = columnBuilders(schema, Math.min(expectedRows ?? 1024, MOST_ROWS_AT_ONCE));
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
  return {
    columns: columns.builders.map((builder) => builder.finish(rows.rowCount)),
    rowCount: rows.rowCount,
  };
}
