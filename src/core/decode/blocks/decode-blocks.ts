import type { ResultColumn } from "../../endpoints/jobs.ts";
import { DecodeError } from "../../errors.ts";
import { INCOMPLETE } from "../msgpack-value.ts";
import type { DecodedResult } from "../decode-result.ts";
import { mostRowsAtOnce } from "../decode-result.ts";
import { blockBuilders, fillColumns } from "./fill-columns.ts";
import { readBlocks } from "./read-blocks.ts";

/**
 * Decode a result file of column blocks as its bytes come. The columns are the same as those of the rows in msgpack.gz.
 *
 * @param expectedRows - What the job announced; null when it did not.
 * @param onRows - Hears the count of rows so far, once a block.
 * @throws DecodeError when the file is cut off, damaged, or has not exactly the announced rows and columns.
 */
export async function decodeBlocks(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[],
  expectedRows: number | null,
  onRows: (rows: number) => void = () => {},
): Promise<DecodedResult> {
  const columns = blockBuilders(schema, Math.min(expectedRows ?? 1024, mostRowsAtOnce(schema)));
  let rowCount = 0;
  for await (const { rows, bytes } of readBlocks(chunks)) {
    if (expectedRows !== null && rowCount + rows > expectedRows)
      throw new DecodeError(`the result has more rows than the ${expectedRows} that its job announced`);
    try {
      fillColumns(columns, bytes, rows, rowCount);
    } catch (cause) {
      if (cause === INCOMPLETE) throw new DecodeError("a value of the result ends inside", { cause });
      throw cause;
    }
    rowCount += rows;
    onRows(rowCount);
  }
  if (expectedRows !== null && rowCount !== expectedRows)
    throw new DecodeError(`the result has ${rowCount} of the ${expectedRows} rows that its job announced`);
  return { columns: columns.builders.map((builder) => builder.finish(rowCount)), rowCount };
}
